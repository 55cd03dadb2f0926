import { finishing, onStatus } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import { errorReply, jsonReply, type Reply, textReply, withHeader, withoutHeader } from '../reply.js';
import { type Behaviour, type Call, cancelPending, orderOf } from '../steps.js';
import { type CredentialKind, credentialKinds, malformedHeaders, wrongKeys } from './credential-kinds.js';

const on = (operation: 'list' | 'cancel', of: readonly CredentialKind[] = credentialKinds): readonly string[] =>
  of.map((kind) => `auth.${operation}.${kind}`);
const onBoth = (of: readonly CredentialKind[] = credentialKinds): readonly string[] => [
  ...on('list', of),
  ...on('cancel', of),
];
const outsideTables = ['list.status-table', 'cancel.status-table'];

const isMissing = ({ authorization }: Call): boolean => authorization === undefined;
const isWrongKey = ({ authorization }: Call): boolean => /^bearer ./i.test(authorization ?? '');
const isMalformed = (call: Call): boolean => !isMissing(call) && !isWrongKey(call);

/** Replaces the 401 of some requests. */
const insteadOf401 = (concerns: (call: Call) => boolean, reply: (call: Call) => Reply): Behaviour =>
  finishing((refusal, call) => (refusal.status === 401 && concerns(call) ? reply(call) : refusal));

const refusal = (status: number) => (): Reply =>
  errorReply({ status, code: 'refused', message: 'The request is refused.' });

const always = (): boolean => true;

/** Answers some cancels without asking for a key. They can only lead to 404 or 409. */
const lookingUpFirst =
  (reveals: (order: Order | undefined) => boolean): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => (call.operation === 'cancelOrder' && reveals(orderOf(call))) || authenticate(call),
  });

const changingBeforeRefusal =
  (change: (call: Call, order: Order) => void): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => {
      const authentic = authenticate(call);
      const order = orderOf(call);
      if (!authentic && order?.status === 'pending') change(call, order);
      return authentic;
    },
  });

export const refusalFaults: readonly Fault[] = [
  {
    id: 'missing-key-403',
    summary: 'answers 403 when the Authorization header is missing',
    who: 'FastAPI’s `HTTPBearer`, and Spring Security without a custom entry point.',
    requirements: [...onBoth(['missing']), 'auth.first', ...outsideTables],
    behaviour: insteadOf401(isMissing, () => jsonReply(403, { detail: 'Not authenticated' })),
  },
  {
    id: 'wrong-key-403',
    summary: 'answers 403 when the key is invalid',
    who: 'Services that read 401 as “no key” and 403 as “not this key”; AWS API Gateway.',
    requirements: [...onBoth(wrongKeys), 'auth.first', ...outsideTables],
    behaviour: insteadOf401(isWrongKey, refusal(403)),
  },
  {
    id: 'unauthenticated-403',
    summary: 'answers 403 to everything that has no valid key',
    who: 'Spring Security’s `Http403ForbiddenEntryPoint`; Django REST framework without an authenticate header.',
    requirements: [...onBoth(), 'auth.first', ...outsideTables],
    behaviour: insteadOf401(always, refusal(403)),
  },
  {
    id: 'django-rest-framework-403',
    summary: 'answers 403 with a `detail` to everything that has no valid key',
    who: 'Django REST framework, where the first authentication class has no `authenticate_header`.',
    requirements: [...onBoth(), 'auth.first', ...outsideTables],
    behaviour: insteadOf401(always, ({ authorization }) =>
      jsonReply(403, {
        detail: authorization === undefined ? 'Authentication credentials were not provided.' : 'Invalid token.',
      }),
    ),
  },
  {
    id: 'spring-security-403',
    summary: 'answers 403 without a body to everything that has no valid key',
    who: 'Spring Security’s `Http403ForbiddenEntryPoint`, its default without a named entry point.',
    requirements: [...onBoth(), 'auth.first', ...outsideTables],
    behaviour: insteadOf401(always, () => ({
      status: 403,
      headers: [
        ['X-Content-Type-Options', 'nosniff'],
        ['X-XSS-Protection', '0'],
        ['Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate'],
        ['Content-Length', '0'],
      ],
    })),
  },
  {
    id: 'malformed-header-400',
    summary: 'answers 400 when the header is not `Bearer` and a key',
    who: 'RFC 6750’s `invalid_request`, and gateways that validate headers against a pattern.',
    requirements: [...onBoth(malformedHeaders), ...outsideTables],
    behaviour: insteadOf401(isMalformed, refusal(400)),
  },
  {
    id: 'missing-key-500',
    summary: 'fails with 500 when the Authorization header is missing',
    who: '`request.headers.authorization.split(" ")`.',
    requirements: [...onBoth(['missing']), 'auth.first', ...outsideTables],
    behaviour: insteadOf401(isMissing, refusal(500)),
  },
  {
    id: 'missing-key-unanswered',
    summary: 'closes the connection when the Authorization header is missing',
    who: 'A firewall in front of the service that drops requests without a key.',
    requirements: [...onBoth(['missing']), 'auth.first'],
    behaviour: ({ send }) => ({
      send: (reply, call) => (isMissing(call) ? void call.response.socket?.destroy() : send(reply, call)),
    }),
  },
  {
    id: 'no-key-500',
    summary: 'fails with 500 when the header holds a scheme only, or nothing',
    who: '`header.split(" ")[1].trim()`.',
    requirements: [...onBoth(['empty', 'no-key', 'no-scheme']), ...outsideTables],
    behaviour: insteadOf401(({ authorization }) => authorization?.includes(' ') === false, refusal(500)),
  },
  {
    id: 'login-redirect',
    summary: 'redirects to a login page when the Authorization header is missing',
    who: 'Web frameworks whose default is a browser: Django’s `login_required`, ASP.NET cookies, Devise.',
    requirements: [...onBoth(['missing']), 'auth.first', ...outsideTables],
    behaviour: insteadOf401(isMissing, () => ({ status: 302, headers: [['Location', '/login?next=orders']] })),
  },
  {
    id: 'unauthenticated-404',
    summary: 'answers 404 to everything that has no valid key',
    who: 'Services that hide which orders exist, as GitHub does for private repositories.',
    requirements: [...onBoth(), 'auth.first', 'list.status-table'],
    behaviour: insteadOf401(always, refusal(404)),
  },
  {
    id: 'unauthenticated-200',
    summary: 'answers 200 with an Error body to everything that has no valid key',
    who: 'Interfaces of the RPC kind that keep the status for the transport.',
    requirements: [...onBoth(), 'auth.first', 'cancel.status-table'],
    behaviour: insteadOf401(always, () => jsonReply(200, { code: 'unauthorized', message: 'No key.', status: 401 })),
  },
  {
    id: 'empty-listing-without-key',
    summary: 'lists nothing, with 200, when there is no valid key',
    who: 'Row-level security that filters by owner, and an anonymous owner who has no orders.',
    requirements: on('list'),
    behaviour: insteadOf401(
      ({ operation }) => operation === 'listOrders',
      () => jsonReply(200, []),
    ),
  },
  {
    id: 'unauthenticated-proxy-407',
    summary: 'answers 407 to listings without a valid key',
    who: 'A proxy in front of the service that does the authentication.',
    requirements: [...on('list'), 'list.status-table'],
    behaviour: insteadOf401(
      ({ operation }) => operation === 'listOrders',
      () => textReply(407, 'text/plain', 'no'),
    ),
  },
  {
    id: 'unknown-before-authentication',
    summary: 'answers 404 for an unknown order before it asks for the key',
    who: 'Route-model binding (Laravel, Rails) that runs before the authentication.',
    requirements: ['auth.first'],
    behaviour: lookingUpFirst((order) => order === undefined),
  },
  {
    id: 'shipped-before-authentication',
    summary: 'answers 409 for a shipped order before it asks for the key',
    who: 'Validation that is declared on the route, and authentication that happens in the handler.',
    requirements: ['auth.first'],
    behaviour: lookingUpFirst((order) => order?.status === 'shipped'),
  },
  {
    id: 'lookup-before-authentication',
    summary: 'asks for the key only where it would cancel',
    who: 'Ownership checks that load the order first.',
    requirements: ['auth.first'],
    behaviour: lookingUpFirst((order) => order?.status !== 'pending'),
  },
  {
    id: 'cancels-before-refusal',
    summary: 'answers 401, but cancels all the same',
    who: 'An asynchronous check of the key that is not awaited.',
    requirements: ['auth.no-effect', 'orders.conserved'],
    behaviour: changingBeforeRefusal(({ orders }, order) => void cancelPending(orders, order)),
  },
  {
    id: 'removes-before-refusal',
    summary: 'answers 401, but removes the order all the same',
    who: 'Authentication as middleware that runs after the handler.',
    requirements: ['auth.no-effect', 'orders.conserved'],
    behaviour: changingBeforeRefusal(({ orders }, order) => orders.remove(order.id)),
  },
  {
    id: 'no-challenge',
    summary: 'sends no WWW-Authenticate with a 401',
    who: 'Most services that write `status(401).json(…)` by hand.',
    requirements: ['auth.www-authenticate'],
    behaviour: onStatus(401, (reply) => withoutHeader(reply, 'WWW-Authenticate')),
  },
  {
    id: 'empty-challenge',
    summary: 'sends an empty WWW-Authenticate with a 401',
    who: 'Services that keep browsers from opening a login dialog.',
    requirements: ['auth.www-authenticate'],
    behaviour: onStatus(401, (reply) => withHeader(reply, 'WWW-Authenticate', '')),
  },
];
