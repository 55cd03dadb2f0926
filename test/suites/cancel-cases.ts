import { listingOf } from '../engine/made-up.js';
import { type Answered, listed } from './evidence.js';
import { all, type Case, type Cases, first, type Step, truncated, without } from './listing-cases.js';

// As in listing-cases.ts: answers to cancels, to bad keys and on kept connections.

const next = (answered: Answered): Step => ({ 'auth-cancel-pending/next': answered });
const notHttp: Answered = { failure: 'No HTTP.', kind: 'protocol', kept: 2 };
const stray = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const opener: Step = { 'auth-cancel-pending/opener': { status: 200, reading: listingOf(all), kept: 0 } };
const cancelled = (bytes: string): Step => ({ 'auth-cancel-pending/cancel': { status: 204, stray: bytes, kept: 1 } });
/** A listing that shows states; this order is cancelled. */
const states = (word: string, cancelledId: bigint): Answered => {
  const stateOf = (id: bigint): string => (id === cancelledId ? word : id < 200n ? 'open' : 'sent');
  return listed(all, { elements: new Map(all.map((id) => [id, `{"status":"${stateOf(id)}"}`])) });
};
const refused: Step = { 'cancel-shipped/cancel': 409, 'cancel-shipped/further-202': 409 };
const beside204: Case = [
  'a later cancel succeeds after another order was cancelled, beside a refusal',
  refused,
  { 'cancel-shipped/at-once': 409 },
  { 'cancel-pending/cancel': 204 },
  { 'cancel-shipped/again': 204, 'cancel-shipped/again-any': 409 },
];
const cut: Answered = { status: 409, record: { end: 'truncated' } };
const error = (body: string): Answered => ({ status: 404, headers: [['Content-Type', 'application/json']], body });
const whole = error('{"code":"a","message":"b","status":404}');
const lacking = error('{"code":"a","status":404}');
const errors = (other: Answered): readonly Step[] => [
  { 'cancel-unknown-plain/cancel': whole, 'accept/unknown-any': other },
  { 'cancel-unknown-zero-negative/zero': lacking },
];
const tooLong: Answered = { status: 401, body: '{"code":"a', record: { whole: false, length: 2 ** 21 } };

export const cancels: Cases = {
  'cancel.pending.no-body': [
    ['it has a length of 0', { 'cancel-pending/cancel': { status: 204, headers: [['content-length', '0']] } }],
    ['no HTTP comes after another answer', { 'auth-cancel-pending/cancel': 409 }, next(notHttp)],
    ['no HTTP comes after it', { 'auth-cancel-pending/cancel': 204 }, next(notHttp)],
    ['the connection ends after it', { 'auth-cancel-pending/cancel': 204 }, next({ failure: 'Reset.', kept: 2 })],
  ],
  'cancel.pending.status': [
    [
      'a 409 comes between listings that show the order as pending orders are',
      first(states('open', 101n)),
      { 'cancel-pending/cancel': 409, 'auth-cancel-pending/cancel': 204 },
      { 'listing/after': states('void', 101n) },
    ],
  ],
  'cancel.status-table': [
    ['no simultaneous cancel wins', { 'cancel-witness/first': 300, 'cancel-witness/second': 410 }],
    [
      'a status has no row, and a listing shows the order as pending later',
      first(states('open', 102n)),
      { 'cancel-pending/cancel': 204 },
      { 'auth-cancel-pending/cancel': 410 },
      { 'listing/after': states('void', 102n) },
    ],
    [
      'a status has no row, and another cancel may be why',
      { 'cancel-pending/cancel': 204 },
      { 'auth-cancel-pending/cancel': 410 },
    ],
    ['bytes followed a 204 on its connection', opener, cancelled(stray), next({ status: 200, kept: 2 })],
  ],
  'cancel.shipped.status': [
    ['the order is not listed either', first(without(201n)), { 'cancel-shipped/cancel': 404 }],
    [
      'a cancel without the key may have taken the order away',
      { 'auth-cancel-shipped/missing': 401 },
      { 'cancel-shipped/cancel': 404 },
      { 'listing/after': without(201n) },
    ],
  ],
  'cancel.shipped.unchanged': [
    [
      'the order is gone, and its second cancel fails otherwise',
      { 'cancel-shipped/cancel': 409 },
      { 'listing/after': without(201n) },
      { 'cancel-shipped/again': 500 },
    ],
    ['a later cancel succeeds', refused, { 'cancel-shipped/again': 204 }],
    beside204,
  ],
  'orders.conserved': [beside204],
  'cancel.shipped.body-json': [
    ['a 409 breaks off once', { 'cancel-shipped/cancel': cut }, { 'cancel-shipped/again': 409 }],
    ['a 409 breaks off each time', { 'cancel-shipped/cancel': cut }, { 'cancel-shipped/again': cut }],
  ],
  'cancel.unknown.status': [
    ['bytes followed a 204 on its connection', opener, cancelled(stray), next({ status: 200, kept: 2 })],
    ['bytes followed a 204, and a new connection was made', opener, cancelled(stray), next({ status: 200, kept: 0 })],
    ['no bytes followed a 204', opener, cancelled(''), next({ status: 200, kept: 2 })],
    [
      'answers on kept connections follow another key',
      { 'auth-list-missing/probe': 401 },
      { 'kept-connections/list-missing-after-valid': { status: 200, kept: 1 } },
      { 'kept-connections/cancel-valid-after-wrong': { status: 500, kept: 1 } },
    ],
  ],
  'cancel.unknown.zero-negative': [
    ['a negative id gets 409', { 'cancel-unknown-zero-negative/negative': 409 }],
    ['the negative of an id gets 409', { 'cancel-witness/negated': 409 }],
    ['its Error lacks a member that those of other 404s have', ...errors(whole)],
    ['its Error lacks a member that another lacks, too', ...errors(lacking)],
  ],
};

const probes: Step = { 'auth-list-missing/probe': 401, 'auth-cancel-pending/missing': 401 };
const both = (one: number, another: number): Step => ({
  'cancel-pending/cancel': one,
  'auth-cancel-pending/cancel': another,
});
const acceptance: readonly Case[] = [
  ['the listing accepts the key, and no cancel was answered', probes],
  ['the listing accepts the key, and no cancel does', both(403, 500), probes],
  ['one of the cancels accepts the key alone', first(500), both(500, 204), probes],
  ['the listing was not asked for', first(undefined), probes],
];
const kept = (name: string, answered: Answered): Step => ({ [`kept-connections/${name}`]: answered });
const second = kept('list-wrong-after-valid', 401);
const elsewhere = kept('cancel-valid-after-wrong', { status: 404, kept: 2 });
const promised = kept('list-valid-wrong', { status: 200, headers: [['Connection', 'x, Keep-Alive']] });
const after = (alone: Step, name: string, status: number): readonly Step[] => [
  alone,
  kept(name, { status, kept: 1 }),
  { 'cancel-pending/cancel': 204 },
];

export const keys: Cases = {
  'error.401.json': [['an Error is longer than what is kept of a body', { 'auth-list-missing/probe': tooLong }]],
  'auth.list.missing': acceptance,
  'auth.cancel.missing': acceptance,
  'auth.kept-connection': [
    ['no connection is kept, although one was promised', promised, second],
    ['one is not kept that was promised, and others are', promised, second, elsewhere],
    ['no response came before it', kept('list-valid-wrong', { failure: 'Late.', kind: 'timeout' }), second, elsewhere],
    ['the response before it could not be read', kept('list-valid-wrong', truncated), second, elsewhere],
    ['the target closed the connection', kept('list-valid-wrong', listed(all)), second, elsewhere],
    [
      'no key is accepted on a connection of its own, too',
      ...after({ 'auth-list-missing/probe': 401, 'accept/refused-any': 200 }, 'list-missing-after-valid', 200),
    ],
    ['nothing was sent on a connection of its own', ...after({}, 'list-missing-after-valid', 200)],
    [
      'no key is accepted, and elsewhere for another id alone',
      ...after(
        { 'auth-cancel-unknown/missing': 401, 'auth-cancel-unknown-long/missing': 404 },
        'cancel-missing-after-valid',
        404,
      ),
    ],
    [
      'the valid key is refused, and elsewhere with a query alone',
      ...after({ 'accept/listing-any': 200, 'listing-queries/limit=1': 401 }, 'list-valid-after-wrong', 401),
    ],
    [
      'bytes followed the 204 before it',
      { 'auth-cancel-unknown/wrong': 401 },
      kept('cancel-valid-wrong', { status: 204, stray, kept: 0 }),
      kept('cancel-wrong-after-valid', { status: 200, kept: 1 }),
    ],
  ],
};
