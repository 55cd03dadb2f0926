import { conditionText } from '../../runner/engine/condition.js';
import { coverage, type RequestSpec, type Scenario } from '../../runner/engine/scenario.js';
import { nearest } from '../../runner/input/suggestion.js';
import { UsageError } from '../../runner/input/usage-error.js';
import type { Fingerprint } from '../../runner/judge/causes/fingerprint.js';
import type { Ambiguity, Requirement } from '../../runner/judge/requirement.js';
import { type Fault, faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { ExitCode, Io } from '../shell/io.js';
import { requirementsFrom } from './list.js';

const { requirements, ambiguities, suites, rules, fingerprints, editions } = storeOrdersInterface;

const explained = <T extends { readonly id: string }>(things: readonly T[], explain: (thing: T) => string) =>
  things.map((thing) => ({ id: thing.id, text: () => explain(thing) }));

/** Everything that has an id, and what is said of it. */
const entries = [
  ...explained(requirements, explainRequirement),
  ...suites.flatMap(({ title, scenarios }) => explained(scenarios, (scenario) => explainScenario(title, scenario))),
  ...explained(ambiguities, explainAmbiguity),
  ...explained(fingerprints, explainFingerprint),
  ...explained(faults, explainFault),
  ...explained(variants, ({ id, summary }) => `${id} · permitted variant of the reference\n\n${summary}`),
];

const MAX_SUGGESTIONS = 4;

export async function explainCommand(id: string, _flags: object, io: Io): Promise<ExitCode> {
  const entry = entries.find((known) => known.id === id);
  if (!entry) {
    const ids = entries.map((known) => known.id);
    const near = new Set([...ids.filter((known) => known.includes(id)), nearest(id, ids) ?? []].flat());
    const suggestion = near.size === 0 ? '' : ` Did you mean ${[...near].slice(0, MAX_SUGGESTIONS).join(' or ')}?`;
    throw new UsageError(`Nothing has the id "${id}".${suggestion} \`store-orders-conformance list\` shows all ids.`);
  }
  io.out(`${entry.text()}\n`);
  return 0;
}

function explainAmbiguity({ id, clause, question }: Ambiguity): string {
  return `${id} · open question · ${clauseName(clause)}\n\n${question}\nThe contract does not answer it, so nobody fails for it; the report records what the target does.`;
}

const clauseName = (clause: string): string =>
  clause === '0' ? 'preamble of the contract' : `§${clause} of the contract`;

function explainRequirement({ id, clause, level, operation, text, why, fix }: Requirement): string {
  const from = rules.find(({ requirement }) => requirement === id)?.from ?? [];
  const caught = faults.filter((fault) => fault.requirements.includes(id)).map((fault) => fault.id);
  const scoring = editions.filter((edition) => id in edition.requirements).map((edition) => edition.id);
  const proof = caught.length > 0 ? [`Proven to fail by the faults: ${caught.join(', ')}`] : [];
  return [
    `${id} · ${level} · ${clauseName(clause)} · ${operation === 'both' ? 'both operations' : operation}\n`,
    `${text}\n`,
    ...(why === undefined ? [] : [`Why: ${why}\n`]),
    `To fix: ${fix}\n`,
    `Judged from: ${from.join(', ')}, and from every other exchange that shows something about it.`,
    `Scored by the editions: ${scoring.join(', ') || 'none yet'}`,
    ...proof,
  ].join('\n');
}

function explainScenario(suite: string, { id, title, order, requests, reads = [] }: Scenario): string {
  const sent = Object.entries(requests).map(([name, spec]) => `  ${name}: ${requestLine(spec)}`);
  const judged = requirementsFrom(id);
  return [
    `${id} · scenario of ${suite}\n`,
    `${title}.\n`,
    order ? orderLines(order) : 'Needs: no order of its own.',
    'Sends:',
    ...(sent.length === 0 ? ['  nothing of its own'] : sent),
    ...(reads.length > 0 ? [`Reads: ${reads.join(', ')}`] : []),
    'Judges:',
    ...requirements.filter((entry) => judged.includes(entry.id)).map(judgedLines),
  ].join('\n');
}

function requestLine({ credential, when, ...spec }: RequestSpec): string {
  const what =
    spec.operation === 'listOrders'
      ? `GET /store/orders${spec.query ? `?${spec.query}` : ''}, key: ${credential}`
      : `DELETE, key: ${credential}; ${spec.purpose}`;
  return when ? `${what}; ${conditionText(when)}` : what;
}

function orderLines({ state, shared, prefers }: NonNullable<Scenario['order']>): string {
  const { pending, shipped, other } = coverage(suites);
  const how = shared ? ', which it may share' : ' of its own';
  return `Needs: 1 ${state} order${how}${prefers ? ', if possible with an id above 2^53' : ''}.
All scenarios together need ${pending} pending orders, ${shipped} shipped and ${other} in another state.`;
}

const judgedLines = ({ id, clause, level, text, fix }: Requirement): string =>
  `  ${id} (${clauseName(clause)}, ${level}): ${text}\n    To fix: ${fix}`;

function explainFingerprint({ id, name, looks, repair }: Fingerprint): string {
  return `${id} · cause of deviations\n\nSent by default by ${name}:\n  ${looks}\n\nTo fix: ${repair}`;
}

function explainFault({ id, summary, who, requirements: caughtBy }: Fault): string {
  return `${id} · fault of the reference\n\n${summary}\n${who}\n\nCaught by: ${caughtBy.join(', ')}`;
}
