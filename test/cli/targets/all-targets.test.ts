import '../../../cli/commands/run.js'; // the program loads it when it first runs, which takes seconds on a busy machine
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../index.js';
import { fault } from '../../engine/servers.js';
import { asChanged, deletesOf, openStore, type Store, startStore } from '../../engine/store.js';
import { problemsOf, validatorOf } from '../../schemas/schema-validator.js';
import { directoryWith } from '../../settings/directory.js';
import { fixturesText, runProgram, type Surroundings } from '../run-program.js';

type Targets = Readonly<Record<string, { readonly store: Store; readonly more?: string }>>;

/** A folder with a configuration of these targets, each with its own key and orders. */
async function folderFor(targets: Targets): Promise<string> {
  const entries = Object.entries(targets);
  const text = entries.map(
    ([name, { store, more = '' }]) =>
      `${name}:\n  baseUrl: ${store.baseUrl}\n  apiKeyVariable: KEY_${name}\n  fixtures: ${name}.yaml\n${more}`,
  );
  return directoryWith({
    'store-orders-conformance.yaml': 'targets: ./targets.yaml\n',
    'targets.yaml': text.join(''),
    ...Object.fromEntries(entries.map(([name, { store }]) => [`${name}.yaml`, fixturesText(store.orders)])),
  });
}

const keysOf = (targets: Targets): Record<string, string> =>
  Object.fromEntries(Object.entries(targets).map(([name, { store }]) => [`KEY_${name}`, store.apiKey]));

const judgeAll = (cwd: string, targets: Targets, words: readonly string[] = [], surroundings: Surroundings = {}) =>
  runProgram(['run', '--all-targets', ...words], { cwd, env: keysOf(targets), ...surroundings });

const reportIn = async (cwd: string, name: string): Promise<Report> =>
  JSON.parse(await readFile(join(cwd, 'out', `${name}.json`), 'utf8')) as Report;

const masked = (text: string): string =>
  text.replaceAll(/[\d.]+ m?s\b/g, 'TIME').replaceAll(/http:\/\/[\d.:]+/g, 'TARGET');

const REPORTS = ['--report', 'json=out/{target}.json'];

describe('all targets of a configuration', () => {
  test('may stand in a file of their own, with `targets` around them as well', async () => {
    const targets = { only: { store: await startStore() } };
    const cwd = await folderFor(targets);
    const text = await readFile(join(cwd, 'targets.yaml'), 'utf8');
    await writeFile(join(cwd, 'targets.yaml'), `targets:\n${text.replaceAll(/^(?=.)/gm, '  ')}`);
    const { code, out } = await judgeAll(cwd, targets, ['--scenario', 'cancel-unknown-plain']);
    expect([code, out]).toEqual([0, expect.stringContaining('only  conformant')]);
  });

  test('are judged, told a line each, and in a table with the worst first', async () => {
    const gone = await openStore();
    await gone.close();
    const targets = {
      good: { store: await startStore() },
      gone: { store: gone },
      bad: { store: await startStore(asChanged(fault('cancels-delivered'))) },
    };
    const cwd = await folderFor(targets);
    const { code, out, err } = await judgeAll(cwd, targets, [...REPORTS, '--report', 'html=out/{target}.html']);
    expect([code, err]).toEqual([1, `All targets in one table: ${join(cwd, 'out/index.html')}\n`]);
    const index = await readFile(join(cwd, 'out/index.html'), 'utf8');
    expect([...index.matchAll(/<th scope="row"><a href="(.*?)"/g)].map(([, link]) => link)).toEqual([
      'bad.html',
      'gone.html',
      'good.html',
    ]);
    expect(index).toContain('aria-label="88 held; cancel.other-state (fail)"');
    const [lines = '', table] = masked(out).split('\n\n');
    expect(table).toBe(
      `bad   nonconformant: must 79 of 80 held (1 fail), should 9 of 9 held
gone  inconclusive: Connecting to TARGET was refused (ECONNREFUSED).
good  conformant: must 80 of 80 held, should 9 of 9 held
3 targets in TIME: 1 nonconformant, 1 inconclusive, 1 conformant
`,
    );
    expect(lines.split('\n').sort()).toEqual([
      'bad  nonconformant: must 79 of 80 held (1 fail), should 9 of 9 held (TIME)',
      'gone  inconclusive: Connecting to TARGET was refused (ECONNREFUSED). (TIME)',
      'good  conformant: must 80 of 80 held, should 9 of 9 held (TIME)',
    ]);
    expect((await readdir(join(cwd, 'out'))).filter((name) => name.endsWith('json')).sort()).toEqual([
      'bad.json',
      'gone.json',
      'good.json',
    ]);
    const report = await reportIn(cwd, 'bad');
    expect([report.target.name, report.verdict]).toEqual(['bad', 'nonconformant']);
    expect(problemsOf(await validatorOf('schemas/report.schema.json'), report)).toEqual([]);
  });

  test('are a line of JSON each where the report goes to standard output', async () => {
    const targets = { a: { store: await startStore() }, b: { store: await startStore() } };
    const cwd = await folderFor(targets);
    const { code, out, err } = await judgeAll(cwd, targets, ['--report', 'json', '--suite', 'base']);
    const reports = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Report);
    expect([code, reports.map(({ target }) => target.name).sort()]).toEqual([0, ['a', 'b']]);
    expect(err).toContain('2 targets in ');
  });

  test('go on without the one whose orders cannot be made', async () => {
    const targets = { a: { store: await startStore() }, b: { store: await startStore() } };
    const cwd = await folderFor(targets);
    await writeFile(join(cwd, 'a.yaml'), 'provision:\n  command: exit 7\n');
    const { code, out } = await judgeAll(cwd, targets, ['--suite', 'base']);
    expect(code).toBe(3);
    expect(out).toContain('a  not judged: The provisioning command `exit 7` ended with exit code 7');
    expect(out).toContain('b  conformant');
  });

  test('have their counts where all that was selected held', async () => {
    const targets = { a: { store: await startStore() } };
    const { out } = await judgeAll(await folderFor(targets), targets, ['--suite', 'base']);
    expect(out).toMatch(
      /^a {2}conformant so far: 79 must requirements were left out by the selection: must 1 of \d+ held \(/,
    );
  });

  test('are not begun once the run is interrupted', async () => {
    const targets = { a: { store: await startStore() } };
    const cwd = await folderFor(targets);
    const { out } = await judgeAll(cwd, targets, [], { interrupted: AbortSignal.abort() });
    expect(masked(out)).toBe('\n1 target in TIME: 1 not judged\n');
    expect(targets.a.store.received).toEqual([]);
  });
});

/** The targets that were judged, in the order in which they ended. */
const namesIn = (out: string) => [...(out.split('\n\n')[0]?.matchAll(/^(\S+) {2}/gm) ?? [])].map(([, name]) => name);

describe('targets that share orders', () => {
  test('are in one shard of those that have every N-th target', async () => {
    const [one, two] = [await startStore(), await startStore()];
    const targets = {
      a: { store: one },
      b: { store: two },
      again: { store: one },
      c: { store: await startStore(), more: '  group: shared\n' },
      d: { store: await startStore(), more: '  group: shared\n' },
      e: { store: await startStore() },
    };
    const cwd = await folderFor(targets);
    const judged = (shard: string) => judgeAll(cwd, targets, ['--suite', 'base', '--shard', shard]);
    expect(namesIn((await judged('1/2')).out).sort()).toEqual(['a', 'again', 'c', 'd']);
    expect(namesIn((await judged('2/2')).out).sort()).toEqual(['b', 'e']);
    const { code, out } = await judged('5/5');
    expect([code, out]).toEqual([
      3,
      'This part has no target, since there are fewer than 5 to share out. Choose fewer parts.\n',
    ]);
  });

  test('are judged one after the other', async () => {
    const store = await startStore();
    const targets = { a: { store, more: '  readOnly: true\n' }, b: { store } };
    const cwd = await folderFor(targets);
    const { out } = await judgeAll(cwd, targets, ['--jobs', '2', '--suite', 'auth-list']);
    expect(namesIn(out)).toEqual(['a', 'b']);
  });
});

describe('--resume', () => {
  test('leaves a target alone whose report is there, unless other options were given', async () => {
    const targets = { a: { store: await startStore() } };
    const cwd = await folderFor(targets);
    const words = [...REPORTS, '--suite', 'base', '--resume'];
    expect((await judgeAll(cwd, targets, words)).out).not.toContain('judged before');
    expect((await judgeAll(cwd, targets, words)).out).toContain('(judged before)');
    expect((await judgeAll(cwd, targets, [...words, '--strict'])).out).not.toContain('judged before');
  });

  test('judges a target again whose report is not a whole one', async () => {
    const targets = { a: { store: await startStore() } };
    const cwd = await folderFor(targets);
    const words = [...REPORTS, '--suite', 'base', '--resume'];
    await judgeAll(cwd, targets, words);
    const { format, configuration, verdict } = await reportIn(cwd, 'a');
    for (const part of [{ format }, { format, configuration, verdict }, null, 'x']) {
      await writeFile(join(cwd, 'out', 'a.json'), JSON.stringify(part));
      const { code, out, err } = await judgeAll(cwd, targets, words);
      expect([code, err, out]).toEqual([0, '', expect.not.stringContaining('judged before')]);
      expect(await reportIn(cwd, 'a')).toMatchObject({ format, configuration, verdict });
    }
  });

  test('judges a target that was cut off without the orders that it may have used up, and keeps saying so', async () => {
    const targets = { a: { store: await startStore() } };
    const cwd = await folderFor(targets);
    await mkdir(join(cwd, 'out'));
    const line = { orderId: '101', authorized: true, declared: true };
    const ledger = join(cwd, 'out', 'a.json.ledger.jsonl');
    await writeFile(ledger, `${JSON.stringify({ ledger: 1 })}\n${JSON.stringify(line)}\n{"orderId":"20`);
    const { err } = await judgeAll(cwd, targets, [...REPORTS, '--resume']);
    expect(err).toBe('a: It is judged without 101, which a run that was cut off may have cancelled.\n');
    expect(deletesOf(targets.a.store).filter(({ url }) => url.endsWith('/101'))).toEqual([]);
    expect(existsSync(ledger)).toBe(false);
    expect((await reportIn(cwd, 'a')).configuration).toMatch(/^sha256:/);
  });

  test('sends nothing to any target where the ledger of one cannot be read', async () => {
    const targets = { a: { store: await startStore() }, b: { store: await startStore() } };
    const cwd = await folderFor(targets);
    await mkdir(join(cwd, 'out'));
    await writeFile(join(cwd, 'out', 'b.json.ledger.jsonl'), 'garbage\n');
    const { code, err } = await judgeAll(cwd, targets, [...REPORTS, '--resume']);
    expect([code, err]).toEqual([2, expect.stringMatching(/b\.json\.ledger\.jsonl:1: This is not a line of a ledger/)]);
    expect([targets.a.store.connections(), targets.b.store.connections()]).toEqual([0, 0]);
  });
});
