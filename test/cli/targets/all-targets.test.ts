import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../index.js';
import { fault } from '../../engine/servers.js';
import {
  asChanged,
  deletesOf,
  fixturesText,
  openStore,
  orderIdOf,
  type Store,
  startStore,
} from '../../engine/store.js';
import { problemsOf, validatorOf } from '../../schemas/schema-validator.js';
import { directoryWith } from '../../settings/directory.js';
import { refusalOf, runProgram, type Surroundings } from '../run-program.js';

type Targets = Readonly<Record<string, { readonly store: Store; readonly more?: string }>>;

/** A target each, with a store of its own. */
const storesOf = async (...names: readonly string[]): Promise<Targets> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, { store: await startStore() }])));

/** A folder with a configuration of these targets, each with its own key and orders, and the command line in it. */
async function placeOf(
  targets: Targets,
  files: Readonly<Record<string, string>> = {},
  surroundings: Surroundings = {},
) {
  const entries = Object.entries(targets);
  const text = entries.map(
    ([name, { store, more = '' }]) =>
      `${name}:\n  baseUrl: ${store.baseUrl}\n  apiKeyVariable: KEY_${name}\n  fixtures: ${name}.yaml\n${more}`,
  );
  const cwd = await directoryWith({
    'store-orders-conformance.yaml': 'targets: ./targets.yaml\n',
    'targets.yaml': text.join(''),
    ...Object.fromEntries(entries.map(([name, { store }]) => [`${name}.yaml`, fixturesText(store.orders)])),
    ...files,
  });
  const env = Object.fromEntries(entries.map(([name, { store }]) => [`KEY_${name}`, store.apiKey]));
  const judgeAll = (...words: readonly string[]) =>
    runProgram(['run', '--all-targets', ...words], { cwd, env, ...surroundings });
  const reportOf = async (name: string): Promise<Report> =>
    JSON.parse(await readFile(join(cwd, 'out', `${name}.json`), 'utf8'));
  const stores = entries.map(([, { store }]) => store);
  return { cwd, judgeAll, reportOf, connections: () => stores.map((store) => store.connections()) };
}

const masked = (text: string): string =>
  text.replaceAll(/[\d.]+ m?s\b/g, 'TIME').replaceAll(/http:\/\/[\d.:]+/g, 'TARGET');

const REPORTS = ['--report', 'json=out/{target}.json'];

/** As little of a run as there is. */
const BASE = ['--suite', 'base'];

describe('all targets of a configuration', () => {
  test('may stand in a file of their own, with `targets` around them as well', async () => {
    const { cwd, judgeAll } = await placeOf(await storesOf('only'));
    const text = await readFile(join(cwd, 'targets.yaml'), 'utf8');
    await writeFile(join(cwd, 'targets.yaml'), `targets:\n${text.replaceAll(/^(?=.)/gm, '  ')}`);
    const { code, out } = await judgeAll(...BASE);
    expect([code, out]).toEqual([0, expect.stringContaining('only  conformant')]);
  });

  test('are judged, told a line each, and in a table with the worst first', async () => {
    const gone = await openStore();
    await gone.close();
    const { cwd, judgeAll, reportOf } = await placeOf({
      ...(await storesOf('good')),
      gone: { store: gone },
      bad: { store: await startStore(asChanged(fault('cancels-delivered'))) },
    });
    const { code, out, err } = await judgeAll(...REPORTS);
    expect([code, err]).toEqual([1, '']);
    const [lines = '', table] = masked(out).split('\n\n');
    expect(table).toBe(
      `bad   nonconformant: must 81 of 82 held (1 fail), should 9 of 9 held
gone  inconclusive: Connecting to TARGET was refused (ECONNREFUSED).
good  conformant: must 82 of 82 held, should 9 of 9 held
3 targets in TIME: 1 nonconformant, 1 inconclusive, 1 conformant
`,
    );
    expect(lines.split('\n').sort()).toEqual([
      'bad  nonconformant: must 81 of 82 held (1 fail), should 9 of 9 held (TIME)',
      'gone  inconclusive: Connecting to TARGET was refused (ECONNREFUSED). (TIME)',
      'good  conformant: must 82 of 82 held, should 9 of 9 held (TIME)',
    ]);
    const reports = (await readdir(join(cwd, 'out'))).filter((name) => name.endsWith('json'));
    expect(reports.sort()).toEqual(['bad.json', 'gone.json', 'good.json']);
    const report = await reportOf('bad');
    expect([report.target.name, report.verdict]).toEqual(['bad', 'nonconformant']);
    expect(problemsOf(validatorOf('schemas/report.schema.json'), report)).toEqual([]);
  });

  test('are a line of JSON each where the report goes to standard output', async () => {
    const { judgeAll } = await placeOf(await storesOf('a', 'b'));
    const { code, out, err } = await judgeAll('--report', 'json', ...BASE);
    const names = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).target.name);
    expect([code, names.sort()]).toEqual([0, ['a', 'b']]);
    expect(err).toContain('2 targets in ');
  });

  test('go on without the one whose orders cannot be made, and have their counts where all that was selected held', async () => {
    const { judgeAll } = await placeOf(await storesOf('a', 'b'), { 'a.yaml': 'provision:\n  command: exit 7\n' });
    const { code, out } = await judgeAll(...BASE);
    expect(code).toBe(3);
    expect(out).toContain('a  not judged: The provisioning command `exit 7` ended with exit code 7');
    expect(out).toMatch(
      /^b {2}conformant so far: 81 must requirements were left out by the selection: must 1 of \d+ held \(/m,
    );
  });

  test('are not begun once the run is interrupted', async () => {
    const { judgeAll, connections } = await placeOf(await storesOf('a'), {}, { interrupted: AbortSignal.abort() });
    expect(masked((await judgeAll()).out)).toBe('\n1 target in TIME: 1 not judged\n');
    expect(connections()).toEqual([0]);
  });
});

/** The targets that were judged, in the order in which they ended. */
const namesIn = (out: string) => [...(out.split('\n\n')[0]?.matchAll(/^(\S+) {2}/gm) ?? [])].map(([, name]) => name);

describe('targets that share orders', () => {
  test('are in one shard of those that have every N-th target', async () => {
    const [store, more] = [await startStore(), '  group: shared\n'];
    const { judgeAll } = await placeOf({
      a: { store },
      ...(await storesOf('b')),
      again: { store },
      c: { store: await startStore(), more },
      d: { store: await startStore(), more },
      ...(await storesOf('e')),
    });
    const judged = (shard: string) => judgeAll(...BASE, '--shard', shard);
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
    const { judgeAll } = await placeOf({ a: { store, more: '  readOnly: true\n' }, b: { store } });
    const { out } = await judgeAll('--jobs', '2', '--suite', 'auth-list');
    expect(namesIn(out)).toEqual(['a', 'b']);
  });
});

describe('--resume', () => {
  const words = [...REPORTS, ...BASE, '--resume'];
  const LEDGER = 'out/a.json.ledger.jsonl';

  test('leaves a target alone whose report is there, and judges it again where that is not a whole one', async () => {
    const { cwd, judgeAll, reportOf } = await placeOf(await storesOf('a'));
    expect((await judgeAll(...words)).out).not.toContain('judged before');
    expect((await judgeAll(...words)).out).toContain('(judged before)');
    const { format, verdict } = await reportOf('a');
    for (const part of [{ format, verdict }, 'x']) {
      await writeFile(join(cwd, 'out', 'a.json'), JSON.stringify(part));
      const { code, out, err } = await judgeAll(...words);
      expect([code, err, out]).toEqual([0, '', expect.not.stringContaining('judged before')]);
      expect(await reportOf('a')).toMatchObject({ format, verdict });
    }
  });

  test('judges a target that was interrupted or cut off without the orders that it may have used up', async () => {
    const interruption = new AbortController();
    const store = await startStore({
      behaviour: () => ({
        intercept: ({ idText, authorization, apiKey }) => {
          if (idText === '101' && authorization === `Bearer ${apiKey}`) interruption.abort(130);
          return undefined;
        },
      }),
    });
    const files = { 'a.yaml': fixturesText({ pending: [101], shipped: [201], other: [301] }) };
    const { cwd, judgeAll, reportOf } = await placeOf({ a: { store } }, files, { interrupted: interruption.signal });
    expect((await judgeAll(...REPORTS, '--scenario', 'cancel-pending')).code).toBe(130);
    expect([(await reportOf('a')).verdict, existsSync(join(cwd, LEDGER))]).toEqual(['inconclusive', true]);
    const asked = deletesOf(store).length;
    const env = { KEY_a: store.apiKey };
    const argv = ['run', '--all-targets', ...REPORTS, '--scenario', 'cancel-*'];
    expect(await refusalOf(argv, { cwd, env })).toContain('It may have cancelled 101.');
    const { err } = await runProgram([...argv, '--resume'], { cwd, env });
    expect(err).toBe('a: The target is judged without 101, which a run that was cut off may have cancelled.\n');
    const later = deletesOf(store).slice(asked).map(orderIdOf);
    expect([later.length > 0, later.includes('101'), existsSync(join(cwd, LEDGER))]).toEqual([true, false, false]);
  });

  test('sends nothing to any target where the ledger of one cannot be read', async () => {
    const { judgeAll, connections } = await placeOf(await storesOf('b', 'a'), { [LEDGER]: 'garbage\n' });
    const { code, err } = await judgeAll(...REPORTS, '--resume');
    expect([code, err]).toEqual([2, expect.stringMatching(/a\.json\.ledger\.jsonl:1: This is not a line of a ledger/)]);
    expect(connections()).toEqual([0, 0]);
  });
});
