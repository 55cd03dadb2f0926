import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../index.js';
import { fault } from '../../engine/servers.js';
import { asChanged, deletesOf, fixturesText, orderIdOf, type Store, startStore } from '../../engine/store.js';
import { problemsOf, validatorOf } from '../../schemas/schema-validator.js';
import { directoryWith } from '../../settings/directory.js';
import { runProgram, type Surroundings } from '../run-program.js';
import { play } from '../transcript.js';

/** A target of a configuration, with a key of its own. */
const entryOf = (name: string, { baseUrl }: Store, fixtures = `${name}.yaml`): string =>
  `  ${name}: { baseUrl: "${baseUrl}", apiKeyVariable: KEY_${name}, fixtures: ${fixtures} }\n`;

/** Targets that nobody answers for. */
const gone = (...entries: readonly (readonly [name: string, port: number, more?: string])[]): string =>
  entries.map(([name, port, more = '']) => `  ${name}: { baseUrl: "http://127.0.0.1:${port}/v1"${more} }\n`).join('');

test('all targets of a configuration', async () => {
  const [good, bad] = [await startStore(), await startStore(asChanged(fault('cancels-delivered')))];
  const files = {
    'store-orders-conformance.yaml': 'targets: ./targets.yaml\n',
    'targets.yaml': [entryOf('good', good), gone(['gone', 1]), entryOf('bad', bad)].join(''),
    'nested.yaml': 'targets: ./nested-targets.yaml\n',
    'nested-targets.yaml': `targets:\n${entryOf('good', good)}`,
    'seeded.yaml': `targets:\n${entryOf('bad', bad, 'failing.yaml')}${entryOf('good', good)}`,
    'shared.yaml': `targets:\n${gone(['a', 1], ['b', 2], ['again', 1], ['c', 3, ', group: shared'], ['d', 4, ', group: shared'], ['e', 5])}`,
    'good.yaml': fixturesText(good.orders),
    'bad.yaml': fixturesText(bad.orders),
    'failing.yaml': 'provision:\n  command: exit 7\n',
  };
  const { cwd } = await play(import.meta.url, 'targets', {
    files,
    env: { KEY_good: good.apiKey, KEY_bad: bad.apiKey },
  });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'out/bad.json'), 'utf8'));
  expect([report.target.name, report.verdict]).toEqual(['bad', 'nonconformant']);
  expect(problemsOf(validatorOf('schemas/report.schema.json'), report)).toEqual([]);
});

/** A folder with a configuration of these targets, and the command line in it. */
async function placeOf(targets: Readonly<Record<string, Store>>, surroundings: Surroundings = {}) {
  const entries = Object.entries(targets);
  const cwd = await directoryWith({
    'store-orders-conformance.yaml': `targets:\n${entries.map(([name, store]) => entryOf(name, store)).join('')}`,
    ...Object.fromEntries(entries.map(([name, { orders }]) => [`${name}.yaml`, fixturesText(orders)])),
  });
  const env = Object.fromEntries(entries.map(([name, { apiKey }]) => [`KEY_${name}`, apiKey]));
  const judgeAll = (words: readonly string[], more = surroundings) =>
    runProgram(['run', '--all-targets', ...words], { cwd, env, ...more });
  return { cwd, judgeAll };
}

test('all targets are a line of JSON each where the report goes to standard output', async () => {
  const { judgeAll } = await placeOf({ a: await startStore(), b: await startStore() });
  const { code, out, err } = await judgeAll(['--report', 'json', '--suite', 'base']);
  const names = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).target.name);
  expect([code, names.sort()]).toEqual([0, ['a', 'b']]);
  expect(err).toContain('2 targets in ');
});

test('targets are not begun once the run is interrupted', async () => {
  const store = await startStore();
  const { judgeAll } = await placeOf({ a: store }, { interrupted: AbortSignal.abort() });
  const { out } = await judgeAll([]);
  expect([out, store.connections()]).toEqual([expect.stringMatching(/^\n1 target in \d+ ms: 1 not judged\n$/), 0]);
});

test('--resume judges a target that was interrupted without the orders that it may have used up', async () => {
  const interruption = new AbortController();
  const started = await startStore({
    behaviour: () => ({
      intercept: ({ idText, authorization, apiKey }) => {
        if (idText === '101' && authorization === `Bearer ${apiKey}`) interruption.abort(130);
        return undefined;
      },
    }),
  });
  const store = { ...started, orders: { ...started.orders, pending: [101n], shipped: [201n], other: [301n] } };
  const { cwd, judgeAll } = await placeOf({ a: store }, { interrupted: interruption.signal });
  const words = ['--report', 'json=out/{target}.json', '--scenario'];
  const report = join(cwd, 'out/a.json');
  expect((await judgeAll([...words, 'cancel-pending'])).code).toBe(130);
  expect(JSON.parse(readFileSync(report, 'utf8')).verdict).toBe('inconclusive');
  const asked = deletesOf(store).length;
  const refused = await judgeAll([...words, 'cancel-*'], {});
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('It may have cancelled 101.')]);
  const { err } = await judgeAll([...words, 'cancel-*', '--resume'], {});
  expect(err).toBe('a: The target is judged without 101, which a run that was cut off may have cancelled.\n');
  const later = deletesOf(store).slice(asked).map(orderIdOf);
  expect([later.length > 0, later.includes('101'), existsSync(`${report}.ledger.jsonl`)]).toEqual([true, false, false]);
});
