import { idText, sharedListing } from '../../evidence/request.js';
import { STAGES } from '../../evidence/stages.js';
import { nearestOrAll, UsageError } from '../../interface/helpers/usage-error.js';
import { OPERATIONS } from '../../interface/interface.js';
import { explainCause } from '../../judge/causes/explanation.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { conditionText } from '../../runner/engine/condition.js';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Requirement } from '../../suites/terms/requirement.js';
import { isCancelSpec, isShared, type RequestSpec, type Scenario } from '../../suites/terms/scenario.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { requirementsFrom } from './list.js';
import words from './words.json' with { type: 'json' };

const { requirements, ambiguities, clauses, suites, rules, editions } = storeOrdersInterface;

type Explanation = readonly [kind: string, text: string];

const explained = <T extends { readonly id: string }>(things: readonly T[], explain: (thing: T) => Explanation) =>
  things.map((thing) => ({ id: thing.id, text: () => `${thing.id} · ${explain(thing).join('\n\n')}` }));

const ofFaults = explained(faults, ({ summary, who, requirements: caughtBy }) => [
  'fault of the reference',
  `${summary}\n${who}\n\nCaught by: ${caughtBy.join(', ')}`,
]);

/** Everything that has an id, with its explanation. */
const entries = [
  ...explained(requirements, explainRequirement),
  ...suites.flatMap(({ title, scenarios }) =>
    explained(scenarios, (scenario) => [`scenario of ${title}`, explainScenario(scenario)]),
  ),
  ...explained(suites, ({ title, scenarios }) => [
    'suite',
    `${title}. Its scenarios:\n${scenarios.map((scenario) => `  ${scenario.id}: ${scenario.title}`).join('\n')}`,
  ]),
  ...explained(editions, (edition) => ['edition', `Scores by: ${Object.keys(edition.requirements).join(', ')}`]),
  ...explained(ambiguities, ({ clause, question }) => [
    `open question · ${clauseName(clause)}`,
    `${question}\n${NOBODY_FAILS}`,
  ]),
  ...explained(fingerprints, ({ name, looks, repair }) => [
    'cause of deviations',
    `Sent by default by ${name}:\n  ${looks}\n\nTo fix: ${repair}`,
  ]),
  ...ofFaults,
  ...Object.entries(words).map(([id, text]) => ({ id, text: () => `${id} · ${text}` })),
  ...Object.values(STAGES).map(({ label, sent }) => ({
    id: label,
    text: () => `${label} · stage of a run\n\n${sent}`,
  })),
  ...explained(variants, ({ summary }) => ['permitted variant of the reference', summary]),
];

const NOBODY_FAILS =
  'The contract does not answer it, so nobody fails for it; the report records what the target does.';

interface ExplainFlags {
  readonly all?: boolean;
}

/** Explains an id. For an exchange, `SCENARIO/NAME`, it explains the scenario. */
export async function explainCommand(id: string, { all = false }: ExplainFlags, io: Io): Promise<ExitCode> {
  const texts = explanationsOf(id.replace(/\/.*/, ''), all);
  if (texts.length === 0) {
    const ids = entries.map((entry) => entry.id);
    const remedy = `${nearestOrAll(id, ids)} \`store-orders-conformance list\` shows all ids.`;
    throw new UsageError(`Nothing has the id "${id}"; ${remedy}`);
  }
  io.out(prose(`${texts.join('\n\n')}\n`, io));
  return 0;
}

/** All explanations of an id. A fault of the reference with the name of a cause is only told with `all`. */
export function explanationsOf(id: string, all = false): readonly string[] {
  const ofId = entries.filter((entry) => entry.id === id);
  const cause = explainCause(id);
  const clause = id === 'preamble' ? '0' : id.replace(/^§/, '');
  const others = ofId.filter((entry) => all || !cause || !ofFaults.includes(entry)).map((entry) => entry.text());
  return [...(cause ? [`${id} · cause of deviations\n\n${cause}`] : []), ...others, ...explainClause(clause)];
}

/** The requirements of a clause and of its sub-clauses. Empty if there is no such clause. */
function explainClause(id: string): readonly string[] {
  const following = requirements.filter(({ clause }) => clause === id || clause.startsWith(`${id}.`));
  const questions = ambiguities.filter(({ clause }) => clause === id);
  const title = clauses.find(({ clause }) => clause === id)?.title;
  if (following.length + questions.length === 0 && title === undefined) return [];
  const lines = [
    ...following.map((entry) => `${entry.id} (${entry.level}): ${entry.text}`),
    ...questions.map((ambiguity) => `${ambiguity.id} (open question): ${ambiguity.question}`),
  ];
  const heading = `${clauseName(id)}${title === undefined ? '' : ` · ${title}`}`;
  return [`${heading}\n\n${lines.join('\n') || 'No requirement follows from it.'}`];
}

function clauseName(clause: string): string {
  return clause === '0' ? 'preamble of the contract' : `§${clause} of the contract`;
}

function explainRequirement({ id, level, clause, operation, text, quote, why, fix }: Requirement): Explanation {
  const needs = rules.find(({ requirement }) => requirement === id)?.needs ?? [];
  const lines = [
    `${text}\n`,
    ...(quote === undefined ? [] : [`The contract says: ${quote}\n`]),
    ...(why === undefined ? [] : [`Why: ${why}\n`]),
    `To fix: ${fix.text}\n`,
    `Judged from: ${needs.join(', ')}, and from every other exchange that shows something about it.`,
  ];
  const operations = operation === 'both' ? 'both operations' : operation;
  return [`${level} · ${clauseName(clause)} · ${operations}`, lines.join('\n')];
}

function explainScenario({ id, title, order, requests, listings = [] }: Scenario): string {
  const sent = Object.entries(requests).map(([name, spec]) => `  ${name}: ${requestLine(spec)}`);
  const judged = requirementsFrom(id);
  return [
    `${title}.\n`,
    order
      ? `Needs: 1 ${order.state} order${isShared(order) ? ', which it may share' : ' of its own'}.`
      : 'Needs: no order of its own.',
    'Sends:',
    ...(sent.length === 0 ? ['  nothing of its own'] : sent),
    ...(listings.length > 0 ? [`Reads: ${listings.map((read) => idText(sharedListing(read))).join(', ')}`] : []),
    'Judges:',
    ...requirements.filter((entry) => judged.includes(entry.id)).map(judgedLines),
  ].join('\n');
}

function requestLine(spec: RequestSpec): string {
  const { stage, credential, when } = spec;
  const listing = `${OPERATIONS.listOrders.request}${!isCancelSpec(spec) && spec.query ? `?${spec.query}` : ''}`;
  return [
    `${STAGES[stage].label}: ${isCancelSpec(spec) ? 'DELETE' : listing}, key: ${credential}`,
    ...(isCancelSpec(spec) ? [spec.purpose] : []),
    ...(when ? [conditionText(when, (name) => name)] : []),
  ].join('; ');
}

const judgedLines = ({ id, clause, level, text, fix }: Requirement): string =>
  `  ${id} (${clauseName(clause)}, ${level}): ${text}\n    To fix: ${fix.text}`;
