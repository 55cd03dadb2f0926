import type { Report } from '../runner/judge/report.js';
import type { Reporter } from './reporter.js';

type MemberOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K extends PropertyKey> = T extends { readonly [P in K]?: infer V } ? Exclude<V, undefined> : never;

/** The members of T in the order in which they are written; `true` stands for a value that has no members. */
type Layout<T> = [T] extends [readonly (infer Element)[]]
  ? Layout<Element>
  : [T] extends [object]
    ? { readonly [K in MemberOf<T>]: Layout<ValueOf<T, K>> }
    : true;

/** The compiler holds this list complete: a member that `Report` gains has to be given its place. */
const layout: Layout<Report> = {
  format: true,
  tool: { name: true, version: true },
  contract: { name: true, version: true },
  target: { baseUrl: true, name: true },
  startedAt: true,
  durationMs: true,
  verdict: true,
  complete: true,
  strict: true,
  counts: { pass: true, fail: true, warn: true, blocked: true, inconclusive: true, skipped: true, error: true },
  requirements: {
    id: true,
    clause: true,
    level: true,
    operation: true,
    text: true,
    verdict: true,
    reason: true,
    scenarios: true,
  },
  suites: { id: true, title: true },
  scenarios: {
    id: true,
    suite: true,
    title: true,
    requirements: true,
    verdict: true,
    reason: true,
    durationMs: true,
    findings: {
      requirement: true,
      level: true,
      message: true,
      expected: true,
      actual: true,
      at: true,
      exchange: true,
    },
    notes: true,
  },
  ambiguities: { id: true, clause: true, question: true, observed: true },
  deletions: { orderId: true, scenario: true, purpose: true, authorized: true, status: true },
  fixtures: true,
  exchanges: {
    id: true,
    scenario: true,
    startedAt: true,
    durationMs: true,
    attempts: true,
    request: { method: true, url: true, headers: true, credential: true },
    response: {
      status: true,
      reason: true,
      headers: true,
      body: { length: true, text: true, whole: true, digest: true, end: true },
      failure: true,
    },
    curl: true,
  },
};

interface MemberOrder {
  readonly [member: string]: true | MemberOrder;
}

/** Members that the order does not know come last, as they are. */
function arrange(value: unknown, order: true | MemberOrder): unknown {
  if (order === true || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => arrange(element, order));
  const members = new Map(Object.entries(value));
  const known = Object.keys(order).filter((name) => members.has(name));
  return Object.fromEntries([
    ...known.map((name) => [name, arrange(members.get(name), order[name] ?? true)]),
    ...[...members].filter(([name]) => !Object.hasOwn(order, name)),
  ]);
}

/** The report itself, as `schemas/report.schema.json` describes it. */
export const json: Reporter = (report) => `${JSON.stringify(arrange(report, layout), null, 2)}\n`;
