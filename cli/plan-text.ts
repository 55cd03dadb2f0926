import type { Settings } from '../runner/config/settings.js';
import { isReady, type Plan, type PlannedRequest, type PlannedScenario } from '../runner/plan.js';

/** What `--dry-run` prints: every request that a run would send, cancels first, and what would not run. */
export function planText(plan: Plan, settings: Settings): string {
  const requests = plan.scenarios.filter(isReady).flatMap((planned) => [...planned.requests.values()]);
  const cancels = requests.filter(({ spec }) => spec.operation === 'cancelOrder');
  const listings = requests.filter(({ spec }) => spec.operation === 'listOrders');
  const needsAfter = plan.scenarios.filter(isReady).some(({ scenario }) => scenario.needs.listingAfter);
  const idle = plan.scenarios.filter((planned) => !isReady(planned));
  return [
    `Target ${settings.baseUrl}. Nothing is sent.`,
    ...(settings.provision
      ? ['Orders would be provisioned first; the plan below knows only those that the fixtures fix.']
      : []),
    '',
    `${cancels.length} DELETE requests, ${cancels.filter(({ credential }) => credential === 'valid').length} of them with the valid key:`,
    ...cancels.map((request) => `  ${cancelLine(request, settings.baseUrl)}`),
    '',
    'GET requests (repeated at most twice where they are refused for now):',
    `  GET ${settings.baseUrl}/store/orders  key: valid  (listing/before)`,
    ...(needsAfter ? [`  GET ${settings.baseUrl}/store/orders  key: valid  (listing/after)`] : []),
    ...listings.map((request) => `  ${listingLine(request, settings.baseUrl)}`),
    ...(idle.length > 0 ? ['', 'Not run:', ...idle.map(idleLine)] : []),
    '',
  ].join('\n');
}

const suffix = ({ id, spec, credential }: PlannedRequest): string =>
  `key: ${credential}  (${id}${spec.conditional ? ', only if an earlier answer calls for it' : ''})`;

function cancelLine(request: PlannedRequest, baseUrl: string): string {
  const { spec, order } = request;
  const purpose = spec.operation === 'cancelOrder' ? `  ${spec.purpose}` : '';
  if (order?.kind !== 'unknown')
    return `DELETE ${baseUrl}/store/orders/${order?.order.id}  ${suffix(request)}${purpose}`;
  const [first, ...rest] = order.candidates.map(({ text }) => text);
  const others = rest.length > 0 ? `, or where the listing shows that to be taken: ${rest.join(', ')}` : '';
  if (first === undefined) return `no DELETE: no id shares that with the order  ${suffix(request)}`;
  return `DELETE ${baseUrl}/store/orders/${first}  ${suffix(request)}${purpose}${others}`;
}

const listingLine = (request: PlannedRequest, baseUrl: string): string => {
  const { spec } = request;
  const query = spec.operation === 'listOrders' && spec.query ? `?${spec.query}` : '';
  return `GET ${baseUrl}/store/orders${query}  ${suffix(request)}`;
};

const idleLine = (planned: PlannedScenario): string =>
  `  ${planned.scenario.id}: ${planned.state}. ${'reason' in planned ? planned.reason : ''}`;
