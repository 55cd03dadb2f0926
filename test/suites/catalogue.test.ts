import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allRequestsOf } from '../../evidence/plan.js';
import { idText, type Request, type Stage } from '../../evidence/request.js';
import { CONSECUTIVE_STAGES, STAGES } from '../../evidence/stages.js';
import { byNumber } from '../../reporters/wording.js';
import { faults } from '../../servers/faults/index.js';
import { demands, questions, storeOrdersInterface } from '../../suites/contract.js';
import { AMBIGUITY_IDS, REQUIREMENT_IDS } from '../../suites/terms/ids.js';
import { deletesOf, isShared, type Scenario } from '../../suites/terms/scenario.js';
import { stepsOf } from '../engine/steps.js';
import { reportOn } from '../judge/contract.js';
import { evidence, evidenceOf } from './evidence.js';

const { requirements, ambiguities, suites, rules, editions } = storeOrdersInterface;
const scenarios = suites.flatMap((suite) => suite.scenarios);

const idsOf = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);
const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

/** Whether it cancels its own order, or that order's neighbours. */
const aimsAtOwnOrder = (scenario: Scenario): boolean =>
  deletesOf(scenario).some(
    ({ order }) =>
      order === 'own' || (typeof order === 'object' && 'unknown' in order && /^(shares|own)-/.test(order.unknown)),
  );

describe('the catalogue', () => {
  test('has one demand for each id, and one question', () => {
    expect(idsOf(requirements).sort()).toEqual([...REQUIREMENT_IDS].sort());
    expect(idsOf(ambiguities)).toEqual(AMBIGUITY_IDS);
  });

  test('has whole sentences on one line: demand, reason and repair', () => {
    const sentences = /^[A-Z`0-9][^\n]*\.$/;
    const texts = requirements.flatMap(({ id, text, why, fix }) =>
      [text, fix.text, ...(why === undefined ? [] : [why])].map((words) => [id, words] as const),
    );
    expect(texts.filter(([, words]) => !sentences.test(words))).toEqual([]);
    expect(ambiguities.filter(({ question }) => !/^[A-Z][^\n]*\?$/.test(question))).toEqual([]);
  });

  test('has rules that name scenarios, each once', () => {
    const known = new Set(idsOf(scenarios));
    for (const { requirement, needs } of rules) {
      expect([requirement, needs.length > 0]).toEqual([requirement, true]);
      expect([requirement, needs.filter((id) => !known.has(id)), repeated(needs)]).toEqual([requirement, [], []]);
    }
  });

  test('holds only requirements that some fault breaks', () => {
    const broken = new Set(faults.flatMap((fault) => fault.requirements));
    expect(idsOf(requirements).filter((id) => !broken.has(id))).toEqual([]);
  });

  test('has a heading of the contract over each clause', () => {
    const headings = new Set(storeOrdersInterface.clauses.map(({ clause }) => clause));
    const parentOf = (clause: string): string => clause.replace(/\.\d+$/, '');
    const clauses = [...requirements, ...ambiguities].map(({ clause }) => clause);
    expect(clauses.filter((clause) => !headings.has(clause) && !headings.has(parentOf(clause)))).toEqual([]);
  });

  test('keeps its ids, clauses and levels: users gate on them', async () => {
    const lines = [
      ...requirements.map(({ id, clause, level }) => `requirement ${id} §${clause} ${level}`),
      ...suites.flatMap((suite) => [`suite ${suite.id}`, ...suite.scenarios.map(({ id }) => `  scenario ${id}`)]),
      ...ambiguities.map(({ id, clause }) => `ambiguity ${id} §${clause}`),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'expected/ids.txt'));
  });
});

describe('a scenario', () => {
  test('is needed by a rule, or observes what the contract leaves open', () => {
    const judged = new Set(rules.flatMap(({ needs }) => needs));
    expect(idsOf(scenarios).filter((id) => !judged.has(id))).toEqual(['auth-scheme-letter-case']);
  });

  test('needs an order exactly where it sends cancels to one', () => {
    for (const scenario of scenarios) {
      expect([scenario.id, scenario.order !== undefined]).toEqual([scenario.id, aimsAtOwnOrder(scenario)]);
    }
  });

  test('never cancels a shared order with the valid key', () => {
    const sharing = scenarios.filter(({ order }) => order && isShared(order));
    expect(sharing.map(({ id }) => id)).toEqual(['auth-cancel-shipped', 'auth-cancel-other']);
    for (const scenario of sharing) {
      const credentials = deletesOf(scenario).map(({ credential }) => credential);
      expect(credentials.filter((credential) => credential.startsWith('valid'))).toEqual([]);
    }
  });
});

describe('an edition', () => {
  test.each(editions.map((edition) => [edition.id, edition] as const))(
    '%s is a file: with -u, it gets the digest of its list',
    async (id, { requirements }) => {
      const lines = Object.entries(requirements).map(([requirement, level]) => `${requirement} ${level}\n`);
      const digest = `sha256:${createHash('sha256').update(lines.join('')).digest('hex')}`;
      const file = join(import.meta.dirname, `../../suites/editions/${id}.json`);
      await expect(`${JSON.stringify({ id, digest, requirements }, null, 2)}\n`).toMatchFileSnapshot(file);
    },
  );

  test('has levels that break conformance or warn, and the newest is that of its clause files', () => {
    const levels = editions.flatMap((edition) => Object.values(edition.requirements));
    expect(levels.filter((level) => level !== 'must' && level !== 'should')).toEqual([]);
    const newest = editions.at(-1)?.requirements ?? {};
    const differing = requirements.filter(({ id, level }) => newest[id] !== undefined && newest[id] !== level);
    expect(differing).toEqual([]);
  });

  test('is loaded: each file of the folder, the oldest first', () => {
    const files = readdirSync(join(import.meta.dirname, '../../suites/editions'));
    expect(files.sort(byNumber)).toEqual(editions.map(({ id }) => `${id}.json`));
  });
});

describe('a quote', () => {
  test('is in the contract, word for word', () => {
    const contract = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
    const missing = [...demands, ...questions].flatMap(({ quotes }) =>
      quotes.length === 0 ? ['none'] : quotes.filter((part) => !contract.includes(part)),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ['cancel.shipped.body-json', '“All bodies are JSON (`application/json`).”'],
    ['cancel.pending.status', '204: order was pending and is cancelled; no body'],
    ['cancel.unknown.status', '404: the requested order could not be found; Error object'],
  ])('has quotation marks where it is a sentence, and none where it is a row: %s', (id, text) => {
    expect(requirements.find((requirement) => requirement.id === id)?.quote).toBe(text);
  });
});

const { plan } = evidence({ orders: { pending: [101n, 102n, 103n, 104n], shipped: [201n], other: [301n] }, sent: [] });
const requests = allRequestsOf(plan);
test.each([
  ['cancel.shipped.status', 'error'],
  ['cancel.other-state', 'error'],
  ['auth.list.missing', 'error'],
  ['cancel.unknown.status', 'inconclusive'],
])('where the suite could not gather the listings, %s is %s', (requirement, verdict) => {
  const defects = [{ scenario: 'listing', reason: 'A defect.' }];
  const { requirements } = reportOn(storeOrdersInterface, evidenceOf(plan, [], { defects }));
  expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe(verdict);
});

/** Whether a request is sent later: in a later stage, or afterwards on the same connection. */
function isAfter(request: Request, earlier: Request): boolean {
  const isLater = stepsOf(earlier).last < stepsOf(request).first;
  const sharesConnection = request.connection !== undefined && request.connection === earlier.connection;
  return isLater || (sharesConnection && requests.indexOf(earlier) < requests.indexOf(request));
}

test('a request that depends on an answer is sent after it', () => {
  const early = requests.filter((request) => {
    const { when } = request;
    if (when === undefined || typeof when === 'string') return false;
    const id = idText('found' in when ? when.found : when.succeeded);
    return requests.some((other) => idText(other.id) === id && !isAfter(request, other));
  });
  expect(early.map(({ id }) => idText(id))).toEqual([]);
});

test('requests that share a connection are sent in one stage, or in two successive ones', () => {
  const stages = new Map<string, readonly Stage[]>();
  for (const { connection, stage } of requests) {
    if (connection !== undefined) stages.set(connection, [...(stages.get(connection) ?? []), stage]);
  }
  const isInTurn = (stage: Stage, index: number, all: readonly Stage[]): boolean => {
    const before = all[index - 1] ?? stage;
    const next =
      STAGES[stage].until && before === 'look' ? stage : CONSECUTIVE_STAGES[CONSECUTIVE_STAGES.indexOf(before) + 1];
    return before === stage || next === stage;
  };
  expect([...stages].filter(([, all]) => !all.every(isInTurn))).toEqual([]);
});
