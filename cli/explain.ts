import { coverage } from '../runner/engine/coverage.js';
import type { Scenario, Suite } from '../runner/engine/scenario.js';
import { nearest } from '../runner/input/suggestion.js';
import { UsageError } from '../runner/input/usage-error.js';
import type { Ambiguity, Requirement } from '../runner/judge/requirement.js';
import { type Fault, faults } from '../servers/faults/index.js';
import { variants } from '../servers/variants/index.js';
import { storeOrdersInterface } from '../suites/contract.js';
import type { ExitCode, Io } from './io.js';

const { requirements, ambiguities, suites } = storeOrdersInterface;

export function explainCommand(id: string, io: Io): Promise<ExitCode> {
  const text = explanation(id);
  if (text === undefined) {
    throw new UsageError(
      `Nothing has the id "${id}".${suggestion(id)} \`store-orders-conformance list\` shows all ids.`,
    );
  }
  io.out(`${text}\n`);
  return Promise.resolve(0);
}

function explanation(id: string): string | undefined {
  const has = (entry: { readonly id: string }): boolean => entry.id === id;
  const requirement = requirements.find(has);
  if (requirement) return explainRequirement(requirement);
  const suite = suites.find(({ scenarios }) => scenarios.some(has));
  const scenario = suite?.scenarios.find(has);
  if (suite && scenario) return explainScenario(suite, scenario);
  const fault = faults.find(has);
  if (fault) return explainFault(fault);
  const open = [
    ...ambiguities.map(openQuestion),
    ...variants.map(({ id: variant, summary }) => ({
      id: variant,
      text: `${variant} · permitted variant of the reference\n\n${summary}`,
    })),
  ];
  return open.find(has)?.text;
}

const openQuestion = ({ id, clause, question }: Ambiguity) => ({
  id,
  text: `${id} · open question · ${clauseName(clause)}\n\n${question}\nThe contract does not show it, so nobody is failed; the report records what the target does.`,
});

const clauseName = (clause: string): string =>
  clause === '0' ? 'preamble of the contract' : `§${clause} of the contract`;

const judges = ({ requirements: primary, alsoJudges = [] }: Scenario, id: string): boolean =>
  [...primary, ...alsoJudges].includes(id);

function explainRequirement({ id, clause, level, operation, text, why, fix }: Requirement): string {
  const scenarios = suites.flatMap((suite) => suite.scenarios).filter((scenario) => judges(scenario, id));
  const caught = faults.filter((fault) => fault.requirements.includes(id));
  return [
    `${id} · ${level} · ${clauseName(clause)} · ${operation === 'both' ? 'both operations' : operation}`,
    '',
    text,
    ...(why === undefined ? [] : ['', `Why: ${why}`]),
    '',
    `To fix: ${fix}`,
    '',
    `Judged by: ${scenarios.map((scenario) => scenario.id).join(', ')}`,
    ...(caught.length > 0 ? [`Shown to fail by the faults: ${caught.map((fault) => fault.id).join(', ')}`] : []),
  ].join('\n');
}

function explainScenario(suite: Suite, scenario: Scenario): string {
  const { id, title, requests, requirements: primary, alsoJudges = [] } = scenario;
  return [
    `${id} · scenario of ${suite.title}`,
    '',
    `${title}.`,
    '',
    ...needsLines(scenario),
    'Sends:',
    ...Object.entries(requests).map(([name, spec]) =>
      spec.operation === 'listOrders'
        ? `  ${name}: GET /store/orders${spec.query ? `?${spec.query}` : ''}, key: ${spec.credential}`
        : `  ${name}: DELETE, key: ${spec.credential}; ${spec.purpose}`,
    ),
    ...(Object.keys(requests).length === 0 ? ['  nothing of its own'] : []),
    'Judges:',
    ...requirements.filter((entry) => primary.includes(entry.id)).flatMap(judgedLines),
    ...(alsoJudges.length > 0 ? [`Along the way: ${alsoJudges.join(', ')}`] : []),
  ].join('\n');
}

function needsLines({ needs }: Scenario): string[] {
  const orders = needs.orders ?? [];
  if (orders.length === 0) return ['Needs: no order of its own.'];
  const { pending, shipped, other } = coverage(storeOrdersInterface);
  const how = needs.sharesOrders ? ', which it may share' : ' of its own';
  return [
    `Needs: 1 ${orders.join(' and 1 ')} order${how}${needs.prefersLongId ? ', if possible with an id above 2^53' : ''}.`,
    `All scenarios together need ${pending} pending orders, ${shipped} shipped and ${other} in another state.`,
  ];
}

const judgedLines = ({ id, clause, level, text, fix }: Requirement): string[] => [
  `  ${id} (${clauseName(clause)}, ${level}): ${text}`,
  `    To fix: ${fix}`,
];

const explainFault = ({ id, summary, who, requirements: caughtBy }: Fault): string =>
  [`${id} · fault of the reference`, '', summary, who, '', `Caught by: ${caughtBy.join(', ')}`].join('\n');

function suggestion(id: string): string {
  const known = [
    ...requirements,
    ...suites.flatMap(({ scenarios }) => scenarios),
    ...ambiguities,
    ...faults,
    ...variants,
  ];
  const ids = known.map((entry) => entry.id);
  const near = [...new Set([...ids.filter((candidate) => candidate.includes(id)), nearest(id, ids) ?? id])];
  const meant = near.filter((candidate) => candidate !== id).slice(0, MOST_SUGGESTIONS);
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
}

const MOST_SUGGESTIONS = 4;
