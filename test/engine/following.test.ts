import { expect, onTestFinished, test, vi } from 'vitest';
import { statusOf } from '../../evidence/exchange.js';
import { idText } from '../../evidence/request.js';
import { judge } from '../../runner/run.js';
import type { Order, OrderStatus } from '../../servers/order.js';
import { type Behaviour, orderJson } from '../../servers/steps.js';
import { notSeen } from '../../suites/orders/following.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { type SavedRun, savedRun } from '../detection/saved.js';

interface Store {
  /** How late a listing follows a cancel, in milliseconds of the clock of the test. */
  readonly lag: number;
  readonly shows?: (order: Order) => ReturnType<typeof orderJson>;
  readonly cancels?: Behaviour;
}

const withoutState = ({ id, members }: Order) => ({ id, ...members });
const withMember = (name: string, words: Readonly<Partial<Record<OrderStatus, string | null>>>) => (order: Order) => ({
  ...withoutState(order),
  [name]: words[order.status] ?? null,
});

/** Judges a store whose listing comes from a replica. Time passes in requests, 10 ms each, and in pauses. */
async function judged(
  { lag, shows = orderJson, cancels = () => ({}) }: Store,
  { settleMs, record }: { readonly settleMs?: number; readonly record?: SavedRun['record'] } = {},
) {
  let now = 0;
  const pauses: number[] = [];
  const listedAt: number[] = [];
  const snapshots: { readonly at: number; readonly orders: readonly Order[] }[] = [];
  const behaviour: Behaviour = (reference) => ({
    ...cancels(reference),
    intercept: ({ orders, operation }) => {
      now += 10;
      snapshots[0] ??= { at: Number.NEGATIVE_INFINITY, orders: orders.all() };
      if (operation === 'listOrders') listedAt.push(now);
      return undefined;
    },
    select: () => snapshots.findLast(({ at }) => at <= now - lag)?.orders ?? [],
    renderOrder: shows,
    finish: (reply, { orders }) => {
      if (reply.status === 204) snapshots.push({ at: now, orders: orders.all() });
      return reply;
    },
  });
  const pause = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    now += milliseconds;
  };
  const { evidence, run } = await gatherInMemory({ behaviour }, { pause, settleMs, ...(record && { record }) });
  const report = judge(run, evidence);
  const waited = pauses.reduce((sum, each) => sum + each, 0);
  const listings = evidence.exchanges.filter(({ request }) => idText(request.id) === 'listing/last').length;
  const late = report.notes.filter((note) => note.startsWith('The last listing does not show'));
  const off = report.requirements
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ id, verdict }) => `${id} ${verdict}`);
  return { verdict: report.verdict, complete: report.complete, off, waited, listings, late, report, evidence };
}

const about = ({ verdict, complete, off, waited, listings, late }: Awaited<ReturnType<typeof judged>>) => ({
  verdict,
  complete,
  off,
  isWaiting: waited > 0,
  asksAgain: listings > 1,
  isLate: late.length > 0,
});

const CONFORMS = { verdict: 'conformant', complete: true, off: [], isWaiting: false, asksAgain: false, isLate: false };
const NO_WORD = ['cancel.pending.listed not-applicable'];

test('a listing that shows each cancel at once is asked for once', async () => {
  expect(about(await judged({ lag: 0 }))).toEqual(CONFORMS);
});

test('a listing that follows after 100 ms is asked for again until it shows the last cancel', async () => {
  const run = await judged({ lag: 100 });
  expect(about(run)).toEqual({ ...CONFORMS, isWaiting: true, asksAgain: true });
  expect(run.waited).toBeLessThan(1_000);
});

test('saved evidence in which the last listing was asked for again is judged like the run', async () => {
  const { record, rejudge } = savedRun();
  const run = await judged({ lag: 100 }, { record });
  expect(run.listings).toBeGreaterThan(1);
  expect(await rejudge()).toEqual(run.report);
});

test('a change of other orders that a late listing would hide is found after the wait', async () => {
  // Each cancel also changes the quantity of all other orders.
  const cancels: Behaviour = ({ cancel }) => ({
    cancel: async (orders, order) => {
      const outcome = await cancel(orders, order);
      const others = orders.all().filter(({ id }) => outcome === 'cancelled' && id !== order.id);
      for (const other of others) orders.put({ ...other, members: { ...other.members, quantity: 99 } });
      return outcome;
    },
  });
  const { report } = await judged({ lag: 2_000, cancels });
  expect(report.verdict).toBe('nonconformant');
  expect(report.findings.map(({ requirement }) => requirement)).toContain('orders.conserved');
});

test('a listing with the word pending that never follows is waited for, 5 s at most, and said to be late', async () => {
  const run = await judged({ lag: 600_000 });
  expect(about(run)).toEqual({
    ...CONFORMS,
    off: ['cancel.pending.listed warn'],
    isWaiting: true,
    asksAgain: true,
    isLate: true,
  });
  expect(run.waited).toBe(5_000);
  expect(run.late).toHaveLength(1);
  // A certificate says it, too, beside how late the listing was.
  expect(notSeen(run.evidence)).toEqual([expect.stringMatching(/^The last listing began [\d.]+ s after/), ...run.late]);
});

test.each<[string, Store['shows']]>([
  ['shows no state', withoutState],
  ['has a member that differs for shipped orders', withMember('shippedAt', { shipped: '2026-01-01T00:00:00Z' })],
])('a listing that never follows, and %s, is not waited for, but said to be late', async (_, shows) => {
  const run = about(await judged({ lag: 600_000, shows }));
  expect(run).toEqual({ ...CONFORMS, off: NO_WORD, isLate: true });
});

test('a listing in other words is waited for once it showed a cancel', async () => {
  const shows = withMember('zustand', {
    pending: 'offen',
    cancelled: 'storniert',
    shipped: 'versandt',
    delivered: 'da',
  });
  const run = about(await judged({ lag: 100, shows }));
  expect(run).toEqual({ ...CONFORMS, off: NO_WORD, isWaiting: true, asksAgain: true });
});

test('a service that stores nothing is told so, whatever it answers to a second cancel', async () => {
  const answered = new Set<bigint>();
  const storesNothing: Behaviour = () => ({
    cancel: (_, { status }) => (status === 'pending' ? 'cancelled' : 'shipped'),
  });
  const remembers: Behaviour = () => ({
    cancel: (_, { id, status }) => {
      if (status !== 'pending' || answered.has(id)) return 'shipped';
      answered.add(id);
      return 'cancelled';
    },
  });
  const ids = async (cancels: Behaviour) => {
    const { report } = await judged({ lag: 0, cancels });
    return report.causes.map(({ id, repair }) => [id, repair.slice(0, 50)]);
  };
  const repair = 'Store the cancel before you answer 204 (commit, th';
  expect(await ids(storesNothing)).toEqual([['cancel.pending.listed', repair]]);
  expect(await ids(remembers)).toEqual([['cancel.pending.listed', repair]]);
});

test('the last listing waits until the last 204 is as old as --settle says', async () => {
  // Time passes only in cancels that find their order.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow: Behaviour = ({ cancel }) => ({
    cancel: (orders, order) => {
      vi.advanceTimersByTime(100);
      return cancel(orders, order);
    },
  });
  const run = await judged({ lag: 0, cancels: slow }, { settleMs: 60_000 });
  const timeOf = ({ startedAt }: { readonly startedAt: string }): number => Date.parse(startedAt);
  const { exchanges } = run.evidence;
  const cancelled = Math.max(
    ...exchanges.flatMap((each) => (statusOf(each) === 204 ? timeOf(each) + each.durationMs : [])),
  );
  const last = exchanges.find(({ request }) => idText(request.id) === 'listing/last');
  expect(run.waited).toBe(60_000 - ((last ? timeOf(last) : 0) - cancelled));
  expect(about(run)).toEqual({ ...CONFORMS, isWaiting: true });
});
