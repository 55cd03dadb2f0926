import '../../cli/commands/explain.js'; // the program loads it when it first runs; what a mutation run sees loaded, it changes for every test
import { expect, test } from 'vitest';
import { countVerdicts } from '../../judge/results/verdict.js';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { expectGolden, readGolden } from '../golden.js';
import { inPart } from '../in-part.js';
import { runProgram } from './run-program.js';
import { play } from './transcript.js';

const { requirements, ambiguities, editions, suites } = storeOrdersInterface;
const scenarios = suites.flatMap((suite) => suite.scenarios);

/** The output of a command that must succeed without a warning. */
async function printed(...argv: string[]): Promise<string> {
  const { code, out, err } = await runProgram(argv);
  expect([argv, code, err]).toEqual([argv, 0, '']);
  return out;
}

const explain = (id: string) => printed('explain', id);

test('list --json has the members that gates and scripts need', async () => {
  const content = JSON.parse(await printed('list', '--json'));
  const listed = JSON.parse(await printed('list', '--faults', '--json'));
  const ids = (things: readonly { readonly id: string }[]) => things.map(({ id }) => ({ id }));
  expect(content).toMatchObject({
    ...{ suites: ids(suites), requirements: ids(requirements), ambiguities: ids(ambiguities), editions },
    coverage: { pending: 3, shipped: 1, other: 1 },
  });
  expect(listed).toMatchObject({ faults: ids(faults), variants: ids(variants) });
  const inOneLine = (scenario: object) => JSON.stringify(scenario, null, 1).replaceAll(/\n */g, ' ');
  const lines = content.scenarios.map((scenario: object) => `${inOneLine(scenario)}\n`);
  const first = [content.requirements[0], content.ambiguities[0], listed.faults[0], listed.variants[0]];
  const text = `${lines.join('')}\n${JSON.stringify(first, null, 2)}\n`;
  await expectGolden(text, 'expected/list.txt');
});

test('explain', async () => {
  await play(import.meta.url, 'explain');
});

test('list has every id, and explain knows each that is listed, each clause, and each word of reports', async () => {
  const [text, servers] = [await printed('list'), await printed('list', '--faults')];
  for (const { id } of [...scenarios, ...requirements]) expect(text).toContain(`  ${id}  `.trimEnd());
  for (const { id } of [...faults, ...variants]) expect(servers).toContain(`  ${id}`);
  expect(text).toMatch(/Full coverage needs 3 pending orders .*, 1 shipped and 1 in another state\./);
  const listed = [...suites, ...scenarios, ...requirements, ...editions, ...ambiguities, ...faults, ...variants];
  const words = [...Object.keys(countVerdicts([])), 'should', 'may', 'complete', 'run', 'without a key'];
  for (const id of [...inPart(listed, 10).map(({ id }) => id), ...words])
    expect(await explain(id)).toContain(`${id} · `);
  for (const clause of new Set([...requirements, ...ambiguities].map(({ clause }) => clause))) await explain(clause);
});

test('explain knows every cause that a report can name, and what it refers to', async () => {
  const texts = ['detection/expected/faults.txt', 'situations/expected.txt'].map((path) =>
    readGolden(new URL(`../${path}`, import.meta.url)),
  );
  const causes = new Set([...texts.join('\n').matchAll(/^ +(?:\| )?cause ([^\s:]+)/gm)].map(([, id = '']) => id));
  expect(causes.size).toBeGreaterThan(100);
  const named = new Set<string>();
  for (const id of [...inPart([...causes], 5), 'cancelled-204', 'answer-listing-before', 'json-as']) {
    const out = await explain(id);
    expect(out.startsWith(id)).toBe(true);
    for (const [, other = ''] of out.matchAll(/explain ([a-z.-]+)`/g)) named.add(other);
  }
  for (const id of named) await explain(id);
});

test.each([
  'unknown-404',
  'unknown-999',
  'refused-401',
  'json-as-banana',
  'answer-banana-split',
  'bodies-as-text-html',
])('explain refuses %s, which no report can have', async (id) => {
  expect(await runProgram(['explain', id])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(`Nothing has the id "${id}"`),
  });
});

test('explain tells a fault with the name of a cause with --all only', async () => {
  const fault = 'fault of the reference';
  expect(await explain('unknown-500')).not.toContain(fault);
  expect(await printed('explain', 'unknown-500', '--all')).toContain(fault);
  // Nothing else has this id.
  expect(await explain('no-content-with-length')).toContain(fault);
});
