import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../runner/evidence/evidence.js';
import type { Order, OrderState } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import {
  cancelledOrders,
  isStillPending,
  leavesOrdersOut,
  mayBeUsedUp,
  mayExist,
  omissions,
  successesOfOthers,
  takenFor,
} from '../../suites/history.js';
import { shownAsPending, shownState, wrongFixture } from '../../suites/shown-state.js';
import { nameOf } from '../engine/made-up.js';
import { type Answered, evidence, type LiteralEvidence, listed, type Sent } from './evidence.js';

/** 101 is cancelled by cancel-pending, 102 by auth-cancel-pending; cancel-witness races for 103 and lets 104 stand by. */
const orders = { pending: [101n, 102n, 103n, 104n], shipped: [201n], other: [301n] };
const all = [...orders.pending, ...orders.shipped, ...orders.other];
const order = (id: bigint, state: OrderState = 'pending'): Order => ({ id, state });

/** A listing of these orders, each with these members. */
const showing = (members: Readonly<Record<string, string>>, ids: readonly bigint[] = all): Answered =>
  listed(ids, { elements: new Map(Object.entries(members).map(([id, text]) => [BigInt(id), text])) });

const of = (sent: Sent, differs: Partial<LiteralEvidence> = {}): Evidence => evidence({ orders, sent, ...differs });
const first = (listing: Answered = listed(all)) => ({ 'listing/before': listing });

/** The answer to this request. */
function answerTo(given: Evidence, name: string) {
  const [answer] = given.answers((request) => nameOf({ request }) === name);
  if (!answer || isUnjudged(answer)) throw new Error(`There is no answer to ${name}.`);
  return answer;
}

const blocked = (reason: string, scenario = 'cancel-pending') => ({ unjudged: 'blocked', reason, scenario });
const inconclusive = (reason: string, scenario = 'cancel-pending') => ({ unjudged: 'inconclusive', reason, scenario });

describe('the state that a listing shows', () => {
  const shown = (members: Readonly<Record<string, string>>, id = 101n) =>
    shownState(of([first(showing(members))]), order(id));
  const pending = { text: '"pending"', isPending: true };

  test.each<[what: string, members: Readonly<Record<string, string>>, state: unknown]>([
    [
      'is in a member of that name',
      { 101: '{"status":"open"}', 201: '{"status":"sent"}' },
      { text: '"open"', isPending: false },
    ],
    [
      'is in a member of that name, in any letter case',
      { 101: '{"State":"open"}', 201: '{"State":"sent"}' },
      { text: '"open"', isPending: false },
    ],
    [
      'is in the member that says "pending" of any order',
      { 101: '{"phase":"done"}', 102: '{"phase":"PENDING"}' },
      { text: '"done"', isPending: false },
    ],
    [
      'is pending in any letter case',
      { 101: '{"status":"Pending"}', 201: '{"status":"sent"}' },
      { text: '"Pending"', isPending: true },
    ],
    [
      'is not in a member that says the same of orders in two states',
      { 101: '{"status":"pending"}', 201: '{"status":"pending"}' },
      undefined,
    ],
    [
      'may be the same for all that are declared alike',
      { 101: '{"status":"pending"}', 102: '{"status":"pending"}' },
      pending,
    ],
    [
      'is not in a member whose name only begins or ends so',
      { 101: '{"oldStatus":"open","statusCode":"a"}', 201: '{"oldStatus":"sent","statusCode":"b"}' },
      undefined,
    ],
    ['is not in a member of the contract', { 101: '{"complete":"pending"}', 201: '{"complete":"x"}' }, undefined],
    ['is a text', { 101: '{"status":1}', 201: '{"status":2}' }, undefined],
    ['is not to be had where no member says it', { 101: '{"petId":1}', 201: '{"petId":2}' }, undefined],
    ['is not to be had of an element that was cut', { 101: '{"status":"pen', 201: '{"status":"sent"}' }, undefined],
    ['is not to be had of what is no object', { 101: '"pending"', 201: '{"status":"sent"}' }, undefined],
    ['is not to be had of an order that is not listed', { 201: '{"status":"sent"}' }, undefined],
  ])('%s', (_, members, state) => {
    expect(shown(members)).toEqual(state);
  });

  test('is unknown without a listing', () => {
    expect(shownState(of([]), order(101n))).toBeUndefined();
  });
});

describe('an order is still pending', () => {
  const pending = showing({ 101: '{"status":"pending"}', 201: '{"status":"sent"}' });
  const cancelled = showing({ 101: '{"status":"cancelled"}', 201: '{"status":"sent"}' });
  const refused = { 'cancel-pending/cancel': 404 };

  test.each<[what: string, sent: Sent, still: boolean]>([
    ['where the listing after its cancel says so', [refused, { 'listing/after': pending }], true],
    ['where the last one says so', [refused, { 'listing/after': cancelled }, { 'listing/last': pending }], true],
    ['where the last one alone was read', [refused, { 'listing/after': 500 }, { 'listing/last': pending }], true],
    ['not where a listing says otherwise', [refused, { 'listing/after': cancelled }], false],
    ['not where a listing shows no states', [refused, { 'listing/after': listed(all) }], false],
    ['not where the listing came before the cancel', [{ 'listing/after': pending }, refused], false],
    ['not where the listing came at the same time', [{ 'listing/after': pending, ...refused }], false],
    ['not where there is no later listing', [refused], false],
  ])('%s', (_, sent, still) => {
    const given = of([first(), ...sent]);
    expect(isStillPending(given, order(101n), answerTo(given, 'cancel-pending/cancel'))).toBe(still);
  });
});

describe('a refused order may be used up', () => {
  const usedUp = (seen: string, got: number) =>
    blocked(
      `Order 101 is declared pending, but its cancel got ${got}, and ${seen}: was it used up by an earlier run? Declare another pending order, or let the fixtures provision one.`,
    );
  const none = 'none of the declared pending orders could be cancelled';
  const other = { 'auth-cancel-pending/cancel': 204 };
  const shown = (state: string) => first(showing({ 101: `{"status":"${state}"}`, 201: '{"status":"sent"}' }));

  test.each<[what: string, listing: Sent[number], got: number, further: Sent[number], result: unknown]>([
    ['where the listing shows another state', shown('done'), 409, other, usedUp('the listing shows it as "done"', 409)],
    [
      'where the listing shows another state, whatever it got',
      shown('done'),
      500,
      other,
      usedUp('the listing shows it as "done"', 500),
    ],
    ['not where the listing shows it as pending', shown('pending'), 409, {}, undefined],
    ['where no state is shown, and none could be cancelled', first(), 409, {}, usedUp(none, 409)],
    ['by any refusal that may speak of a state', first(), 400, {}, usedUp(none, 400)],
    ['not where another one could be cancelled', first(), 409, other, undefined],
    ...[302, 401, 405, 500].map((got): [string, Sent[number], number, Sent[number], unknown] => [
      `not by ${got}`,
      first(),
      got,
      {},
      undefined,
    ]),
  ])('%s', (_, listing, got, further, result) => {
    const given = of([listing, further, { 'cancel-pending/cancel': got }]);
    expect(mayBeUsedUp(given, order(101n), answerTo(given, 'cancel-pending/cancel'))).toEqual(result);
  });
});

test('the successes of other orders are those of their first cancels', () => {
  const sent: Sent = [
    first(),
    {
      'cancel-pending/cancel': 204,
      'auth-cancel-pending/cancel': 200,
      'cancel-witness/first': 409,
      'cancel-witness/second': 204,
    },
    { 'cancel-pending/again': 204 },
  ];
  const named = (id: bigint) => successesOfOthers(of(sent), order(id)).map(nameOf);
  expect(named(101n)).toEqual(['auth-cancel-pending/cancel', 'cancel-witness/second']);
  expect(named(102n)).toEqual(['cancel-pending/cancel', 'cancel-witness/second']);
});

test('an order is there for what its requests are', () => {
  const parts = cancelledOrders(of([])).map(({ order: { id }, part }) => [id, part]);
  expect(parts).toEqual([
    [102n, 'protected'],
    [101n, 'plain'],
    [103n, 'witness'],
    [104n, 'look-alike'],
  ]);
});

describe('an id that was free may have an order', () => {
  const name = 'cancel-unknown-plain/cancel';
  const free = 1_735_928_401n;
  const placed = { 'listing/last': listed([...all, free]) };
  const whyOf = (status: number, sent: Sent) => {
    const given = of([...sent.slice(0, 1), { [name]: status }, ...sent.slice(1)]);
    return mayExist(given, answerTo(given, name));
  };
  const meanwhile = inconclusive(
    `No order had the id ${free} when the run began, and one has it now: others placed orders meanwhile. Run again.`,
    'cancel-unknown-plain',
  );
  const leftOut = inconclusive(
    `The listing leaves orders out (see \`list.complete\`), so it does not show that no order has the id ${free}. Declare ids that no order has, under \`unknown\`.`,
    'cancel-unknown-plain',
  );
  const incomplete: Sent = [
    first(listed(all.slice(1))),
    { 'cancel-pending/cancel': 204 },
    { 'listing/last': listed(all) },
  ];

  test.each<[what: string, status: number, sent: Sent, result: unknown]>([
    ['where the last listing shows one, and it was cancelled', 204, [first(), placed], meanwhile],
    ['where the last listing shows one, and it was refused', 409, [first(), placed], meanwhile],
    ['not where it was not found', 404, [first(), placed], undefined],
    ['not where the last listing shows none', 204, [first(), { 'listing/last': listed(all) }], undefined],
    ['not where the first listing showed it, too', 204, [first(listed([...all, free])), placed], undefined],
    ['not without the first listing', 204, [{ 'listing/before': 500 }, placed], undefined],
    ['not without the last listing', 204, [first(), { 'listing/last': 500 }], undefined],
    ['where the listing leaves orders out', 204, incomplete, leftOut],
    ['where the listing leaves orders out, though not where it was not found', 404, incomplete, undefined],
  ])('%s', (_, status, sent, result) => {
    expect(whyOf(status, sent)).toEqual(result);
  });

  test.each([
    ['not where it is declared as one that no order has', 'cancel-unknown-plain/cancel', undefined],
    ['where another is', 'cancel-unknown-max-int64/cancel', 'inconclusive'],
  ])('where the listing leaves orders out, %s', (_, unknown, result) => {
    const [listing, cancel, last] = incomplete;
    const sent = [listing ?? {}, { ...cancel, [unknown]: 204 }, last ?? {}];
    const given = of(sent, { orders: { ...orders, unknown: [999n] } });
    expect(mayExist(given, answerTo(given, unknown))?.unjudged).toBe(result);
  });
});

describe('an order may have been taken for', () => {
  test.each<[what: string, sent: Sent[number], taken: readonly string[]]>([
    ['its neighbour', { 'cancel-pending/neighbour-32-bits': 204 }, ['cancel-pending/neighbour-32-bits']],
    ['not one that was not found', { 'cancel-pending/neighbour-32-bits': 404 }, []],
    ['not the neighbour of another', { 'cancel-shipped/neighbour-32-bits': 204 }, []],
    ['what is no id at all', { 'cancel-not-int64/word': 200 }, ['cancel-not-int64/word']],
    ['not what was refused', { 'cancel-not-int64/word': 400 }, []],
    ['not an id that no order has', { 'cancel-unknown-plain/cancel': 204 }, []],
    ['not another order', { 'auth-cancel-pending/cancel': 204 }, []],
  ])('%s', (_, sent, taken) => {
    expect(takenFor(of([first(), sent]), order(101n)).map(nameOf)).toEqual(taken);
  });
});

describe('an omission is an order that the first listing shows, and a later one lacks', () => {
  const without = (...ids: readonly bigint[]): Answered => listed(all.filter((id) => !ids.includes(id)));
  const lacking = { 'listing/after': without(101n) };

  test.each<[what: string, sent: Sent, omitted: readonly unknown[]]>([
    [
      'where its cancel succeeds later',
      [first(), lacking, { 'cancel-pending/cancel': 204 }],
      [[101n, 'listing/after']],
    ],
    [
      'where a still later one shows it',
      [first(), lacking, { 'listing/last': listed(all) }],
      [[101n, 'listing/after']],
    ],
    ['not where a still later one lacks it, too', [first(), lacking, { 'listing/last': without(101n, 102n) }], []],
    [
      'not where its cancel succeeded before',
      [first(), { 'cancel-pending/cancel': 204 }, lacking, { 'listing/last': listed(all) }],
      [],
    ],
    ['not where its cancel succeeded at the same time', [first(), { ...lacking, 'cancel-pending/cancel': 204 }], []],
    [
      'not where its cancel may have succeeded before',
      [first(), { 'cancel-pending/cancel': 500 }, lacking, { 'listing/last': listed(all) }],
      [],
    ],
    ...[401, 404, 409].map((status): [string, Sent, readonly unknown[]] => [
      `where its cancel was refused with ${status} before`,
      [first(), { 'cancel-pending/cancel': status }, lacking, { 'listing/last': listed(all) }],
      [[101n, 'listing/after']],
    ]),
    [
      'not where its neighbour was cancelled before',
      [first(), { 'cancel-pending/neighbour-32-bits': 204 }, lacking, { 'listing/last': listed(all) }],
      [],
    ],
    [
      'where the neighbour of another was',
      [first(), { 'cancel-shipped/neighbour-32-bits': 204 }, lacking, { 'listing/last': listed(all) }],
      [[101n, 'listing/after']],
    ],
    ['not where its cancel is refused later', [first(), lacking, { 'cancel-pending/cancel': 409 }], []],
    [
      'not where the first listing lacked it, too',
      [first(without(101n)), lacking, { 'cancel-pending/cancel': 204 }],
      [],
    ],
    [
      'not where the first listing could not be read',
      [{ 'listing/before': 500 }, lacking, { 'cancel-pending/cancel': 204 }],
      [],
    ],
    [
      'not where the later one cannot show absence',
      [first(), { 'listing/after': listed([102n], { count: 6, withoutId: 5 }) }, { 'cancel-pending/cancel': 204 }],
      [],
    ],
  ])('%s', (_, sent, omitted) => {
    expect(omissions(of(sent)).map(({ order: { id }, listing }) => [id, nameOf(listing.exchange)])).toEqual(omitted);
  });
});

test('what a spare order gets shows nothing of a later listing', () => {
  const pending = Array.from({ length: 9 }, (_, index) => 101n + BigInt(index));
  const last = { 'listing/last': listed(pending.slice(0, -1)) };
  const sent = [
    first(listed(pending)),
    { 'listing/after': listed(pending) },
    { 'listing-complete/spare-109': 409 },
    last,
  ];
  expect(omissions(evidence({ orders: { pending }, sent }))).toEqual([]);
});

describe('a listing leaves orders out', () => {
  const lacks = (id: bigint) => first(listed(all.filter((other) => other !== id)));

  test.each<[what: string, sent: Sent, leaves: boolean]>([
    ['where an unlisted order can be cancelled', [lacks(101n), { 'cancel-pending/cancel': 204 }], true],
    ['where an unlisted order is refused because of its state', [lacks(201n), { 'cancel-shipped/cancel': 409 }], true],
    ['not where an unlisted order is not found', [lacks(101n), { 'cancel-pending/cancel': 404 }], false],
    ['not where all are listed', [first(), { 'cancel-pending/cancel': 204 }], false],
    [
      'where a later one does',
      [first(), { 'listing/after': listed(all.slice(1)) }, { 'cancel-pending/cancel': 204 }],
      true,
    ],
    ['not as far as is known without a listing', [{ 'listing/before': 500 }, { 'cancel-pending/cancel': 204 }], false],
    [
      'not where elements carry no id',
      [first(listed([], { count: 6, withoutId: 6 })), { 'cancel-pending/cancel': 204 }],
      false,
    ],
  ])('%s', (_, sent, leaves) => {
    expect(leavesOrdersOut(of(sent))).toBe(leaves);
  });
});

describe('an order that is declared otherwise is shown as pending', () => {
  const shown = (state: string) => [first(showing({ 101: '{"status":"pending"}', 201: `{"status":"${state}"}` }))];

  test.each<[what: string, sent: Sent, name: string, result: unknown]>([
    [
      'which is the fixture’s mistake',
      [first(showing({ 101: '{"status":"sent"}', 201: '{"status":"pending"}' })), { 'cancel-shipped/cancel': 204 }],
      'cancel-shipped/cancel',
      blocked(
        'Order 201 is declared shipped, but the listing shows it as "pending": the fixture is wrong. Declare an order that is shipped.',
        'cancel-shipped',
      ),
    ],
    [
      'not where it is shown otherwise',
      [...shown('sent'), { 'cancel-shipped/cancel': 204 }],
      'cancel-shipped/cancel',
      undefined,
    ],
    [
      'not where it is pending',
      [...shown('sent'), { 'cancel-pending/cancel': 204 }],
      'cancel-pending/cancel',
      undefined,
    ],
    [
      'not where no order was meant',
      [...shown('sent'), { 'cancel-unknown-plain/cancel': 204 }],
      'cancel-unknown-plain/cancel',
      undefined,
    ],
  ])('%s', (_, sent, name, result) => {
    const given = of(sent);
    expect(shownAsPending(given, answerTo(given, name))).toEqual(result);
  });
});

describe('an order that is not found', () => {
  const long = 2n ** 53n + 3n;
  const double = 2n ** 53n + 4n;
  const declared = { pending: [long], shipped: [201n] };
  const found = (listing: Answered, status = 404) => {
    const given = evidence({ orders: declared, sent: [first(listing), { 'cancel-pending/cancel': status }] });
    return wrongFixture(given, answerTo(given, 'cancel-pending/cancel'));
  };

  test.each<[what: string, listing: Answered, result: unknown]>([
    [
      'is kept as a double, where that is listed',
      listed([double]),
      inconclusive(
        `Order ${long}, declared pending, is not listed, and cancelling it returns 404; but ${double} is listed, the double next to it: the target, or what stored its orders, keeps ids in doubles, which hold integers up to 2^53 only.`,
      ),
    ],
    [
      'is a wrong fixture, where it is not listed',
      listed([201n]),
      blocked(
        `Order ${long} is declared pending, but it is not listed, and cancelling it returns 404: the fixture is wrong, or an earlier run used it up. Declare an order that is pending.`,
      ),
    ],
    [
      'may be either, where the listing does not tell',
      500,
      inconclusive(
        `Order ${long}, declared pending, was not found (404), and the listing does not tell whether it exists: either the fixture is wrong, or the target.`,
      ),
    ],
    ['is the target’s mistake, where it is listed', listed([long]), undefined],
  ])('%s', (_, listing, result) => {
    expect(found(listing)).toEqual(result);
  });

  test('is a wrong fixture only where it is not found', () => {
    expect(found(listed([201n]), 409)).toBeUndefined();
  });
});
