import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, headerValues } from '../../evidence/exchange.js';
import { idText, type Request } from '../../evidence/request.js';
import { NONCE_HEADER } from '../../http/message.js';
import { ApiKey } from '../../secrets/api-key.js';
import { type Credential, shownAuthorization } from '../../secrets/credentials.js';
import { methodOf, pathOf } from '../outgoing.js';
import type { Retraced } from './retraced.js';

/** Whether what was sent for a request is what the plan says that it sends. */
export function requestContradictions({ request, attempts }: Retraced, evidence: Evidence, nonce?: string): string[] {
  return [...attempts.values()].flat().flatMap((exchange) => {
    const problem =
      addressProblem(request, exchange, evidence) ??
      headerProblem(request, exchange, nonce) ??
      connectionProblem(exchange, evidence);
    return problem === undefined ? [] : [`${idText(exchange.request.id)} ${problem}.`];
  });
}

function addressProblem(request: Request, { sent }: Exchange, { target }: Evidence): string | undefined {
  const { origin, host, pathname } = new URL(target.baseUrl);
  const method = methodOf(request);
  if (sent.method !== method) return `was not sent as ${method}`;
  const base = origin + pathname.replace(/\/+$/, '');
  const urls = pathsOf(request).map((path) => base + path);
  if (!urls.includes(sent.url)) return `went to ${sent.url}; the plan says ${urls[0] ?? 'nothing'}`;
  const [named] = headerValues(sent, 'host');
  return named === host ? undefined : `names the host ${named}; the target is ${host}`;
}

function pathsOf({ aim }: Request): string[] {
  if (aim.kind === 'listing') return [pathOf(aim, '')];
  const ids = aim.kind === 'order' ? [String(aim.order.id)] : aim.candidates.map(({ text }) => text);
  return ids.map((id) => pathOf(aim, id));
}

function headerProblem(request: Request, { sent }: Exchange, nonce?: string): string | undefined {
  const authorization = headerValues(sent, 'authorization');
  const shown = authorization.length > 1 ? undefined : (authorization[0] ?? NOTHING);
  if (shown === undefined || !isShown(request.credential, shown)) {
    return `says that its credential is "${request.credential}", and its Authorization header shows another one`;
  }
  const accept = headerValues(sent, 'accept').join();
  const wanted = request.accept === 'none' ? '' : request.accept === 'any' ? '*/*' : 'application/json';
  if (accept !== wanted) return `was sent with Accept "${accept}"; the plan says "${wanted}"`;
  const nonces = headerValues(sent, NONCE_HEADER.toLowerCase()).join();
  return nonces === (nonce ?? '') ? undefined : `carries the nonce "${nonces}"; expected "${nonce ?? ''}"`;
}

const NOTHING = Symbol('nothing');

/** Keys for which a header is shown differently: by their first and last characters, and without letters and digits. */
const SAMPLE_KEYS = ['aa', 'xx', '--'].map((key) => new ApiKey(key));

const isShown = (credential: Credential, shown: string | typeof NOTHING): boolean =>
  SAMPLE_KEYS.some((key) => (shownAuthorization(credential, key) ?? NOTHING) === shown) ||
  (credential === 'wrong' && /^Bearer x+$/.test(String(shown)));

/** Where a GET was sent again, that may have been on a kept connection of its own. */
function connectionProblem({ request, sent, begun }: Exchange, { exchanges }: Evidence): string | undefined {
  const { kept } = sent;
  const { connection } = request;
  const earlier = exchanges.filter((other) => other.begun < begun);
  if (connection === undefined) {
    const isFirst = !earlier.some((other) => other.request === request);
    return kept !== undefined && isFirst ? 'was sent on a kept connection, which the plan does not say' : undefined;
  }
  if (kept === undefined) return 'was sent on a connection of its own; the plan says a kept one';
  const before = earlier.filter((other) => other.request.connection === connection);
  return kept <= before.length
    ? undefined
    : `says that ${kept} requests went over its connection before; there were ${before.length}`;
}
