import { conditionText } from '../runner/engine/condition.js';
import { coverage } from '../runner/engine/coverage.js';
import type { RequestSpec, Scenario, Suite } from '../runner/engine/scenario.js';
import { nearest } from '../runner/input/suggestion.js';
import { UsageError } from '../runner/input/usage-error.js';
import type { Ambiguity, Requirement } from '../runner/judge/requirement.js';
import { type Fault, faults } from '../servers/faults/index.js';
import { variants } from '../servers/variants/index.js';
import { storeOrdersInterface } from '../suites/contract.js';
import type { ExitCode, Io } from './io.js';
import { requirementsFrom } from './list.js';

const { requirements, ambiguities, suites, rules } = storeOrdersInterface;

/** Everything that has an id, and what is said of it. */
const entries: readonly { readonly id: string; readonly text: () => string }[] = [
  ...requirements.map((requirement) => ({ id: requirement.id, text: () => explainRequirement(requirement) })),
  ...suites.flatMap((suite) =>
    suite.scenarios.map((scenario) => ({ id: scenario.id, text: () => explainScenario(suite, scenario) })),
  ),
  ...ambiguities.map((ambiguity) => ({ id: ambiguity.id, text: () => explainAmbiguity(ambiguity) })),
  ...faults.map((fault) => ({ id: fault.id, text: () => explainFault(fault) })),
  ...variants.map(({ id, summary }) => ({
    id,
    text: () => `${id} · permitted variant of the reference\n\n${summary}`,
  })),
];

export function explainCommand(id: string, io: Io): Promise<ExitCode> {
  const entry = entries.find((known) => known.id === id);
  if (!entry) {
    throw new UsageError(
      `Nothing has the id "${id}".${suggestion(id)} \`store-orders-conformance list\` shows all ids.`,
    );
  }
  io.out(`${entry.text()}\n`);
  return Promise.resolve(0);
}

const MAX_SUGGESTIONS = 4;

function suggestion(id: string): string {
  const ids = entries.map((entry) => entry.id);
  const near = new Set([...ids.filter((known) => known.includes(id)), nearest(id, ids) ?? []].flat());
  return near.size === 0 ? '' : ` Did you mean ${[...near].slice(0, MAX_SUGGESTIONS).join(' or ')}?`;
}

const explainAmbiguity = ({ id, clause, question }: Ambiguity): string =>
  `${id} · open question · ${clauseName(clause)}\n\n${question}\nThe contract does not answer it, so nobody fails for it; the report records what the target does.`;

const clauseName = (clause: string): string =>
  clause === '0' ? 'preamble of the contract' : `§${clause} of the contract`;

function explainRequirement({ id, clause, level, operation, text, why, fix }: Requirement): string {
  const from = rules.find(({ requirement }) => requirement === id)?.from ?? [];
  const caught = faults.filter((fault) => fault.requirements.includes(id));
  return [
    `${id} · ${level} · ${clauseName(clause)} · ${operation === 'both' ? 'both operations' : operation}`,
    '',
    text,
    ...(why === undefined ? [] : ['', `Why: ${why}`]),
    '',
    `To fix: ${fix}`,
    '',
    `Judged from: ${from.join(', ')}, and from every other exchange that shows something about it.`,
    ...(caught.length > 0 ? [`Proven to fail by the faults: ${caught.map((fault) => fault.id).join(', ')}`] : []),
  ].join('\n');
}

function explainScenario(suite: Suite, scenario: Scenario): string {
  const { id, title, requests, reads = [] } = scenario;
  const judged = requirementsFrom(id);
  return [
    `${id} · scenario of ${suite.title}`,
    '',
    `${title}.`,
    '',
    ...needsLines(scenario),
    'Sends:',
    ...Object.entries(requests).map(([name, spec]) => `  ${name}: ${requestLine(spec)}`),
    ...(Object.keys(requests).length === 0 ? ['  nothing of its own'] : []),
    ...(reads.length > 0 ? [`Reads: ${reads.join(', ')}`] : []),
    'Judges:',
    ...requirements.filter((entry) => judged.includes(entry.id)).flatMap(judgedLines),
  ].join('\n');
}

function requestLine(spec: RequestSpec): string {
  const what =
    spec.operation === 'listOrders'
      ? `GET /store/orders${spec.query ? `?${spec.query}` : ''}, key: ${spec.credential}`
      : `DELETE, key: ${spec.credential}; ${spec.purpose}`;
  return spec.when ? `${what}; ${conditionText(spec.when)}` : what;
}

function needsLines({ order }: Scenario): string[] {
  if (!order) return ['Needs: no order of its own.'];
  const { pending, shipped, other } = coverage(suites);
  const how = order.shared ? ', which it may share' : ' of its own';
  return [
    `Needs: 1 ${order.state} order${how}${order.prefers ? ', if possible with an id above 2^53' : ''}.`,
    `All scenarios together need ${pending} pending orders, ${shipped} shipped and ${other} in another state.`,
  ];
}

const judgedLines = ({ id, clause, level, text, fix }: Requirement): string[] => [
  `  ${id} (${clauseName(clause)}, ${level}): ${text}`,
  `    To fix: ${fix}`,
];

const explainFault = ({ id, summary, who, requirements: caughtBy }: Fault): string =>
  [`${id} · fault of the reference`, '', summary, who, '', `Caught by: ${caughtBy.join(', ')}`].join('\n');
