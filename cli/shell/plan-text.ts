import { type Plan, type PlannedScenario, requestsOf } from '../../evidence/plan.js';
import { idText, isCancel, orderOf, type Request, sharedListingOf } from '../../evidence/request.js';
import { STAGE_NAMES, STAGES, type Stage } from '../../evidence/stages.js';
import type { Provision } from '../../interface/declared.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { ORDER_STATES } from '../../interface/interface.js';
import { schemasOf, someOf } from '../../reporters/wording.js';
import { conditionText } from '../../runner/engine/condition.js';
import { orderIdFor } from '../../runner/engine/ledger.js';
import { methodOf, pathOf } from '../../runner/engine/outgoing.js';
import { hookText } from '../../runner/fixtures/provision.js';
import type { Settings } from '../../runner/settings/settings.js';

/** The output of `--dry-run`: the sums, the stages with the number of requests, and with `--verbose` each request. */
export function planText(
  plan: Plan,
  { baseUrl, provision, detail, schemas }: Pick<Settings, 'baseUrl' | 'provision' | 'detail' | 'schemas'>,
): string {
  const requests = requestsOf(plan).filter(({ notSentBecause }) => notSentBecause === undefined);
  const cancels = requests.filter(isCancel);
  const authorized = cancels.filter(({ credential }) => credential === 'valid');
  const pending = authorized.filter((request) => orderOf(request)?.state === 'pending');
  const standIns = (plan.inputs.orders.provisioned ?? []).map(String);
  const [spare = [], regular = []] = [pending.filter(isSpare), pending.filter((request) => !isSpare(request))].map(
    ordersOf,
  );
  const others = regular.filter((id) => !standIns.includes(id));
  return [
    `Nothing was sent. A run would send to ${baseUrl}${plan.inputs.rate === undefined ? '' : `, at most ${plan.inputs.rate} requests a second`}:`,
    `  ${count(cancels)} DELETE requests, ${count(authorized)} of them with the valid key`,
    `  ${count(requests) - count(cancels)} GET requests, repeated at most twice where they are refused for now`,
    `It would cancel ${others.join(', ') || (provision ? 'no declared order' : 'no order')}${spare.length > 0 ? `, and where a listing lacks them ${spare.join(', ')}` : ''}.`,
    ...(provision ? [provisionedLine(provision, plan, regular.length - others.length)] : []),
    ...(schemas?.loaded ? [`Bodies would be judged by the schemas of ${schemasOf(schemas.loaded)}.`] : []),
    ...idleLines(plan.scenarios),
    '',
    'A stage begins when the one before has ended, and the listing after it:',
    ...STAGE_NAMES.flatMap((stage) => stageLines(stage, requests, detail === 'verbose')),
    ...(detail === 'verbose' ? [] : ['', 'Each request, cancels first in each stage: --verbose']),
    '',
  ].join('\n');
}

/** Counts the orders that provisioning would make, and those of them that a run would cancel. */
function provisionedLine({ seed }: Provision, { inputs: { orders } }: Plan, cancelled: number): string {
  const seededIds = new Set(orders.provisioned);
  const counts = ORDER_STATES.map((state) => `${orders[state].filter((id) => seededIds.has(id)).length} ${state}`);
  if (seededIds.size === 0) return 'It would have no orders made.';
  return `First, it would ask the ${hookText(seed)} for ${counts.join(', ')}, and cancel ${cancelled} of these orders. Made-up ids (${someOf([...seededIds].map(String))}) stand for them here.`;
}

const isSpare = ({ when }: Request): boolean => when === 'not-listed';

const ordersOf = (requests: readonly Request[]): string[] => [
  ...new Set(requests.flatMap((request) => orderOf(request)?.id?.toString() ?? [])),
];

const count = (requests: readonly Request[]): number => requests.reduce((sum, { times = 1 }) => sum + times, 0);

const NAME_WIDTH = Math.max(...STAGE_NAMES.map((stage) => STAGES[stage].label.length));

function stageLines(stage: Stage, all: readonly Request[], isVerbose: boolean): string[] {
  const requests = all.filter((request) => request.stage === stage);
  if (requests.length === 0) return [];
  const { label, sent, listing, until } = STAGES[stage];
  const cancels = requests.filter(isCancel);
  const follows =
    listing && requests.some((request) => sharedListingOf(request)) ? `; then the listing ${listing.purpose}` : '';
  const about = `${sent}${until === undefined ? '' : ` (beside what follows; it ends with: ${STAGES[until].label})`}${follows}`;
  const gets = requests.filter((request) => !isCancel(request));
  return [
    `  ${label.padEnd(NAME_WIDTH)}  ${String(count(cancels)).padStart(3)} DELETE  ${String(count(gets)).padStart(3)} GET  ${about}`,
    ...(isVerbose ? [...cancels, ...gets].flatMap(requestLines) : []),
  ];
}

/** A request in one line, and below it its purpose, how often it is sent, and when. */
function requestLines(request: Request): string[] {
  const { id, aim, credential, when, purpose, times } = request;
  const about = [
    ...(purpose ? [purpose] : []),
    ...(times === undefined ? [] : [`${times} times, ${Math.floor(times / 2)} of them on kept connections`]),
    ...(when ? [conditionText(when, idText)] : []),
  ];
  const others = aim.kind === 'unknown' ? aim.candidates.slice(1).map(({ text }) => text) : [];
  return [
    `    ${methodOf(request)} ${pathOf(aim, orderIdFor(request) ?? '')}  key: ${credential}  ${idText(id)}`,
    ...(about.length === 0 ? [] : [`      ${about.join('; ')}`]),
    ...(others.length === 0 ? [] : [`      or, where the listing shows that to be taken: ${someOf(others)}`]),
  ];
}

/** One line for each reason, with all scenarios and requests that share it. */
function idleLines(scenarios: readonly PlannedScenario[]): string[] {
  const idle = scenarios.flatMap((planned) =>
    planned.state === 'ready'
      ? planned.requests.flatMap(({ id, notSentBecause }) =>
          notSentBecause ? { reason: `${notSentBecause.unjudged}: ${notSentBecause.reason}`, id: idText(id) } : [],
        )
      : { reason: `${planned.state}: ${planned.reason}`, id: planned.id },
  );
  const lines = [...groupBy(idle, ({ reason }) => reason)].map(
    ([reason, entries]) => `  ${reason}\n    ${entries.map(({ id }) => id).join(', ')}`,
  );
  return lines.length === 0 ? [] : ['', 'Not sent:', ...lines];
}
