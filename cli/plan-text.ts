import {
  cancelsForCertain,
  isReady,
  type Plan,
  type PlannedRequest,
  type PlannedScenario,
} from '../runner/engine/plan.js';
import { needsTarget } from '../runner/engine/scenario.js';
import { applies } from '../runner/secrets/credential.js';
import type { Settings } from '../runner/settings/settings.js';

/** What `--dry-run` prints: every request that a run would send, cancels first, and what would not run. */
export function planText(plan: Plan, settings: Settings): string {
  const ready = plan.scenarios.filter(isReady);
  const requests = ready
    .flatMap((planned) => [...planned.requests.values()])
    .filter((request) => isSendable(request, settings));
  const cancels = requests.filter(({ spec }) => spec.operation === 'cancelOrder');
  const listing = (id: string) => `GET ${settings.baseUrl}/store/orders  key: valid  (${id})`;
  const gets = [
    ...(ready.some(({ scenario }) => needsTarget(scenario)) ? [listing('listing/before')] : []),
    ...(ready.some(cancelsForCertain) && ready.some(({ scenario }) => scenario.needs.listingAfter)
      ? [listing('listing/after')]
      : []),
    ...requests
      .filter(({ spec }) => spec.operation === 'listOrders')
      .map((request) => listingLine(request, settings.baseUrl)),
  ];
  return [
    `Target ${settings.baseUrl}. Nothing is sent.`,
    ...(settings.provision
      ? ['Orders would be provisioned first; the plan below knows only those that the fixtures fix.']
      : []),
    '',
    `${cancels.length} DELETE requests, ${cancels.filter(({ credential }) => credential === 'valid').length} of them with the valid key:`,
    ...cancels.map((request) => `  ${cancelLine(request, settings.baseUrl)}`),
    '',
    `${gets.length} GET requests, repeated at most twice where they are refused for now:`,
    ...gets.map((line) => `  ${line}`),
    ...idleLines(plan.scenarios),
    '',
  ].join('\n');
}

/** A key without letters has no flipped case, and a small id shares its double with no other. */
function isSendable({ credential, order }: PlannedRequest, { apiKey }: Settings): boolean {
  const hasOrder = order?.kind !== 'unknown' || order.candidates.length > 0;
  return hasOrder && (apiKey === undefined || applies(credential, apiKey).applies);
}

const suffix = ({ id, spec, credential }: PlannedRequest): string =>
  `key: ${credential}  (${id}${spec.conditional ? ', only if an earlier answer calls for it' : ''})`;

function cancelLine(request: PlannedRequest, baseUrl: string): string {
  const { spec, order } = request;
  const purpose = spec.operation === 'cancelOrder' ? `  ${spec.purpose}` : '';
  const line = (orderId: string | bigint | undefined) =>
    `DELETE ${baseUrl}/store/orders/${orderId}  ${suffix(request)}${purpose}`;
  if (order?.kind !== 'unknown') return line(order?.order.id);
  const [first, ...rest] = order.candidates.map(({ text }) => text);
  const others = rest.length > 0 ? `\n      or, where the listing shows that to be taken: ${rest.join(', ')}` : '';
  return `${line(first)}${others}`;
}

const listingLine = (request: PlannedRequest, baseUrl: string): string => {
  const { spec } = request;
  const query = spec.operation === 'listOrders' && spec.query ? `?${spec.query}` : '';
  return `GET ${baseUrl}/store/orders${query}  ${suffix(request)}`;
};

/** One line for each reason, with the scenarios that share it. */
function idleLines(scenarios: readonly PlannedScenario[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const planned of scenarios) {
    if (planned.state === 'ready') continue;
    const reason = `${planned.state}: ${planned.reason}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), planned.scenario.id]);
  }
  if (byReason.size === 0) return [];
  return ['', 'Not run:', ...[...byReason].map(([reason, ids]) => `  ${reason}\n    ${ids.join(', ')}`)];
}
