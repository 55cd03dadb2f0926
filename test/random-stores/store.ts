import { together } from '../../servers/changes.js';
import type { JsonObject } from '../../servers/json.js';
import type { Order, OrderStatus } from '../../servers/order.js';
import { type Reply, withHeader } from '../../servers/reply.js';
import { type Behaviour, cancelPending } from '../../servers/steps.js';
import type { Clock } from '../detection/clock.js';
import type { Choices } from '../simulator/random.js';

const [LONG, LONG_TOO] = [9_007_199_254_740_993n, 9_007_199_254_741_001n];
const PENDING = [LONG, 101n, 102n, 103n, 104n, LONG_TOO, 105n, 106n];

/** A full run needs this many pending orders, and one of them above 2^53. */
const NEEDED = 4;

const STATUSES: readonly OrderStatus[] = ['pending', 'shipped', 'delivered', 'cancelled'];

/** The members of a listed order that show the class of its state, 0 to 3. */
type Members = (group: number, id: bigint) => JsonObject;

const byGroup =
  (name: string, values: readonly (JsonObject[string] | undefined)[]): Members =>
  (group) => {
    const value = values[group];
    return value === undefined ? {} : { [name]: value };
  };

const timeOf = (id: bigint): string => `2026-01-02T03:04:${String(id % 60n).padStart(2, '0')}Z`;

/** Members that can show a state. A flag or a time has two values, so it shows two classes. */
const MEMBERS: Readonly<Record<string, Members>> = {
  word: byGroup('status', ['open', 'closed', 'held', 'done']),
  'contract word': byGroup('status', ['pending', 'shipped', 'delivered', 'cancelled']),
  'foreign word': byGroup('zustand', ['Offen', 'Versandt', 'Zugestellt', 'Storniert']),
  letter: byGroup('s', ['P', 'S', 'D', 'X']),
  number: byGroup('state', [0, 4, 7, 9]),
  flag: byGroup('cancelled', [false, true, true, true]),
  'other flag': byGroup('active', [true, false, false, false]),
  time: (group, id) => ({ cancelledAt: group === 0 ? null : timeOf(id) }),
  'time that is absent': (group, id) => (group === 0 ? {} : { closedAt: timeOf(id) }),
  'word that is absent': byGroup('cancelReason', [undefined, 'asked for', 'lost', 'double']),
  'word that is null': byGroup('closed', [null, 'cancelled', 'sent', 'lost']),
  'word that only some have': byGroup('stage', ['new', undefined, 'old', undefined]),
  object: (group) => ({ lifecycle: { phase: group } }),
  'object with a time': (group, id) => ({ lifecycle: { phase: `p${group}`, since: timeOf(id) } }),
  array: (group) => ({ tags: [`t${group}`] }),
  none: () => ({}),
};

const SECOND_CANCEL_STATUSES = [204, 200, 202, 303, 404, 409, 410] as const;
const OTHER = [403, 404, 409, 410, 422] as const;

/** By how many seconds the listing follows cancels late. */
const LAGS = [0.1, 0.3, 1, 2, 4, 6, 10, Number.POSITIVE_INFINITY] as const;

/** The listing is a replica that follows late. */
const followingLate =
  (seconds: number, clock: Clock): Behaviour =>
  ({ finish }) => {
    const history: { readonly at: number; readonly orders: readonly Order[] }[] = [];
    return {
      select: (orders) => {
        history[0] ??= { at: 0, orders: orders.all() };
        const until = clock.now() - seconds * 1000;
        return (history.findLast(({ at }) => at <= until) ?? history[0]).orders;
      },
      finish: (reply, call) => {
        if (call.operation === 'cancelOrder') history.push({ at: clock.now(), orders: call.orders.all() });
        return finish(reply, call);
      },
    };
  };

/** A proxy lost the answer to the first cancel of this order, and sent it again. */
const sentAgain =
  (id: bigint): Behaviour =>
  () => ({
    cancel: (orders, one) => {
      if (one.id === id) cancelPending(orders, one);
      return cancelPending(orders, orders.get(one.id) ?? one);
    },
  });

/** Proxies, caches and limiters between the store and its clients. */
function betweenOf(choices: Choices, pending: readonly bigint[], clock: Clock) {
  const lag = choices.chance(0.4) ? choices.pick(LAGS) : 0;
  const retried = choices.chance(0.2) ? choices.pick(pending) : undefined;
  const words = [...(lag > 0 ? [`${lag} s late`] : []), ...(retried === undefined ? [] : [`${retried} sent again`])];
  const late = lag > 0 ? followingLate(lag, clock) : () => ({});
  return { lag, retried, words, late, again: retried === undefined ? () => ({}) : sentAgain(retried) };
}

/** How the fixtures fit the store. */
type Fixtures = 'right' | 'used up' | 'other is cancelled';

/** A conforming store with its fixtures. The choices determine everything. */
export interface RandomStore {
  readonly title: string;
  readonly orders: readonly Order[];
  readonly behaviour: Behaviour;
  readonly declared: Readonly<Record<'pending' | 'shipped' | 'other', readonly bigint[]>>;
  readonly fresh: boolean;
  /** The listing follows at once. */
  readonly isPunctual: boolean;
  /** A proxy sent the first cancel of this order twice. */
  readonly retried: bigint | undefined;
  /** True if everything can be judged. */
  readonly isComplete: boolean;
}

/** The orders that earlier runs used up: all before the newly appended ones, or one or two between them. */
const usedOf = (choices: Choices, pending: readonly bigint[]): readonly bigint[] =>
  choices.chance(0.7)
    ? pending.slice(0, 1 + choices.below(pending.length))
    : [choices.pick(pending.slice(0, -1)), choices.pick(pending.slice(0, -1))];

/** Habits that the contract leaves open. */
function habitsOf(choices: Choices) {
  const [kind, membersIn] = choices.pick(Object.entries(MEMBERS));
  // The contract's words name one state each.
  const groups = STATUSES.map((_, index) => (kind === 'contract word' ? index : choices.below(4)));
  return {
    title: `${kind} ${groups.join('')}`,
    membersOf: (status: OrderStatus, id: bigint): JsonObject => membersIn(groups[STATUSES.indexOf(status)] ?? 0, id),
    stay: choices.chance(0.5),
    again: choices.pick(SECOND_CANCEL_STATUSES),
    otherGets: choices.pick(OTHER),
  };
}

type Habits = ReturnType<typeof habitsOf>;

/** The orders and their declarations. */
function fixturesOf(choices: Choices, isRight: boolean) {
  const kind: Fixtures = isRight ? 'right' : choices.pick(['right', 'used up', 'other is cancelled']);
  const fresh = isRight || (kind !== 'used up' && choices.chance(0.5));
  const pending = PENDING.slice(0, kind === 'used up' ? PENDING.length : NEEDED + choices.below(3));
  const used = kind === 'used up' ? usedOf(choices, pending) : [];
  const [shipped, other] = [[201n, 202n].slice(choices.below(2)), [301n, 302n].slice(choices.below(2))];
  const order = (id: bigint, status: OrderStatus): Order => ({ id, status, members: { petId: 7, quantity: 1 } });
  const orders = [
    ...pending.map((id) => order(id, used.includes(id) ? 'cancelled' : 'pending')),
    ...shipped.map((id) => order(id, 'shipped')),
    ...other.map((id) => order(id, kind === 'other is cancelled' ? 'cancelled' : 'delivered')),
  ];
  return { kind, fresh, used, orders, declared: { pending, shipped, other } };
}

/** True if nothing keeps a run from judging all of this store. */
function canBeComplete(
  { membersOf, stay, again }: Habits,
  { kind, used, declared: { pending } }: ReturnType<typeof fixturesOf>,
): boolean {
  const look = (status: OrderStatus): string => JSON.stringify(membersOf(status, 1n));
  const isMoved = look('pending') !== look('cancelled');
  // Nothing would show whether an order was cancelled earlier.
  if (again === 204 && stay && !isMoved) return false;
  // The other order may be a cancelled one, or one that the listing leaves out.
  if (kind === 'other is cancelled' && (!stay || again < 300)) return false;
  const left = pending.filter((id) => !used.includes(id));
  const isEnough = left.length >= NEEDED && left.some((id) => id > 2n ** 53n);
  return used.length === 0 || ((!stay || isMoved) && isEnough);
}

/**
 * @param isRight whether the fixtures are right and declared fresh
 * @param clock that of the store
 */
export function randomStore(choices: Choices, isRight: boolean, clock: Clock): RandomStore {
  const habits = habitsOf(choices);
  const fixtures = fixturesOf(choices, isRight);
  const { stay, again, otherGets, membersOf } = habits;
  const used = fixtures.used.length > 0 ? ` (${fixtures.used})` : '';
  const between = betweenOf(choices, fixtures.declared.pending, clock);
  return {
    title: [
      habits.title,
      stay ? 'stay' : 'leave',
      `again ${again}`,
      `other ${otherGets}`,
      `${fixtures.kind}${used}`,
      fixtures.fresh ? 'fresh' : 'not fresh',
      ...between.words,
    ].join(', '),
    orders: fixtures.orders,
    declared: fixtures.declared,
    fresh: fixtures.fresh,
    isPunctual: between.lag === 0,
    retried: between.retried,
    isComplete: canBeComplete(habits, fixtures) && between.words.length === 0,
    behaviour: together(
      between.again,
      between.late,
      ({ select, errors }) => ({
        select: (all, call) => select(all, call).filter(({ status }) => stay || status !== 'cancelled'),
        renderOrder: ({ id, status, members }) => ({ id, ...members, ...membersOf(status, id) }),
        errors: {
          ...errors,
          'already-cancelled': { status: again, code: 'cancelled', message: 'this order is cancelled' },
          'other-state': { ...errors['other-state'], status: otherGets },
        },
      }),
      answeringSecondCancel(again),
    ),
  };
}

/** A second cancel succeeds, without an Error body. */
const answeringSecondCancel =
  (again: number): Behaviour =>
  ({ finish }) => ({
    finish: (reply, call) => {
      const ended = finish(reply, call);
      return ended.status === again && isSecondCancel(ended) ? doneAlready(ended, call.idText) : ended;
    },
  });

const isSecondCancel = ({ body }: Reply): boolean => Buffer.from(body ?? []).includes('this order is cancelled');

function doneAlready(reply: Reply, id: string): Reply {
  if (reply.status === 204) return { status: 204, headers: [] };
  return reply.status === 303 ? withHeader(reply, 'Location', `/v1/orders/${id}/cancelled`) : reply;
}
