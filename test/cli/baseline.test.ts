import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { printableJson } from '../../reporters/printable.js';
import type { Report } from '../../runner/judge/report.js';
import type { Fault } from '../../servers/fault.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { runSavedTo } from '../detection/saved.js';
import { fault } from '../engine/servers.js';
import { startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { refusalOf, runProgram } from './run-program.js';

let directory: string;

/** Evidence and reports of the reference, and of it with faults. */
const saved: Record<string, string | Uint8Array> = {};

beforeAll(async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'baseline-test-'));
  const save = async (name: string, changed?: Fault) => {
    const evidence = join(cwd, `${name}.gz`);
    const report = await judgeInMemory(changed, { record: runSavedTo(evidence).record });
    saved[`${name}.gz`] = readFileSync(evidence);
    saved[`${name}.json`] = printableJson(report);
  };
  await Promise.all([
    save('clean'),
    save('broken', fault('list-type-text')),
    save('wrapped', fault('list-envelope-data')),
  ]);
  return () => rmSync(cwd, { recursive: true });
});
beforeEach(async () => {
  directory = await directoryWith(saved);
});

const run = (...argv: string[]) => runProgram(argv, { cwd: directory });
const refused = (...argv: string[]) => refusalOf(argv, { cwd: directory });
const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
const report = (name: string): Report => JSON.parse(read(name));

const entry = (requirement: string, expires = '9999-12-31', reason = 'An old gateway.') =>
  `  - { requirement: ${requirement}, reason: "${reason}", expires: ${expires} }\n`;
const baseline = (...entries: string[]) => write('b.yaml', `entries:\n${entries.join('')}`);

/** Judges saved evidence again under `b.yaml`. */
const rejudge = (evidence: string) => run('rejudge', evidence, '--baseline', 'b.yaml');

describe('run --baseline', () => {
  test('passes what is broken and known, is never complete, and says so', async () => {
    baseline(entry('list.content-type'));
    const files = ['--report', 'json=r.json', '--evidence', 'e.gz'];
    const { code, out, err } = await run(
      'demo',
      '--fault',
      'list-type-text',
      '--baseline',
      'b.yaml',
      '--report',
      'terminal',
      ...files,
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^✔ CONFORMANT, BUT FOR 1 KNOWN DEVIATION \(not complete\): http/m);
    expect(out).toMatch(
      /\nAccepted by the baseline\n {2}~ [^✘]+\n {4}known deviation: An old gateway\.; until: 9999-12-31\n/,
    );
    expect(out).not.toContain('✘');
    expect(out.split('\n').length).toBeLessThan(25);
    const { verdict, complete, requirements, baseline: entries } = report('r.json');
    expect({ verdict, complete, entries }).toEqual({
      ...{ verdict: 'conformant', complete: false },
      entries: [{ requirement: 'list.content-type', reason: 'An old gateway.', expires: '9999-12-31', state: 'known' }],
    });
    expect(requirements.filter(({ verdict }) => verdict !== 'pass')).toMatchObject([
      { id: 'list.content-type', verdict: 'fail', known: true },
    ]);
    // Judged again from the same evidence, it is the same; and without the baseline it fails.
    const again = await run('rejudge', 'e.gz', '--baseline', 'b.yaml', '--report', 'json=again.json');
    expect([again.code, report('again.json')]).toEqual([0, report('r.json')]);
    expect((await run('rejudge', 'e.gz')).code).toBe(1);
  });

  test('fails a conformant target where an entry is no longer needed, and says what to delete', async () => {
    baseline(entry('list.content-type'));
    const { code, out } = await rejudge('clean.gz');
    expect(code).toBe(1);
    expect(out).toMatch(/✖ list\.content-type: It is no longer needed: the requirement is held\./);
    expect(out).toMatch(/^✘ CONFORMANT, BUT THE BASELINE IS OUT OF DATE \(complete\): http/m);
  });

  test('a requirement that does not exist ends the run before anything is sent, also with --dry-run and rejudge', async () => {
    baseline(entry('list.content-typ'), entry('__proto__'));
    for (const argv of [['demo'], ['demo', '--dry-run'], ['rejudge', 'clean.gz']])
      expect((await refused(...argv, '--baseline', 'b.yaml')).split('\n')).toEqual([
        'b.yaml:2:20: There is no requirement of that name. Did you mean list.content-type? `npx --no -- store-orders-conformance list` shows all ids.',
        'b.yaml:3:20: There is no requirement of that name. The nearest is list.status. `npx --no -- store-orders-conformance list` shows all ids.',
        '',
      ]);
  });

  test('no report overwrites it', async () => {
    baseline(entry('list.array'));
    for (const argv of [['demo'], ['rejudge', 'clean.gz']])
      expect(await refused(...argv, '--baseline', 'b.yaml', '--report', 'json=b.yaml')).toContain(
        'would overwrite a file that this run reads',
      );
    expect(read('b.yaml')).toContain('list.array');
  });

  test('a target of the configuration has its own, and the key in a reason is not repeated', async () => {
    const { baseUrl, apiKey } = await startStore();
    baseline(entry('list.content-type', '9999-12-31', `Ask for ${apiKey}.`));
    write('c.yaml', `targets: { staging: { baseUrl: "${baseUrl}", baseline: ./b.yaml } }`);
    const env = { STORE_ORDERS_API_KEY: apiKey };
    const argv = ['--config', 'c.yaml', '--target', 'staging', '--clause', '4.2', '--report', 'json'];
    const { out } = await runProgram(argv, { cwd: directory, env });
    expect(JSON.parse(out).baseline).toMatchObject([{ requirement: 'list.content-type', state: 'unjudged' }]);
    expect(out).not.toContain(apiKey);
  });
});

describe('baseline REPORT', () => {
  test('writes a template that is refused until it is filled in, and then makes the run pass', async () => {
    const { code, out } = await run('baseline', 'broken.json', '--output', 'b.yaml');
    expect([code, out]).toEqual([
      0,
      'Wrote b.yaml. 1 cause of deviations: give each entry a reason and its last day.\n',
    ]);
    expect((await run('baseline', 'broken.json')).out).toBe(read('b.yaml'));
    expect(await refused('rejudge', 'broken.gz', '--baseline', 'b.yaml')).toMatch(
      /^b\.yaml:10:13: entries\[0\]\.reason: .*\nb\.yaml:12:14: entries\[0\]\.expires: .*\n$/,
    );
    const filledIn = read('b.yaml')
      .replace(/(?<=reason: ).*/, 'Old gateway.')
      .replace(/(?<=expires: ).*/, '9999-12-31');
    write('b.yaml', filledIn);
    expect((await run('rejudge', 'broken.gz', '--baseline', 'b.yaml', '--report', 'json=r.json')).code).toBe(0);
    // A baseline of that run keeps what it said.
    await run('baseline', 'r.json', '--output', 'b.yaml', '--force');
    expect((await rejudge('broken.gz')).code).toBe(0);
  });

  const accepted = ['--reason', 'Until release 4.', '--expires', '9999-12-31', '--output', 'b.yaml'];

  test('accepts all causes that the report shows, with the reason and the day that are given', async () => {
    expect((await run('baseline', 'broken.json', ...accepted)).out).toBe(
      'Wrote b.yaml. 1 cause of deviations will be accepted until 9999-12-31.\n',
    );
    // Another cause is not accepted with it.
    expect([(await rejudge('broken.gz')).code, (await rejudge('wrapped.gz')).code]).toEqual([0, 1]);
    expect(await refused('baseline', 'broken.json', '--expires', '2026-01-31')).toMatch(
      /^--expires: expected today \(\d{4}-\d\d-\d\d in UTC\) or a later day, found 2026-01-31\.\n/,
    );
    const placeholder = await refused('baseline', 'broken.json', '--reason', 'todo', '--expires', '2027-02-30');
    expect(placeholder.split('\n')[0]).toBe(
      '--reason: expected the reason why the deviation is accepted for now, found a placeholder.',
    );
  });

  test('accepts with a cause what cannot be judged until that is repaired', async () => {
    await run('baseline', 'wrapped.json', ...accepted);
    const { code, out } = await rejudge('wrapped.gz');
    expect([code, out.includes('✘')]).toEqual([0, false]);
    expect(out).toMatch(/^~ The listing .*: \d+ of \d+ held, \d+ accepted by the baseline$/m);
  });

  test('does not overwrite what somebody wrote, unless told to, nor the report', async () => {
    write('b.yaml', 'mine');
    expect(await refused('baseline', 'broken.json', '--output', 'b.yaml')).toBe(
      'b.yaml would be overwritten. Nothing was written; use --force, or another path.\n',
    );
    expect(read('b.yaml')).toBe('mine');
    expect((await run('baseline', 'broken.json', '--output', 'b.yaml', '--force')).code).toBe(0);
    expect((await run('baseline', 'broken.json', '--output', 'broken.json', '--force')).code).toBe(2);
  });
});

describe('compare', () => {
  test('exits with 1 where something newly broke, and with 0 where it was fixed', async () => {
    const worse = await run('compare', 'clean.json', 'broken.json');
    expect(worse).toMatchObject({ code: 1, err: '' });
    expect(worse.out).toMatch(/^WORSE: newly broken: 1 requirement, 1 cause\.\n/);
    expect(worse.out).toMatch(
      /^Newly broken \(1 requirement, 1 cause\)\n\n {2}The media type .* \(cause json-as-text-plain\)\n {4}must, pass → fail: list\.content-type \(preamble\)\n/m,
    );
    expect((await run('compare', 'clean.json', 'broken.json', '--report', 'markdown')).out).toMatch(
      /^## Newly broken/m,
    );
    const better = await run('compare', 'broken.json', 'clean.json');
    expect([better.code, better.out]).toEqual([
      0,
      expect.stringMatching(/^Fixed, or not judged before \(1 requirement, 1 cause\)$/m),
    ]);
  });

  test('writes over no report that it reads, and over nothing that is not a file', async () => {
    const to = (place: string) => refused('compare', 'clean.json', 'broken.json', '--report', `json=${place}`);
    const before = read('broken.json');
    expect(await to('broken.json')).toMatch(
      /^--report: \S+broken\.json would overwrite a file that this run reads; choose another path\.\n$/,
    );
    expect(read('broken.json')).toBe(before);
    expect(await to('.')).toMatch(
      /^--report: \S+ cannot be written: it is not a regular file, which a report replaces; leave out the option instead\. Nothing was sent\.\n$/,
    );
    // There, a folder can never be made.
    if (existsSync('/proc')) expect(await to('/proc/none/out.json')).toMatch(/ cannot be written: .+\n$/);
  });

  test('refuses a format that it does not have', async () => {
    expect(await refused('compare', 'clean.json', 'broken.json', '--format', 'markdwn')).toBe(
      '--format: There is no format "markdwn"; did you mean markdown?\n',
    );
  });

  test.each<[title: string, change: (text: string) => string, message: string]>([
    ['a part of a report', (text) => text.slice(0, 40), 'This is not JSON, or the file was cut off.'],
    ['another document', () => '[]', 'The document must be object.'],
    [
      'a report of another version of the format',
      (text) => text.replace('"store-orders-conformance/report/2"', '"store-orders-conformance/report/1"'),
      'It is of another version of the report format; this version reads store-orders-conformance/report/2. Make it again.',
    ],
    [
      'a forged verdict',
      (text) => text.replace(/(?<="verdict": )"conformant"/, '"\\u001b[2J"'),
      '/verdict must be equal to one of the allowed values.',
    ],
  ])('refuses %s, on either side', async (_, change, message) => {
    write('x.json', change(read('clean.json')));
    for (const argv of [
      ['compare', 'x.json', 'clean.json'],
      ['compare', 'clean.json', 'x.json'],
      ['baseline', 'x.json'],
    ])
      expect(await refused(...argv)).toBe(`x.json: ${message} Expected a report that \`--report json=PATH\` wrote.\n`);
  });
});
