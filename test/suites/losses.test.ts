import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from './evidence.js';

/** 101 goes to cancel-pending, 102 to auth-cancel-pending; cancel-witness races for 103 and lets 104 stand by. */
const orders = { pending: [101n, 102n, 103n, 104n], shipped: [201n, 202n, 203n, 204n, 205n], other: [301n] };
const all = [...orders.pending, ...orders.shipped, ...orders.other];
const without = (...ids: readonly bigint[]): Answered => listed(all.filter((id) => !ids.includes(id)));

const untouched = (sent: Sent) => resultsOf('cancel.others-untouched', { orders, sent });
const broken = (sent: Sent) => untouched(sent).filter((result) => !Array.isArray(result));

const before = { 'listing/before': listed(all) };
const cancels = { 'auth-cancel-pending/cancel': 204 };
const races = { 'cancel-witness/first': 204, 'cancel-witness/second': 404 };

describe('every order that the first listing shows is accounted for in the last one', () => {
  test('where they were cancelled, they may be gone', () => {
    const sent = [
      before,
      cancels,
      { 'cancel-pending/cancel': 204 },
      races,
      { 'listing/after': without(101n, 102n, 103n) },
      { 'cancel-witness/bystander-104': 204 },
      { 'listing/last': without(101n, 102n, 103n, 104n) },
    ];
    expect(broken(sent)).toEqual([]);
  });

  test('one that is gone only after the last cancel is lost', () => {
    const sent = [
      before,
      cancels,
      { 'listing/after': without(102n) },
      races,
      { 'listing/last': without(102n, 103n, 205n) },
    ];
    expect(broken(sent)).toEqual([
      {
        message: 'Order 205, declared shipped, disappeared from the listing after other orders were cancelled.',
        expected: 'an element with id 205, as before',
        actual: 'no such element',
        at: 'body',
        exchange: 'listing/last',
      },
    ]);
  });

  test('one that is neither found nor listed any more is lost, whatever other orders outlived', () => {
    const sent = [
      before,
      cancels,
      { 'cancel-pending/cancel': 404 },
      races,
      { 'listing/after': without(101n, 102n, 103n) },
    ];
    expect(broken(sent)).toMatchObject([{ message: expect.stringMatching(/^Order 101 was listed as something else/) }]);
  });

  test('absence proves nothing where the listing is known to leave orders out', () => {
    const sent = [
      { 'listing/before': without(201n) },
      cancels,
      { 'cancel-shipped/cancel': 409 },
      races,
      { 'listing/after': without(102n, 103n, 301n, 205n) },
    ];
    expect(broken(sent)).toEqual([]);
    expect(resultsOf('list.complete', { orders, sent })).toMatchObject([{ exchange: 'listing/before' }]);
  });
});

describe('what breaks only a should hides no must', () => {
  const texts = { 'cancel-witness/fraction': 404, 'cancel-witness/suffix': 404 };
  const bystander = { 'cancel-witness/bystander-104': 409 };
  const pending = '{"id":104,"status":"pending"}';
  const shown = (text: string): Answered => listed(all, { elements: new Map([[104n, text]]) });

  test('an order that the second listing shows as it was, was changed by the texts', () => {
    const sent = [
      { 'listing/before': shown(pending) },
      cancels,
      races,
      { 'listing/after': shown(pending) },
      texts,
      bystander,
    ];
    expect(broken(sent)).toEqual([]);
    expect(resultsOf('cancel.not-int64', { orders, sent }).filter((result) => !Array.isArray(result))).toMatchObject([
      { message: expect.stringContaining('Order 104 could not be cancelled after cancels of texts') },
    ]);
  });

  test('one that it shows otherwise was changed before them', () => {
    const sent = [
      { 'listing/before': shown(pending) },
      cancels,
      races,
      { 'listing/after': shown('{"id":104,"status":"cancelled"}') },
      texts,
      bystander,
    ];
    expect(broken(sent)).toMatchObject([{ message: expect.stringMatching(/^Order 104 could not be cancelled/) }]);
  });

  test('where either may have done it, the must is left open', () => {
    const sent = [before, cancels, { 'listing/after': 500 }, texts, bystander];
    expect(broken(sent)).toMatchObject([
      { unjudged: 'inconclusive', reason: expect.stringContaining('either may have changed it') },
    ]);
  });
});

test('an id that somebody placed an order under meanwhile is not judged as one that no order has', () => {
  const alone = resultsOf('cancel.unknown.status', { orders, sent: [before, { 'cancel-unknown-plain/cancel': 409 }] });
  expect(alone).toMatchObject([{ at: 'status' }]);
  const placed = listed([...all, 1_735_928_401n]);
  const sent = [before, { 'cancel-unknown-plain/cancel': 409 }, { 'listing/last': placed }];
  expect(resultsOf('cancel.unknown.status', { orders, sent })).toMatchObject([{ unjudged: 'inconclusive' }]);
});

describe('a loss is blamed on what comes first, unless an order of its kind outlived that', () => {
  const own = { 'cancel-shipped/cancel': 409 };
  const refused = { 'auth-cancel-shipped/wrong': 401 };
  const others = { 'cancel-shipped/further-202': 409 };
  const furtherRefused = { 'cancel-shipped/further-wrong-202': 401 };
  const gone = (...ids: readonly bigint[]) => ({ 'listing/after': without(...ids) });
  const lostAfter = (id: bigint, how: string) =>
    `Order ${id}, declared shipped, disappeared from the listing after ${how}.`;
  const OWN = 'its cancel was refused';
  const WITHOUT_KEY = 'cancels of it without a valid key were refused';
  const OTHERS = 'other orders were cancelled';

  /** What each requirement says of the losses, as texts. */
  const told = (...sent: Sent): Record<string, unknown> =>
    Object.fromEntries(
      (['auth.no-effect', 'cancel.shipped.unchanged', 'cancel.others-untouched'] as const).flatMap((requirement) => {
        const texts = resultsOf(requirement, { orders, sent: [before, ...sent] }).flatMap((result) => {
          const { message, reason } = Object(result);
          return /disappeared/.test(message ?? reason ?? '') ? [message ?? reason] : [];
        });
        return texts.length > 0 ? [[requirement, texts]] : [];
      }),
    );

  test('its own cancel', () => {
    expect(told(own, gone(201n))).toEqual({ 'cancel.shipped.unchanged': [lostAfter(201n, OWN)] });
  });

  test('cancels without a key, where its own did not find it any more', () => {
    const sent = [refused, { 'cancel-shipped/cancel': 404 }, gone(201n)];
    expect(told(...sent)).toEqual({ 'auth.no-effect': [lostAfter(201n, WITHOUT_KEY)] });
  });

  test('its own, where an order that is still listed had been refused without a key, too', () => {
    expect(told({ ...refused, ...furtherRefused }, own, gone(201n))).toEqual({
      'cancel.shipped.unchanged': [lostAfter(201n, OWN)],
    });
  });

  test('not cancels without a key, where an order that is still listed had been refused, too', () => {
    expect(told({ ...refused, ...furtherRefused }, cancels, { 'cancel-shipped/cancel': 404 }, gone(201n))).toEqual({
      'cancel.others-untouched': [lostAfter(201n, OTHERS)],
    });
  });

  test('nor on others that had not been cancelled by then', () => {
    const sent = [{ ...refused, ...furtherRefused }, { 'cancel-shipped/cancel': 404 }, gone(201n), races];
    expect(told(...sent)).toEqual({ 'auth.no-effect': [lostAfter(201n, WITHOUT_KEY)] });
    const removed = [{ ...own, ...others }, gone(201n), { 'cancel-shipped/again': 404 }, races];
    expect(told(...removed)).toEqual({ 'cancel.shipped.unchanged': [lostAfter(201n, OWN)] });
  });

  test('its own, where that found it after it had been refused without a key', () => {
    expect(told(refused, own, gone(201n))).toEqual({ 'cancel.shipped.unchanged': [lostAfter(201n, OWN)] });
  });

  test('not its own, where it was found after that, and is not found in the end', () => {
    const sent = [own, { 'cancel-shipped/again': 409 }, { 'cancel-shipped/again-any': 404 }, cancels, gone(201n)];
    expect(told(...sent)).toEqual({ 'cancel.others-untouched': [lostAfter(201n, OTHERS)] });
  });

  test('not its own, where that was not found', () => {
    expect(told(cancels, { 'cancel-shipped/cancel': 404 }, gone(201n))).toEqual({
      'cancel.others-untouched': [lostAfter(201n, OTHERS)],
    });
  });

  test('each by itself', () => {
    expect(told(refused, { 'cancel-shipped/cancel': 404 }, others, gone(201n, 202n))).toEqual({
      'auth.no-effect': [lostAfter(201n, WITHOUT_KEY)],
      'cancel.shipped.unchanged': [lostAfter(202n, OWN)],
    });
  });

  test('not on others that were cancelled only when it was gone', () => {
    expect(told(refused, { 'cancel-shipped/cancel': 404 }, cancels, gone(201n))).toEqual({
      'auth.no-effect': [lostAfter(201n, WITHOUT_KEY)],
    });
  });

  test('and left open for the others that were cancelled meanwhile', () => {
    const meanwhile = 'Order 201 disappeared while other orders were cancelled, too: that may be what did it.';
    const message = lostAfter(201n, `${OWN}; other orders were cancelled meanwhile`);
    expect(told(own, cancels, gone(201n))).toEqual({
      'cancel.shipped.unchanged': [message],
      'cancel.others-untouched': [meanwhile],
    });
    expect(told(refused, cancels, { 'cancel-shipped/cancel': 404 }, gone(201n))).toEqual({
      'auth.no-effect': [lostAfter(201n, `${WITHOUT_KEY}; ${OTHERS} meanwhile`)],
      'cancel.others-untouched': [meanwhile],
    });
  });

  test('and left open itself where a text was cancelled that only looks like an id', () => {
    const unsure = `${lostAfter(201n, OWN)} A text that only looks like its id was cancelled, too, and may have done it.`;
    expect(told(own, { 'cancel-not-int64/word': 204 }, gone(201n))).toEqual({ 'cancel.shipped.unchanged': [unsure] });
  });

  test('not where a spare cancel found it', () => {
    const pending = Array.from({ length: 9 }, (_, index) => 101n + BigInt(index));
    const lost = (status: number) =>
      resultsOf('cancel.others-untouched', {
        orders: { pending },
        sent: [
          { 'listing/before': listed(pending) },
          { 'auth-cancel-pending/cancel': 204 },
          { 'listing/after': listed(pending.slice(0, -1)) },
          { 'listing-complete/spare-109': status },
          { 'listing/last': listed(pending.slice(0, -1)) },
        ],
      }).filter((result) => /disappeared/.test(JSON.stringify(result)));
    expect([lost(409), lost(404).length]).toEqual([[], 1]);
  });
});
