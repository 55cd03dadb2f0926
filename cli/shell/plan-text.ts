import { groupBy, someOf } from '../../reporters/wording.js';
import { conditionText } from '../../runner/engine/condition.js';
import { methodOf, pathOf } from '../../runner/engine/outgoing.js';
import { type Plan, type PlannedScenario, requestsOf } from '../../runner/evidence/plan.js';
import { idText, isCancel, orderOf, type Request, SHARED } from '../../runner/evidence/request.js';
import type { Settings } from '../../runner/settings/settings.js';

/** What `--dry-run` prints: the sums, then exactly the requests that a run would send, cancels first. */
export function planText(plan: Plan, { baseUrl, provision }: Pick<Settings, 'baseUrl' | 'provision'>): string {
  const requests = requestsOf(plan).filter(({ lack }) => lack === undefined);
  const cancels = requests.filter(isCancel);
  const gets = requests.filter((request) => !isCancel(request));
  const authorized = cancels.filter(({ credential }) => credential === 'valid');
  const pending = authorized.flatMap(({ aim }) =>
    aim.kind === 'order' && aim.order.state === 'pending' ? [String(aim.order.id)] : [],
  );
  return [
    `Nothing was sent. A run would send to ${baseUrl}${plan.rate === undefined ? '' : `, at most ${plan.rate} requests a second`}:`,
    `  ${count(cancels)} DELETE requests, ${count(authorized)} of them with the valid key`,
    `  ${count(gets)} GET requests, repeated at most twice where they are refused for now`,
    `It would cancel ${pending.length === 0 ? 'no order' : [...new Set(pending)].join(', ')}.`,
    ...(provision
      ? ['Orders would be provisioned first; what follows knows only those that the fixtures declare.']
      : []),
    ...idleLines(plan.scenarios),
    ...['', 'DELETE requests', ...cancels.flatMap(cancelLines)],
    ...['', 'GET requests', ...gets.flatMap((request) => requestLines(request, ''))],
    '',
  ].join('\n');
}

const count = (requests: readonly Request[]): number => requests.reduce((sum, { times = 1 }) => sum + times, 0);

/** What is sent in a line; below it why, how often, and when. */
function requestLines(request: Request, orderId: string): string[] {
  const { id, role, aim, credential, after, when, purpose, times } = request;
  const waits = after.filter(({ scenario, name }) => scenario !== SHARED || name !== 'before').map(idText);
  const order = role === 'listing' ? 'after all cancels that do not wait for it' : `after ${someOf(waits)}`;
  const about = [
    ...(purpose ? [purpose] : []),
    ...(times === undefined ? [] : [`${times} times, ${Math.floor(times / 2)} of them on kept connections`]),
    ...(waits.length > 0 ? [order] : []),
    ...(when ? [conditionText(when, idText)] : []),
  ];
  const line = `  ${methodOf(request)} ${pathOf(aim, orderId)}  key: ${credential}  ${idText(id)}`;
  return [line, ...(about.length === 0 ? [] : [`    ${about.join('; ')}`])];
}

function cancelLines(request: Request): string[] {
  const { aim } = request;
  if (aim.kind !== 'unknown') return requestLines(request, String(orderOf(request)?.id));
  const [first = '', ...rest] = aim.candidates.map(({ text }) => text);
  const others = rest.length > 0 ? [`    or, where the listing shows that to be taken: ${rest.join(', ')}`] : [];
  return [...requestLines(request, first), ...others];
}

/** One line for each reason, with what shares it. */
function idleLines(scenarios: readonly PlannedScenario[]): string[] {
  const idle = scenarios.flatMap((planned) =>
    planned.state === 'ready'
      ? planned.requests.flatMap(({ id, lack }) =>
          lack ? { reason: `${lack.unjudged}: ${lack.reason}`, id: idText(id) } : [],
        )
      : { reason: `${planned.state}: ${planned.reason}`, id: planned.id },
  );
  const lines = [...groupBy(idle, ({ reason }) => reason)].map(
    ([reason, alike]) => `  ${reason}\n    ${alike.map(({ id }) => id).join(', ')}`,
  );
  return lines.length === 0 ? [] : ['', 'Not sent:', ...lines];
}
