import '../../cli/commands/explain.js'; // the program loads it when it first runs; what a mutation run sees loaded, it changes for every test
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countVerdicts } from '../../runner/judge/verdict.js';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { refusalOf, runProgram } from './run-program.js';

const { requirements, ambiguities, editions, rules, suites } = storeOrdersInterface;
const scenarios = suites.flatMap((suite) => suite.scenarios);

/** What cannot be judged in full without this scenario. */
const judgedFrom = (scenario: string): string[] =>
  rules.filter(({ needs }) => needs.includes(scenario)).map(({ requirement }) => requirement);

const parsed = async (...argv: string[]) => {
  const { code, out, err } = await runProgram(argv);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
};

describe('list', () => {
  test('--json lists suites, scenarios and requirements with what gates and scripts need', async () => {
    const content: { readonly scenarios: readonly { id: string; needs: unknown }[] } = await parsed('list', '--json');
    expect(content).toMatchObject({
      suites: suites.map(({ id, title }) => ({ id, title })),
      scenarios: suites.flatMap(({ id: suite, scenarios: own }) =>
        own.map(({ id, title }) => ({ id, suite, title, requirements: judgedFrom(id) })),
      ),
      requirements: requirements.map(({ id, clause, level, operation, text }) => ({
        ...{ id, clause, level, operation, text },
      })),
      ambiguities: ambiguities.map(({ id }) => ({ id })),
      editions,
      coverage: { pending: 3, shipped: 1, other: 1 },
    });
    const needs = Object.fromEntries(content.scenarios.map((scenario) => [scenario.id, scenario.needs]));
    expect(needs).toMatchObject({
      'cancel-pending': { key: true, orders: ['pending'], deletes: 10 },
      'auth-cancel-shipped': { key: true, orders: ['shipped'], sharesOrders: true, deletes: 7 },
      'auth-list-basic': { key: true, orders: [], deletes: 0 },
      'base-address': { key: false, orders: [], deletes: 0 },
      'listing-orders': { key: true },
    });
  });

  test('--faults --json lists the faults with what catches them, and the variants', async () => {
    expect(await parsed('list', '--faults', '--json')).toMatchObject({
      faults: faults.map(({ id, summary, requirements: caughtBy }) => ({ id, summary, requirements: caughtBy })),
      variants: variants.map(({ id, summary }) => ({ id, summary })),
    });
  });

  test('as text names every suite, scenario and requirement, and how many orders full coverage needs', async () => {
    const { code, out } = await runProgram(['list']);
    expect(code).toBe(0);
    for (const { id } of [...scenarios, ...requirements]) expect(out).toContain(`  ${id}  `.trimEnd());
    for (const { id, title } of suites) expect(out).toContain(`\n${title}, suite ${id}\n`);
    expect(out).toMatch(/Full coverage needs 3 pending orders .*, 1 shipped and 1 in another state\./);
  });
});

/** What is said of an id that there is. */
async function explain(id: string): Promise<string> {
  const { code, out, err } = await runProgram(['explain', id]);
  expect([id, code, err]).toEqual([id, 0, '']);
  return out;
}

describe('explain', () => {
  test('says of each requirement the clause, the text, the fix, and who judges it', async () => {
    for (const { id, clause, level, text, why, fix } of requirements) {
      const out = await explain(id);
      expect(out).toContain(
        `${id} · ${level} · ${clause === '0' ? 'preamble of the contract' : `§${clause} of the contract`}`,
      );
      for (const part of [text, fix, ...(why === undefined ? [] : [why])]) expect(out).toContain(part);
      const needs = rules.find(({ requirement }) => requirement === id)?.needs ?? [];
      expect(out).toContain(`Judged from: ${needs.join(', ')}, and from every other exchange`);
    }
  });

  test('says of each scenario, and so of an exchange, what it needs, sends and judges', async () => {
    for (const { id, title, order, requests } of scenarios) {
      const out = await explain(`${id}/first`);
      const parts = [title, ...(order ? [order.state] : []), ...Object.keys(requests), ...judgedFrom(id)];
      for (const part of parts) expect(out).toContain(part);
    }
  });

  test('knows the suites, editions, open questions, faults and variants as well', async () => {
    for (const { id } of [...suites, ...editions, ...ambiguities, ...faults.slice(0, 9), ...variants.slice(0, 9)])
      expect(await explain(id)).toContain(`${id} · `);
  });

  test('knows every cause that a report can name, and what it refers to', async () => {
    const lines = readFileSync(new URL('../detection/expected/faults.txt', import.meta.url), 'utf8');
    const causes = new Set([...lines.matchAll(/\| cause ([^\s:]+)/g)].map(([, id = '']) => id));
    expect(causes.size).toBeGreaterThan(100);
    const more = ['pending-204', 'every-cancel-404', 'refused-403-2', 'answer-listing-before', 'json-as'];
    const named = new Set<string>();
    for (const id of [...causes, ...more]) {
      const out = await explain(id);
      expect(out.startsWith(id)).toBe(true);
      for (const [, other = ''] of out.matchAll(/explain ([a-z.-]+)`/g)) named.add(other);
    }
    for (const id of named) await explain(id);
  });

  test.each([
    ['error-as-html', 'An error is an HTML page.\n\nTo fix: Write the Error of a 401 as'],
    ['error-with-code-message', 'Error bodies are objects with these members: code, message.\n\nTo fix: Write'],
    ['json-as-text-plain', 'JSON is sent as text/plain, not as application/json.\n\nTo fix: Send every JSON body'],
    [
      'json-as-no-type',
      'JSON is sent without a Content-Type, not as application/json.\n\nTo fix: Send every JSON body',
    ],
    ['body-as-text-html', 'Bodies are sent as text/html, not as application/json.'],
    ['body-as-no-type', 'Bodies are sent without a Content-Type, not as application/json.'],
  ])('says what the cause %s is about', async (id, text) => {
    expect(await explain(id)).toContain(`${id} · cause of deviations\n\n${text}`);
  });

  test.each([
    'unknown-404',
    'shipped-409',
    'no-error-as-html',
    'error-as-htmlx',
    'an-error-with-code',
    'a-json-as-text',
    'a-body-as-text',
  ])('knows no cause %s', async (id) => {
    expect(await refusalOf(['explain', id])).toContain(`Nothing has the id "${id}".`);
  });

  test('tells both the fault and the cause where they have one name', async () => {
    expect(await explain('not-int64-204')).toMatch(
      /^not-int64-204 · cause of deviations\n[\s\S]+\n\nnot-int64-204 · fault of the reference\n/,
    );
  });

  test('says of a clause which requirements and open questions follow from it', async () => {
    for (const id of new Set([...[...requirements, ...ambiguities].map(({ clause }) => clause), '6', '§4.2'])) {
      const out = await explain(id);
      const own = requirements.filter(({ clause }) => clause === id.replace('§', ''));
      for (const entry of own) expect(out).toContain(`${entry.id} (${entry.level}): ${entry.text}`);
    }
    expect(await explain('3')).toContain('other-state-cancel (open question): ');
  });

  test('knows the words of reports: the preamble, the stages, the verdicts, the levels', async () => {
    expect(await explain('preamble')).toBe(await explain('0'));
    expect(await explain('odd ids')).toMatch(/^odd ids · stage of a run\n\ncancels of /);
    for (const word of [...Object.keys(countVerdicts([])), 'must', 'should', 'may', 'complete', 'run', 'without a key'])
      expect(await explain(word)).toContain(`${word} · `);
  });

  test('suggests nothing for a part of a word', async () => {
    expect(await refusalOf(['explain', 'unc'])).not.toContain('truncates');
  });

  test.each([
    ['cancel.pending', 'cancel.pending.status'],
    ['list.jsn', 'list.json'],
    ['cancel-pendign', 'cancel-pending'],
    ['auth.lst.missing', 'auth.list.missing'],
  ])('suggests for %s what was probably meant: %s', async (id, meant) => {
    expect(await refusalOf(['explain', id])).toContain(meant);
  });
});
