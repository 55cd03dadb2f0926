import { describe, expect, test } from 'vitest';
import { CREDENTIALS } from '../../interface/interface.js';
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { samples, savedReport } from '../reporters/sample-report.js';
import { problemsOf, validatorOf } from './schema-validator.js';

const validate = validatorOf('schemas/report.schema.json');

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type Path = readonly (string | number)[];

const saved = samples.map(([name]): { [member: string]: Json } => JSON.parse(savedReport(name)));

/** A report with every member that some sample has, and the requirements of all samples. */
const whole: Json = {
  ...Object.assign({}, ...saved.toReversed()),
  requirements: saved.flatMap(({ requirements = [] }) => requirements),
};

/** The report with the value at a path replaced, or removed without a value. */
function mutated(path: Path, value?: Json): Json {
  const root = structuredClone(whole);
  const parent = path
    .slice(0, -1)
    .reduce<Json>((node, step) => (node as { [member: string]: Json })[step] ?? null, root);
  const last = path.at(-1) ?? '';
  if (value === undefined) delete (parent as { [member: string]: Json })[last];
  else (parent as { [member: string]: Json })[last] = value;
  return root;
}

/** Paths of all members of objects, also of those in arrays. */
function memberPaths(value: Json, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((element, index) => memberPaths(element, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...memberPaths(member, [...path, name])]);
}

describe('the schema of the JSON report', () => {
  test.each(samples)('accepts the %s sample', (_, report) => {
    expect(problemsOf(validate, JSON.parse(JSON.stringify(report)))).toEqual([]);
  });

  test('accepts members that are added later', () => {
    expect(problemsOf(validate, mutated(['scenarios', 0, 'later'], { any: 'thing' }))).toEqual([]);
  });

  test('requires every member that every run has', async () => {
    const optional = memberPaths(whole)
      .filter((path) => validate(mutated(path)))
      .map((path) => path.filter((step) => typeof step === 'string').join('.'));
    await expect(`${[...new Set(optional)].sort().join('\n')}\n`).toMatchFileSnapshot('expected/optional-members.txt');
  });

  test('describes every member: any other type is refused', () => {
    const undescribed = memberPaths(whole).filter((path) => validate(mutated(path, { unlike: [] })));
    expect(undescribed).toEqual([]);
  });

  test.each<[path: Path, value: Json, problem: string]>([
    [['format'], 'store-orders-conformance/report/1', '/format const'],
    [['startedAt'], 'yesterday', '/startedAt format'],
    [['requirementCounts', 'should', 'not-applicable'], -1, '/requirementCounts/should/not-applicable minimum'],
    [['requirements', 0, 'clause'], '§4.1', '/requirements/0/clause pattern'],
    [['deletions', 0, 'orderId'], 101, '/deletions/0/orderId type'],
    [['exchanges', 0, 'request', 'headers', 0], ['Accept'], '/exchanges/0/request/headers/0 minItems'],
    [['exchanges', 0, 'response'], {}, '/exchanges/0/response oneOf'],
  ])('rejects %j as %j', (path, value, problem) => {
    expect(problemsOf(validate, mutated(path, value))).toContain(problem);
  });

  test('names every kind of credential', () => {
    expect(reportSchema.$defs.request.properties.credential.enum).toEqual(Object.keys(CREDENTIALS));
  });
});
