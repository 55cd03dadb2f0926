import { describe, expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { CREDENTIALS } from '../../suites/interface/interface.js';
import { baselineReport } from '../reporters/sample-changes.js';
import { cleanReport, sampleReport } from '../reporters/sample-report.js';
import { problemsOf, validatorOf } from './schema-validator.js';

const validate = validatorOf('schemas/report.schema.json');

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** With every member that a report can have. */
const whole: Report = {
  ...baselineReport,
  ...sampleReport,
  requirements: [...sampleReport.requirements, ...baselineReport.requirements],
};

const jsonReport = (report = whole): Json => JSON.parse(renderReport(report, 'json'));

/** The report with the value at a path (member names and indexes) replaced, or removed where there is no value. */
function mutated(path: readonly (string | number)[], value?: Json): Json {
  const [last = '', ...reversedParents] = [...path].reverse();
  const root = jsonReport();
  const parent = reversedParents
    .reverse()
    .reduce<Json>((node, step) => (node as { [member: string]: Json })[step] ?? null, root);
  if (value === undefined) delete (parent as { [member: string]: Json })[last];
  else (parent as { [member: string]: Json })[last] = value;
  return root;
}

/** Paths of all members of objects, one array element of each kind included. */
function memberPaths(value: Json, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((element, index) => memberPaths(element, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...memberPaths(member, [...path, name])]);
}

describe('the schema of the JSON report', () => {
  test.each([
    ['with every verdict', whole],
    ['of a clean run', cleanReport],
  ])('accepts a report %s', (_, report) => {
    expect(problemsOf(validate, jsonReport(report))).toEqual([]);
  });

  test('accepts members that are added later', () => {
    expect(problemsOf(validate, mutated(['scenarios', 0, 'later'], { any: 'thing' }))).toEqual([]);
  });

  test('requires every member but those that not every run has', () => {
    const optional = memberPaths(jsonReport())
      .filter((path) => validate(mutated(path)))
      .map((path) => path.filter((step) => typeof step === 'string').join('.'));
    expect(new Set(optional)).toEqual(
      new Set([
        'target.name',
        'baseline',
        'baseline.requirement',
        'baseline.cause',
        'baseline.issue',
        'baseline.remark',
        'requirements.known',
        'causes.likely',
        'orders.stages.shows',
        'orders.window',
        'orders.window.after',
        'requirements.reason',
        'requirements.scored',
        'requirements.exchanges',
        'scenarios.reason',
        'scenarios.leftOut',
      ]),
    );
  });

  test('describes every member: none may be of another type', () => {
    const undescribed = memberPaths(jsonReport()).filter((path) => validate(mutated(path, { unlike: [] })));
    expect(undescribed).toEqual([]);
  });

  test.each<[path: (string | number)[], value: Json, problem: string]>([
    [['format'], 'store-orders-conformance/report/1', '/format const'],
    [['startedAt'], 'yesterday', '/startedAt format'],
    [['requirementCounts', 'should', 'not-applicable'], -1, '/requirementCounts/should/not-applicable minimum'],
    [['requirements', 0, 'clause'], '§4.1', '/requirements/0/clause pattern'],
    [['deletions', 0, 'orderId'], 101, '/deletions/0/orderId type'],
    [['exchanges', 0, 'request', 'headers', 0], ['Accept'], '/exchanges/0/request/headers/0 minItems'],
  ])('rejects %j as %j', (path, value, problem) => {
    expect(problemsOf(validate, mutated(path, value))).toEqual([problem]);
  });

  test('names every kind of credential', () => {
    expect(reportSchema.$defs.request.properties.credential.enum).toEqual(Object.keys(CREDENTIALS));
  });

  test('rejects a response that is neither an answer nor a failure', () => {
    expect(problemsOf(validate, mutated(['exchanges', 0, 'response'], {}))).toContain('/exchanges/0/response oneOf');
  });
});
