import { idText, sharedListing } from '../../evidence/request.js';
import { STAGES } from '../../evidence/stages.js';
import { tool } from '../../interface/helpers/helpers.js';
import { didYouMean, UsageError } from '../../interface/helpers/usage-error.js';
import { OPERATIONS } from '../../interface/interface.js';
import { explainCause } from '../../judge/causes/explanation.js';
import type { Fingerprint } from '../../judge/causes/fingerprint.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { countOf } from '../../reporters/wording.js';
import { conditionText } from '../../runner/engine/condition.js';
import { type Fault, faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { coverage, storeOrdersInterface } from '../../suites/contract.js';
import type { Ambiguity, Requirement } from '../../suites/terms/requirement.js';
import { isCancelSpec, isShared, type RequestSpec, type Scenario } from '../../suites/terms/scenario.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { requirementsFrom } from './list.js';
import words from './words.json' with { type: 'json' };

const { requirements, ambiguities, clauses, suites, rules, editions } = storeOrdersInterface;

const explained = <T extends { readonly id: string }>(things: readonly T[], explain: (thing: T) => string) =>
  things.map((thing) => ({ id: thing.id, text: () => explain(thing) }));

/** Everything that has an id, with its explanation. */
const entries = [
  ...explained(requirements, explainRequirement),
  ...suites.flatMap(({ title, scenarios }) => explained(scenarios, (scenario) => explainScenario(title, scenario))),
  ...explained(suites, explainSuite),
  ...explained(
    editions,
    ({ id, requirements: scored }) => `${id} · edition\n\nScores by: ${Object.keys(scored).join(', ')}`,
  ),
  ...explained(ambiguities, explainAmbiguity),
  ...explained(fingerprints, explainFingerprint),
  ...explained(faults, explainFault),
  ...Object.entries(words).map(([id, text]) => ({ id, text: () => `${id} · ${text}` })),
  ...Object.values(STAGES).map(({ label, sent }) => ({
    id: label,
    text: () => `${label} · stage of a run\n\n${sent}`,
  })),
  ...explained(variants, ({ id, summary }) => `${id} · permitted variant of the reference\n\n${summary}`),
];

/** Explains an id. For an exchange, `SCENARIO/NAME`, it explains the scenario. */
export async function explainCommand(given: string, _flags: object, io: Io): Promise<ExitCode> {
  const texts = explanationsOf(given.replace(/\/.*/, ''));
  if (texts.length === 0) {
    const ids = entries.map((entry) => entry.id);
    const remedy = `${didYouMean(given, ids)} \`store-orders-conformance list\` shows all ids.`;
    throw new UsageError(`Nothing has the id "${given}". ${remedy}`);
  }
  io.out(prose(`${texts.join('\n\n')}\n`, io));
  return 0;
}

/** All explanations of an id: a fault of the reference may share the name of a cause in a report. */
export function explanationsOf(id: string): readonly string[] {
  const known = entries.flatMap((entry) => (entry.id === id ? [entry.text()] : []));
  const clause = id === 'preamble' ? '0' : id.replace(/^§/, '');
  return [causeText(id) ?? [], ...known, explainClause(clause) ?? []].flat();
}

/** The requirements of a clause and of its sub-clauses. */
function explainClause(id: string): string | undefined {
  const own = requirements.filter(({ clause }) => clause === id || clause.startsWith(`${id}.`));
  const open = ambiguities.filter(({ clause }) => clause === id);
  const title = clauses.find(({ clause }) => clause === id)?.title;
  if (own.length === 0 && open.length === 0 && title === undefined) return undefined;
  return [
    `${clauseName(id)}${title === undefined ? '' : ` · ${title}`}`,
    '',
    ...(own.length === 0
      ? ['No requirement follows from it.']
      : own.map((entry) => `${entry.id} (${entry.level}): ${entry.text}`)),
    ...open.map((ambiguity) => `${ambiguity.id} (open question): ${ambiguity.question}`),
  ].join('\n');
}

function causeText(id: string): string | undefined {
  const text = explainCause(id);
  return text && `${id} · cause of deviations\n\n${text}`;
}

function explainAmbiguity({ id, clause, question }: Ambiguity): string {
  return `${id} · open question · ${clauseName(clause)}\n\n${question}\nThe contract does not answer it, so nobody fails for it; the report records what the target does.`;
}

const clauseName = (clause: string): string =>
  clause === '0' ? 'preamble of the contract' : `§${clause} of the contract`;

function explainRequirement({ id, clause, level, operation, text, quote, why, fix }: Requirement): string {
  const needs = rules.find(({ requirement }) => requirement === id)?.needs ?? [];
  const caught = faults.filter((fault) => fault.requirements.includes(id)).length;
  const scoring = editions.filter((edition) => id in edition.requirements).map((edition) => edition.id);
  const proof = `Proven to fail by ${countOf(caught, 'fault')} of the reference: \`${tool.name} list --faults\` shows them.`;
  return [
    `${id} · ${level} · ${clauseName(clause)} · ${operation === 'both' ? 'both operations' : operation}\n`,
    `${text}\n`,
    ...(quote === undefined ? [] : [`The contract says: ${quote}\n`]),
    ...(why === undefined ? [] : [`Why: ${why}\n`]),
    `To fix: ${fix}\n`,
    `Judged from: ${needs.join(', ')}, and from every other exchange that shows something about it.`,
    `Scored by the editions: ${scoring.join(', ') || 'none yet'}`,
    proof,
  ].join('\n');
}

function explainSuite({ id, title, scenarios }: (typeof suites)[number]): string {
  const lines = scenarios.map((own) => `  ${own.id}: ${own.title}`);
  return `${id} · suite\n\n${title}. Its scenarios:\n${lines.join('\n')}`;
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
    ...(reads.length > 0 ? [`Reads: ${reads.map((read) => idText(sharedListing(read))).join(', ')}`] : []),
    'Judges:',
    ...requirements.filter((entry) => judged.includes(entry.id)).map(judgedLines),
  ].join('\n');
}

function requestLine(spec: RequestSpec): string {
  const { stage, credential, when } = spec;
  const what = isCancelSpec(spec)
    ? `${STAGES[stage].label}: DELETE, key: ${credential}; ${spec.purpose}`
    : `${STAGES[stage].label}: ${OPERATIONS.listOrders.request}${spec.query ? `?${spec.query}` : ''}, key: ${credential}`;
  return when ? `${what}; ${conditionText(when, (name) => name)}` : what;
}

function orderLines(order: NonNullable<Scenario['order']>): string {
  const { pending, shipped, other } = coverage;
  const how = isShared(order) ? ', which it may share' : ' of its own';
  const isLong = order.state === 'pending' && order.for === 'told-apart';
  return `Needs: 1 ${order.state} order${how}${isLong ? ', if possible with an id above 2^53' : ''}.
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
