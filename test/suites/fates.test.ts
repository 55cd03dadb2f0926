import { describe, expect, test } from 'vitest';
import { fates as fatesOf } from '../../suites/fates.js';
import { nameOf } from '../engine/made-up.js';
import { type Answered, evidence, listed, type Sent } from './evidence.js';

/** 101 is cancelled by cancel-pending, 102 by auth-cancel-pending, 103, 104 and 105 by cancel-witness. */
const orders = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n], other: [301n] };
const all = [101n, 102n, 103n, 104n, 105n, 201n, 301n];
const before = { 'listing/before': listed(all) };
const after = { 'listing/after': listed(all) };

/** By the id of the order: what became of it, and what shows that. */
function fates(sent: Sent): Record<string, unknown> {
  return Object.fromEntries(
    fatesOf(evidence({ orders, sent })).map(({ order, fate }) => {
      const shown = fate && (fate.kind === 'unjudged' ? fate.unjudged : nameOf(fate.answer.exchange));
      const kind = fate?.kind === 'refused' && fate.suspect ? `refused: ${fate.suspect}` : fate?.kind;
      return [order.id, fate && [kind, shown]];
    }),
  );
}

const succeeds = { 'auth-cancel-pending/cancel': 204 };

test('an order that nobody cancelled has no fate', () => {
  expect(fates([before])).toEqual({ 101: undefined, 102: undefined, 103: undefined, 104: undefined, 105: undefined });
});

describe('an order is cancelled', () => {
  test.each<[string, Answered, Answered, string]>([
    ['by the first of two cancels', 204, 409, 'first'],
    ['by the second', 404, 204, 'second'],
    ['by the 204, where both succeed', 200, 204, 'second'],
    ['by the first, where neither is a 204', 200, 202, 'first'],
    ['by one, whatever became of the other', { failure: 'Reset.' }, 204, 'second'],
  ])('%s', (_, first, second, by) => {
    const race = { 'cancel-witness/first': first, 'cancel-witness/second': second };
    expect(fates([before, after, race])['103']).toEqual(['cancelled', `cancel-witness/${by}`]);
  });
});

describe('an order whose cancel is refused', () => {
  const kindOf = (id: bigint, sent: Sent) => (fates(sent)[String(id)] as readonly unknown[] | undefined)?.[0];

  test.each<[string, string, bigint, Sent]>([
    ['was pending, where nothing came before', 'refused', 101n, [before, { 'cancel-pending/cancel': 409 }, succeeds]],
    [
      'was pending, where the answer is not a refusal',
      'refused',
      101n,
      [before, { 'cancel-pending/cancel': 500 }, succeeds],
    ],
    [
      'may have been changed by refused cancels',
      'refused: without-key',
      102n,
      [
        before,
        { 'cancel-pending/cancel': 204 },
        { 'auth-cancel-pending/wrong': 401 },
        { 'auth-cancel-pending/cancel': 409 },
      ],
    ],
    [
      'was not, where the same kind of refused cancel did no harm to another order',
      'refused',
      102n,
      [
        before,
        { 'cancel-witness/refused-wrong': 401, 'auth-cancel-pending/wrong': 401 },
        { 'cancel-witness/first': 204, 'auth-cancel-pending/cancel': 409 },
      ],
    ],
    [
      'was not, where the refused cancel came later',
      'refused',
      102n,
      [
        before,
        { 'auth-cancel-pending/cancel': 409 },
        { 'auth-cancel-pending/wrong': 401 },
        { 'cancel-pending/cancel': 204 },
      ],
    ],
    [
      'may have been changed by cancels of others, where it stood by',
      'refused: others',
      103n,
      [before, { 'cancel-pending/cancel': 204 }, after, { 'cancel-witness/first': 404, 'cancel-witness/second': 409 }],
    ],
    [
      'may have been, where the listing after them cannot be read',
      'refused: others',
      103n,
      [before, { 'cancel-pending/cancel': 204 }, { 'listing/after': 500 }, { 'cancel-witness/first': 409 }],
    ],
    [
      'may have been changed by cancels of others, where the listing changed',
      'refused: others',
      101n,
      [
        { 'listing/before': listed(all, { elements: new Map([[101n, '{"id":101,"status":"pending"}']]) }) },
        { 'auth-cancel-pending/cancel': 204 },
        { 'cancel-pending/cancel': 404 },
        { 'listing/after': listed(all, { elements: new Map([[101n, '{"id":101,"status":"cancelled"}']]) }) },
      ],
    ],
    [
      'was not, where the listing shows no trace',
      'refused',
      101n,
      [before, { 'auth-cancel-pending/cancel': 204 }, { 'cancel-pending/cancel': 409 }, after],
    ],
    [
      'was not, where the others were cancelled at the same time',
      'refused',
      101n,
      [before, { 'auth-cancel-pending/cancel': 204, 'cancel-pending/cancel': 409 }],
    ],
    [
      'was not, where another order that stood by was still there',
      'refused',
      103n,
      [
        before,
        { 'cancel-pending/cancel': 204 },
        after,
        { 'cancel-witness/first': 409, 'cancel-witness/further-first-105': 204 },
      ],
    ],
    [
      'may have been changed by cancels of its neighbours, where it is listed no more',
      'refused: neighbour',
      101n,
      [
        { 'listing/before': listed(all, { elements: new Map([[101n, '{"id":101}']]) }) },
        { 'cancel-pending/neighbour-32-bits': 404 },
        { 'cancel-pending/cancel': 409, 'auth-cancel-pending/cancel': 204 },
        { 'listing/after': listed(all.slice(1)) },
      ],
    ],
  ])('%s', (_, kind, id, sent) => {
    expect(kindOf(id, sent)).toBe(kind);
  });

  test('in two ways shows the one that is not a refusal: that cancel may have taken effect', () => {
    const race = { 'cancel-witness/first': 409, 'cancel-witness/second': 500 };
    const sent = [before, { 'cancel-pending/cancel': 204 }, after, race];
    expect(fates(sent)['103']).toEqual(['refused', 'cancel-witness/second']);
  });
});

describe('an order of which nothing follows', () => {
  const unjudged = (id: bigint, sent: Sent) => {
    const [kind, why] = (fates(sent)[String(id)] ?? []) as readonly [unknown?, unknown?];
    return { kind, why };
  };

  test('says why: a cancel without a valid key was accepted before', () => {
    const sent = [before, { 'auth-cancel-pending/wrong': 204 }, { 'auth-cancel-pending/cancel': 404 }];
    expect(unjudged(102n, sent)).toEqual({
      kind: 'unjudged',
      why: {
        unjudged: 'inconclusive',
        reason: 'A cancel without a valid key was accepted, so the order was no longer pending.',
        scenario: 'auth-cancel-pending',
      },
    });
  });

  test.each<[string, 'blocked' | 'inconclusive', string, Sent]>([
    ['no answer came', 'inconclusive', 'Reset.', [before, { 'cancel-pending/cancel': { failure: 'Reset.' } }]],
    [
      'it was refused for now',
      'inconclusive',
      'DELETE http://127.0.0.1/v1/store/orders/101 was refused for now with 503. Run again when the target has recovered, or more slowly, with --rate.',
      [before, { 'cancel-pending/cancel': 503 }],
    ],
    [
      'a neighbour was cancelled',
      'inconclusive',
      'The cancel of 4294967397 got 204: it may have cancelled order 101.',
      [before, { 'cancel-pending/neighbour-32-bits': 204 }, { 'cancel-pending/cancel': 409 }, succeeds],
    ],
    [
      'it is not listed, and not found',
      'blocked',
      'Order 101 is declared pending, but it is not listed, and cancelling it returns 404: the fixture is wrong, or an earlier run used it up. Declare an order that is pending.',
      [{ 'listing/before': listed([102n]) }, { 'cancel-pending/cancel': 404 }, succeeds],
    ],
    [
      'it is not found, and no listing was read',
      'inconclusive',
      'Order 101, declared pending, was not found (404), and the listing does not tell whether it exists: either the fixture is wrong, or the target.',
      [{ 'listing/before': 500 }, { 'cancel-pending/cancel': 404 }, succeeds],
    ],
    [
      'none of the declared orders could be cancelled',
      'blocked',
      'Order 101 is declared pending, but its cancel got 409, and none of the declared pending orders could be cancelled: was it used up by an earlier run? Declare another pending order, or let the fixtures provision one.',
      [before, { 'cancel-pending/cancel': 409 }],
    ],
  ])('says why: %s', (_, verdict, reason, sent) => {
    expect(unjudged(101n, sent)).toEqual({
      kind: 'unjudged',
      why: { unjudged: verdict, reason, scenario: 'cancel-pending' },
    });
  });
});

describe('what explains a refusal', () => {
  const kindOf = (id: bigint, sent: Sent) => (fates(sent)[String(id)] as readonly unknown[] | undefined)?.[0];
  const shown = (states: Readonly<Record<string, string>>, ids = all): Answered => {
    const said = ids.flatMap((id) => (states[`${id}`] ? [[id, `{"status":"${states[`${id}`]}"}`] as const] : []));
    return listed(ids, { elements: new Map(said) });
  };
  const isPending = { 101: 'pending', 103: 'pending', 105: 'pending', 201: 'sent' };
  const [first, changed] = [
    { 'listing/before': shown(isPending) },
    { 'listing/after': shown({ ...isPending, 103: 'cancelled', 105: 'cancelled' }) },
  ];
  const others = { 'cancel-pending/cancel': 204 };
  const race = { 'cancel-witness/first': 204 };
  const refused = { 'cancel-witness/further-first-105': 409 };
  const notFound = { 'cancel-witness/further-first-105': 404 };
  const gone = {
    'listing/after': shown(
      isPending,
      all.filter((id) => id !== 105n),
    ),
  };

  test.each<[what: string, kind: string | undefined, id: bigint, sent: Sent]>([
    [
      'is one thing for several orders, where it can be',
      'refused: without-key',
      103n,
      [
        before,
        others,
        { 'auth-cancel-pending/wrong': 401, 'cancel-witness/refused-wrong': 401 },
        { 'auth-cancel-pending/cancel': 409 },
        after,
        { 'cancel-witness/first': 409 },
      ],
    ],
    [
      'is another one for an order that nobody asked for without a key',
      'refused: others',
      103n,
      [
        before,
        others,
        { 'auth-cancel-pending/wrong': 401 },
        { 'auth-cancel-pending/cancel': 409 },
        after,
        { 'cancel-witness/first': 409 },
      ],
    ],
    [
      'is nothing, where no other order could be cancelled',
      'refused',
      101n,
      [first, { 'cancel-pending/refused-wrong': 401 }, { 'cancel-pending/cancel': 409 }],
    ],
    [
      'is not what came later',
      'refused',
      101n,
      [
        before,
        { 'cancel-pending/cancel': 409 },
        { 'cancel-pending/neighbour-32-bits': 204 },
        { 'auth-cancel-pending/cancel': 204 },
      ],
    ],
    [
      'is not the cancels of others, where a race outlived them',
      'refused',
      105n,
      [first, others, race, refused, changed],
    ],
    [
      'is the cancels of others, where it changed and nothing outlived them',
      'refused: others',
      105n,
      [first, others, refused, changed],
    ],
    [
      'is the cancels of others, where it is gone, whatever outlived them',
      'refused: others',
      105n,
      [first, others, race, notFound, gone],
    ],
    [
      'is not the cancels of others, where it is gone and was refused as one that is there',
      'refused',
      105n,
      [first, others, race, refused, gone],
    ],
    ['is not the cancels of others, where it is listed', 'refused', 105n, [first, others, race, notFound, changed]],
    [
      'is not the cancels of others, where the listing cannot show absence',
      'refused',
      105n,
      [first, others, race, notFound, { 'listing/after': listed([101n], { count: 7, withoutId: 6 }) }],
    ],
    [
      'is not the cancels of others, where no listing came after them',
      'refused',
      105n,
      [first, others, race, notFound],
    ],
    [
      'is not the cancels of others, where the listing leaves orders out',
      'refused',
      105n,
      [
        {
          'listing/before': shown(
            isPending,
            all.filter((id) => id !== 201n),
          ),
        },
        { ...others, 'cancel-shipped/cancel': 409 },
        race,
        notFound,
        gone,
      ],
    ],
    [
      'is not what had no effect',
      'refused',
      103n,
      [
        first,
        { 'cancel-unknown-plain/cancel': 404, 'cancel-shipped/cancel': 409 },
        { 'cancel-witness/first': 409, ...others },
        changed,
      ],
    ],
    [
      'is not the cancels of others, where the listing after them shows it as before',
      'refused',
      103n,
      [first, others, { 'listing/after': shown(isPending) }, { 'cancel-witness/first': 409 }],
    ],
    [
      'is not asked for, where a cancel of what is shown as cancelled gets 200',
      'unjudged',
      101n,
      [{ 'listing/before': shown({ ...isPending, 101: 'cancelled' }) }, { 'cancel-pending/cancel': 200 }],
    ],
    [
      'is not asked for, where a cancel of what is shown as cancelled gets 204',
      'cancelled',
      101n,
      [{ 'listing/before': shown({ ...isPending, 101: 'cancelled' }) }, { 'cancel-pending/cancel': 204 }],
    ],
    [
      'is a text that used it up',
      'unjudged',
      104n,
      [before, { 'cancel-witness/fraction': 204 }, { 'cancel-witness/bystander-104': 404 }],
    ],
    [
      'needs none, where a text used it up and others were cancelled',
      undefined,
      104n,
      [before, others, { 'cancel-witness/fraction': 204 }, { 'cancel-witness/bystander-104': 404 }],
    ],
  ])('%s', (_, kind, id, sent) => {
    expect(kindOf(id, sent)).toBe(kind);
  });

  test.each<[what: string, second: number, kept: number, kind: string]>([
    ['is no matter where requests get the answers of others', 404, 1, 'unjudged'],
    ['is one where each gets its own', 401, 1, 'refused'],
    ['is one on a connection of its own', 404, 0, 'refused'],
  ])('%s', (_, second, kept, kind) => {
    const sent: Sent = [
      before,
      { 'auth-cancel-unknown/missing': 401, 'kept-connections/cancel-valid-wrong': 404, ...others },
      { 'kept-connections/cancel-missing-after-valid': { status: second, kept: 1 } },
      { 'kept-connections/cancel-wrong-after-valid': { status: 401, kept: 1 } },
      { 'auth-cancel-pending/cancel': { status: 409, kept } },
    ];
    expect(kindOf(102n, sent)).toBe(kind);
  });
});

describe('listings before its own cancel date what happened to an order', () => {
  const kindOf = (id: number, sent: Sent) => (fates(sent)[id] as readonly unknown[] | undefined)?.[0];
  const wrong = { 'auth-cancel-pending/wrong': 401 };
  const without = (...ids: readonly bigint[]) => listed(all.filter((id) => !ids.includes(id)));
  const refused = { 'auth-cancel-pending/cancel': 404 };

  test.each<[string, string, Sent]>([
    [
      'it was gone after refused cancels, though no order could be cancelled',
      'refused: without-key',
      [before, wrong, { 'auth-cancel-pending/listing-first': without(102n) }, refused],
    ],
    [
      'it was gone before another one was cancelled, though others outlived such cancels',
      'refused: without-key',
      [
        before,
        { ...wrong, 'cancel-pending/refused-wrong': 401 },
        { 'auth-cancel-pending/listing-first': without(102n) },
        { 'cancel-pending/cancel': 204 },
        refused,
      ],
    ],
    [
      'it was there after refused cancels, and gone after another one was cancelled',
      'refused: others',
      [
        before,
        wrong,
        { 'auth-cancel-pending/listing-first': listed(all) },
        { 'cancel-pending/cancel': 204 },
        { 'auth-cancel-pending/opener': without(101n, 102n) },
        refused,
      ],
    ],
  ])('%s', (_, kind, sent) => {
    expect(kindOf(102, sent)).toBe(kind);
  });

  const texts = { 'cancel-witness/fraction': 404, 'cancel-witness/suffix': 404 };
  const cancels = { 'cancel-pending/cancel': 204 };
  const bystander = { 'cancel-witness/bystander-104': 404 };

  test.each<[string, string, Answered]>([
    ['which took it, where it is gone after them', 'refused: text', without(101n, 104n)],
    ['which did nothing, where it is still there, and cancelled orders are not', 'refused', without(101n)],
  ])('after texts that look like its id, %s', (_, kind, between) => {
    const sent = [before, cancels, { 'listing/after': without(101n) }, texts, { 'cancel-witness/listing': between }];
    expect(kindOf(104, [...sent, bystander])).toBe(kind);
  });
});
