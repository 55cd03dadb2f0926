import { conditionText } from '../../runner/engine/condition.js';
import { methodOf, pathOf } from '../../runner/engine/outgoing.js';
import { type Plan, type PlannedRequest, type PlannedScenario, requestsOf } from '../../runner/evidence/plan.js';
import type { Settings } from '../../runner/settings/settings.js';

/** Exactly the requests that a run would send, cancels first: what `--dry-run` prints. */
export function planText(plan: Plan, { baseUrl, provision }: Pick<Settings, 'baseUrl' | 'provision'>): string {
  const requests = requestsOf(plan).filter(({ obstacle }) => obstacle === undefined);
  const cancels = requests.filter(({ operation }) => operation === 'cancelOrder');
  const gets = requests.filter(({ operation }) => operation === 'listOrders');
  const authorized = cancels.filter(({ credential }) => credential === 'valid');
  return [
    `Target ${baseUrl}${plan.rate === undefined ? '' : `, at most ${plan.rate} requests a second`}. Nothing is sent.`,
    ...(provision
      ? ['Orders would be provisioned first; the plan below knows only those that the fixtures declare.']
      : []),
    '',
    `${count(cancels)} DELETE requests, ${count(authorized)} of them with the valid key:`,
    ...cancels.map((request) => `  ${cancelLine(request, baseUrl)}`),
    '',
    `${count(gets)} GET requests, repeated at most twice where they are refused for now:`,
    ...gets.map((request) => `  ${requestLine(request, '', baseUrl)}`),
    ...idleLines(plan.scenarios),
    '',
  ].join('\n');
}

const count = (requests: readonly PlannedRequest[]): number => requests.reduce((sum, { times = 1 }) => sum + times, 0);

const requestLine = (request: PlannedRequest, orderId: string, baseUrl: string): string =>
  `${methodOf(request)} ${baseUrl}${pathOf(request, orderId)}  ${suffix(request)}`;

/** The key, the request's name, when it is sent, and why. */
function suffix({ id, credential, after, when, purpose, times }: PlannedRequest): string {
  const waits = after.filter((earlier) => earlier !== 'listing/before');
  const order = id === 'listing/after' ? 'after all cancels that do not wait for it' : `after ${waits.join(', ')}`;
  const often = times === undefined ? [] : [`${times} times, ${Math.floor(times / 2)} of them on kept connections`];
  const about = [id, ...often, ...(waits.length > 0 ? [order] : []), ...(when ? [conditionText(when)] : [])].join('; ');
  return `key: ${credential}  (${about})${purpose ? `  ${purpose}` : ''}`;
}

function cancelLine(request: PlannedRequest, baseUrl: string): string {
  const { order } = request;
  if (order?.kind !== 'unknown') return requestLine(request, String(order?.order.id), baseUrl);
  const [first = '', ...rest] = order.candidates.map(({ text }) => text);
  const others = rest.length > 0 ? `\n      or, where the listing shows that to be taken: ${rest.join(', ')}` : '';
  return `${requestLine(request, first, baseUrl)}${others}`;
}

/** One line for each reason, with what shares it. */
function idleLines(scenarios: readonly PlannedScenario[]): string[] {
  const idle = scenarios.flatMap((planned) =>
    planned.state === 'ready'
      ? planned.requests.flatMap(({ id, obstacle }) =>
          obstacle ? [[`${obstacle.unjudged}: ${obstacle.reason}`, id]] : [],
        )
      : [[`${planned.state}: ${planned.reason}`, planned.id]],
  );
  const byReason = new Map<string, string[]>();
  for (const [reason = '', id = ''] of idle) byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  if (byReason.size === 0) return [];
  return ['', 'Not sent:', ...[...byReason].map(([reason, ids]) => `  ${reason}\n    ${ids.join(', ')}`)];
}
