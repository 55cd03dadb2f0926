import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../index.js';
import { erring, listingEach, together } from '../../servers/changes.js';
import { type Json, type JsonObject, literal } from '../../servers/json.js';
import { directoryWith } from '../directory.js';
import { fixturesText, startStore } from '../engine/store.js';
import { expectGolden } from '../golden.js';
import { run } from './step.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'store-orders-copy-'));

interface Edit {
  readonly properties?: object;
  readonly [keyword: string]: unknown;
}

interface Listed {
  readonly order: JsonObject;
  readonly error: JsonObject;
}

const changes = parse(readFileSync(new URL('changed-schemas.yaml', import.meta.url), 'utf8')) as {
  readonly order: Edit;
  readonly error: Edit;
  readonly stores: Readonly<Record<'right' | 'wrong', Listed>>;
};

/** Changes a schema, and keeps the other properties. */
function edit(name: 'order' | 'error', change: Edit): void {
  const file = join(copy, `schemas/${name}.schema.json`);
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  const properties = { ...schema.properties, ...change.properties };
  writeFileSync(file, JSON.stringify({ ...schema, ...change, properties }, null, 2));
}

const build = () => run(process.execPath, ['scripts/build.mjs', join(copy, 'dist'), '--no-declarations'], copy);

/** The copy that was built with these schemas, and the package, which loads them. */
const BUILT = [join(copy, 'dist/cli.js')];
const loading = () => [
  join(inject('vendor'), 'node_modules/store-orders-conformance/dist/cli.js'),
  '--schemas',
  join(copy, 'schemas'),
];

/** The report on a store that lists these members and `id` and `status`. */
async function judged({ order, error }: Listed, [program = '', ...flags]: readonly string[] = BUILT) {
  const listed = listingEach(({ id }, { status }): Json => ({ id, status, ...order }));
  const behaviour = together(
    listed,
    erring([401, 404], (own) => ({ ...own, ...error })),
  );
  const store = await startStore({ behaviour });
  const cwd = await directoryWith({ 'orders.yaml': fixturesText(store.orders) });
  const argv = [program, 'run', ...flags, '--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--report', 'json'];
  const { code, out, err } = await run(process.execPath, argv, cwd, { STORE_ORDERS_API_KEY: store.apiKey });
  if (out === '') throw new Error(err);
  const { findings } = JSON.parse(out) as Report;
  const told = findings.map(({ requirement, message, at, actual }) => [requirement, at, message, actual].join(' | '));
  return { code, told: told.filter((line, index) => told.indexOf(line) === index) };
}

beforeAll(async () => {
  const isSource = (path: string): boolean => !/^(?:\.git|node_modules|dist|test|examples|bench)(?:\/|$)/.test(path);
  cpSync(root, copy, { recursive: true, filter: (source) => isSource(source.slice(root.length)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  edit('order', changes.order);
  edit('error', changes.error);
  expect(await build()).toEqual({ code: 0, out: '', err: '' });
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('verdicts follow the schemas of Order and Error, without a change of any other file', {
  timeout: 400_000,
}, async () => {
  const { right, wrong } = changes.stores;
  expect(await judged(right)).toEqual({ code: 0, told: [] });

  const previous = literal(`${'{"previous":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
  const deep = { ...right, order: { ...right.order, previous } };
  expect(await judged(deep)).toEqual({ code: 3, told: [] });

  const { code, told } = await judged(wrong);
  expect(code).toBe(1);
  for (const listed of [right, deep, wrong]) expect(await judged(listed, loading())).toEqual(await judged(listed));
  const once = told.filter((line) => !/body \/[1-9]/.test(line));
  await expectGolden(`${once.join('\n')}\n`, 'expected/changed-schemas.txt');
});

test('a keyword that nothing judges fails the build, with its name and place', { timeout: 400_000 }, async () => {
  edit('error', { frobnicates: true });
  const { code, err } = await build();
  expect(code).toBe(1);
  expect(err).toContain(
    'schemas/error.schema.json, at #: must NOT have additional properties {"additionalProperty":"frobnicates"}',
  );
});
