import jsonld from 'jsonld';
import { Parser, type Quad } from 'n3';
import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, hostileReport, hostileTexts, sampleReport } from './sample-report.js';

const EARL = 'http://www.w3.org/ns/earl#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

const refuse = async (url: string): Promise<never> => {
  throw new Error(`${url} is not to be fetched.`);
};

/** Expanded to RDF by one library, and read by another, which refuses what is not an IRI. */
async function triplesOf(report: Report): Promise<readonly Quad[]> {
  const document = JSON.parse(renderReport(report, 'earl'));
  const nquads = await jsonld.toRDF(document, { format: 'application/n-quads', documentLoader: refuse });
  return new Parser({ format: 'N-Quads' }).parse(String(nquads));
}

/** What the graph says of each assertion, by the criterion that it is about. */
async function assertionsOf(report: Report) {
  const triples = await triplesOf(report);
  const objects = (subject: string | undefined, name: string): readonly string[] =>
    triples
      .filter((quad) => quad.subject.value === subject && quad.predicate.value === EARL + name)
      .map(({ object }) => object.value);
  return triples
    .filter(({ predicate, object }) => predicate.value === TYPE && object.value === `${EARL}Assertion`)
    .map(({ subject }) => {
      const [result] = objects(subject.value, 'result');
      return {
        by: objects(subject.value, 'assertedBy'),
        about: objects(subject.value, 'subject'),
        criterion: objects(subject.value, 'test').map((iri) => iri.split('#').at(-1)),
        outcome: objects(result, 'outcome').map((iri) => iri.replace(EARL, '')),
        info: objects(result, 'info'),
        pointers: objects(result, 'pointer').length,
      };
    });
}

test('the triples of the EARL report tell the outcome of the contract and of each requirement', async () => {
  const assertions = await assertionsOf(sampleReport);
  expect(assertions.map(({ criterion, outcome, pointers }) => [...criterion, ...outcome, pointers]).sort()).toEqual([
    ['auth.first', 'cantTell', 0],
    ['auth.later', 'untested', 0],
    ['auth.list.basic', 'untested', 0],
    ['base.version-prefix', 'cantTell', 1],
    ['cancel.other-state', 'inapplicable', 0],
    ['cancel.others', 'cantTell', 0],
    ['cancel.pending.no-body', 'failed', 1],
    ['cancel.pending.status', 'failed', 1],
    ['cancel.shipped.status', 'untested', 0],
    ['cancel.unknown.zero-negative', 'untested', 0],
    ['contract', 'failed', 0],
    ['list.array', 'passed', 0],
    ['list.later', 'failed', 1],
    ['list.repeated-members', 'failed', 1],
  ]);
  for (const { by, about } of assertions) {
    expect([by, about]).toEqual([['pkg:npm/store-orders-conformance@0.1.0'], ['https://orders.example/v1']]);
  }
});

test.each([
  ['conformant', true, 'passed'],
  ['conformant', false, 'cantTell'],
  ['inconclusive', false, 'cantTell'],
  ['nonconformant', false, 'failed'],
] as const)(
  'a run that is %s, complete: %s, has the outcome %s for the contract',
  async (verdict, complete, expected) => {
    const assertions = await assertionsOf({ ...cleanReport, verdict, complete });
    const contract = assertions.find(({ criterion }) => criterion[0] === 'contract');
    expect(contract?.outcome).toEqual([expected]);
  },
);

test.each(hostileTexts.filter(([, text]) => text !== ''))(
  'the EARL report has the same triples with %s in it',
  async (_name, text) => {
    const shape = async (report: Report) => (await triplesOf(report)).map(({ predicate }) => predicate.value).sort();
    expect(await shape(hostileReport(text))).toEqual(await shape(hostileReport('plain')));
  },
);

test('a base address with what an IRI cannot have is one all the same', async () => {
  const target = { baseUrl: 'https://orders.example/{a}|<b>^`"\\ \ud800/v1' };
  const [first] = await assertionsOf({ ...cleanReport, target });
  expect(first?.about).toEqual(['https://orders.example/%7Ba%7D%7C%3Cb%3E%5E%60%22%5C%20%5Cud800/v1']);
});
