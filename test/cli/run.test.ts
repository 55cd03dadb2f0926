import '../../cli/commands/run.js'; // the program loads it when it first runs, which takes seconds on a busy machine
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { STAGES } from '../../runner/evidence/stages.js';
import { fixturesText, startStore } from '../engine/store.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { judge, place } from './run-program.js';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';
import { ONE_CANCEL } from './watched.js';

/** The orders of the reference. */
const ORDERS = { pending: [101, 102, 103, 104, '9007199254740993'], shipped: [201, 202], other: [301, 302] };

/** A command that says that it failed, and returns orders that are not pending. */
const SEED = `echo "insert failed for Sample-Key-0001" >&2; echo '{"orders":{"pending":[201,202,777,101],"shipped":[]}}'`;

test('run', async () => {
  const files = {
    'orders.yaml': fixturesText(ORDERS),
    'long.yaml': fixturesText({
      ...ORDERS,
      pending: [...ORDERS.pending, ...Array.from({ length: 10 }, (_, at) => 110 + at)],
    }),
    'no-other.yaml': fixturesText({ ...ORDERS, other: [] }),
    'provision.yaml': 'provision:\n  command: exit 7\n',
    'touch.yaml': 'provision:\n  command: touch provisioned\n',
    'none.yaml': fixturesText(ORDERS).replace('[301,302]', 'none'),
    'seed.yaml': `orders: { other: [301] }\nprovision:\n  command: ${SEED}\n`,
    'broken.json': String((await savedFiles())['broken.json']),
  };
  const { cwd } = await play(import.meta.url, 'run', { files });
  const report: unknown = JSON.parse(readFileSync(join(cwd, 'out/report.json'), 'utf8'));
  expect(problemsOf(validatorOf('schemas/report.schema.json'), report)).toEqual([]);
});

describe('--dry-run', () => {
  /** What it prints with `--verbose`, a request each. */
  const printedIn = (out: string) =>
    [...out.matchAll(/^ {4}(GET|DELETE) (\S+) {2}key: (\S+)(.*\n {6}.*only if )?/gm)].map(
      ([, method = '', path, key = '', condition]) => ({ method, line: `${method} ${path}`, key, condition }),
    );

  test('prints every request that a run then sends, and sends none', async () => {
    const store = await startStore();
    const { code, out } = await judge(store, ['--dry-run', '--verbose']);
    expect([code, store.connections(), out.includes(store.apiKey)]).toEqual([0, 0, false]);

    expect((await judge(store, [])).code).toBe(0);
    const printed = printedIn(out);
    const sent = store.received.map(({ method, url = '' }) => `${method} ${url.replace('/v1', '')}`);
    const conditional = printed.flatMap(({ line, condition }) => (condition === undefined ? [] : [line]));
    expect(sent.filter((request) => !printed.some(({ line }) => line === request))).toEqual([]);
    const unsent = printed.filter(({ line }) => !sent.includes(line));
    expect(unsent.filter(({ line }) => !conditional.includes(line))).toEqual([]);
    expect(printed.length - sent.length).toBeGreaterThanOrEqual(0);
    expect(printed.length - sent.length).toBeLessThanOrEqual(conditional.length);
  });

  test('counts the cancels of each stage, and how many carry the valid key; the documentation tells how many do not', async () => {
    const { run } = await place(await startStore());
    const { out: table } = await run('--dry-run');
    const { out } = await run('--dry-run', '--verbose');
    const printed = printedIn(out);
    const inStages = [...table.matchAll(/^ {2}[a-z -]+ +(\d+) DELETE +(\d+) GET /gm)];
    expect(inStages.map(([line]) => line.trim().split('  ')[0])).toEqual(
      Object.values(STAGES).map(({ shown }) => shown),
    );
    const sum = (at: number) => inStages.reduce((total, counts) => total + Number(counts[at]), 0);
    expect(sum(1) + sum(2)).toBe(printed.length);
    expect(table.trimEnd().split('\n').length).toBeLessThan(25);
    const cancels = printed.filter(({ method }) => method === 'DELETE');
    const valid = cancels.filter(({ key }) => key === 'valid');
    expect(out).toContain(`${cancels.length} DELETE requests, ${valid.length} of them with the valid key\n`);

    const text = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const [, about, kinds] = /about (\d+) of them carry no valid key: .*?(\d+) invalid/s.exec(text) ?? [];
    const invalid = printed.flatMap(({ key }) => (key.startsWith('valid') ? [] : [key]));
    expect([Number(about), Number(kinds)]).toEqual([Math.round(invalid.length / 10) * 10, new Set(invalid).size]);
  });
});

describe('the settings of a run', () => {
  test('--rate keeps requests apart', async () => {
    const { out } = await judge(await startStore(), ['--suite', 'auth-list', '--report', 'json', '--rate', '100']);
    const { durationMs, requestCount } = JSON.parse(out);
    expect(requestCount).toBeGreaterThan(20);
    expect(durationMs).toBeGreaterThan((requestCount - 1) * 10);
  });
});

describe('a terminal', () => {
  const controlSequence = '\u001b[';

  test('gets colour, and progress on standard error that is cleared in the end', async () => {
    const { out, err } = await judge(await startStore(), ONE_CANCEL, { tty: true });
    expect(out).toContain(controlSequence);
    expect(err).toMatch(/K\d+ requests, \d+ s: must be refused/);
    expect(err.endsWith(`\r${controlSequence}2K`)).toBe(true);
  });

  test('of a pipeline gets no progress: a workflow command has to begin its line', async () => {
    const argv = ['--report', 'github', ...ONE_CANCEL];
    const { out, err } = await judge(await startStore(), argv, { tty: true, env: { CI: 'true' } });
    expect([err, out]).toEqual(['', expect.stringMatching(/^::notice title=Conformance%3A conformant/)]);
  });
});
