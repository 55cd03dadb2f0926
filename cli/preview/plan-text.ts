import { conditionText } from '../../runner/engine/condition.js';
import { methodOf, pathOf } from '../../runner/engine/outgoing.js';
import { type Plan, type PlannedScenario, requestsOf } from '../../runner/evidence/plan.js';
import { idText, isCancel, orderOf, type Request, SHARED } from '../../runner/evidence/request.js';
import type { Settings } from '../../runner/settings/settings.js';

/** Exactly the requests that a run would send, cancels first: what `--dry-run` prints. */
export function planText(plan: Plan, { baseUrl, provision }: Pick<Settings, 'baseUrl' | 'provision'>): string {
  const requests = requestsOf(plan).filter(({ obstacle }) => obstacle === undefined);
  const cancels = requests.filter(isCancel);
  const gets = requests.filter((request) => !isCancel(request));
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

const count = (requests: readonly Request[]): number => requests.reduce((sum, { times = 1 }) => sum + times, 0);

const requestLine = (request: Request, orderId: string, baseUrl: string): string =>
  `${methodOf(request)} ${baseUrl}${pathOf(request.aim, orderId)}  ${suffix(request)}`;

/** The key, the request's name, when it is sent, and why. */
function suffix({ id, role, credential, after, when, purpose, times }: Request): string {
  const waits = after.filter(({ scenario, name }) => scenario !== SHARED || name !== 'before').map(idText);
  const order = role === 'listing' ? 'after all cancels that do not wait for it' : `after ${waits.join(', ')}`;
  const often = times === undefined ? [] : [`${times} times, ${Math.floor(times / 2)} of them on kept connections`];
  const called = when ? [conditionText(when, idText)] : [];
  const about = [idText(id), ...often, ...(waits.length > 0 ? [order] : []), ...called].join('; ');
  return `key: ${credential}  (${about})${purpose ? `  ${purpose}` : ''}`;
}

function cancelLine(request: Request, baseUrl: string): string {
  const { aim } = request;
  if (aim.kind !== 'unknown') return requestLine(request, String(orderOf(request)?.id), baseUrl);
  const [first = '', ...rest] = aim.candidates.map(({ text }) => text);
  const others = rest.length > 0 ? `\n      or, where the listing shows that to be taken: ${rest.join(', ')}` : '';
  return `${requestLine(request, first, baseUrl)}${others}`;
}

/** One line for each reason, with what shares it. */
function idleLines(scenarios: readonly PlannedScenario[]): string[] {
  const idle = scenarios.flatMap((planned) =>
    planned.state === 'ready'
      ? planned.requests.flatMap(({ id, obstacle }) =>
          obstacle ? [[`${obstacle.unjudged}: ${obstacle.reason}`, idText(id)]] : [],
        )
      : [[`${planned.state}: ${planned.reason}`, planned.id]],
  );
  const byReason = new Map<string, string[]>();
  for (const [reason = '', id = ''] of idle) byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  if (byReason.size === 0) return [];
  return ['', 'Not sent:', ...[...byReason].map(([reason, ids]) => `  ${reason}\n    ${ids.join(', ')}`)];
}
