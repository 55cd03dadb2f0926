import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { together } from '../../servers/changes.js';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { type Clock, SimulatedClock } from '../detection/clock.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { garbling, WAYS } from '../engine/garbled.js';
import { judgeStore } from '../engine/judgement.js';
import { startStore } from '../engine/store.js';
import { SEED } from '../seed.js';
import { Choices } from '../simulator/random.js';
import { randomStore } from './store.js';

/*
 * Random conforming stores, and the same stores with one fault of the matrix. `node bench/random-stores.mjs` tries more.
 * OUTCOMES=FILE writes a line for each store with a fault, to compare two versions of the suite.
 */
const RUNS = Number(process.env.RANDOM_STORES ?? 5);
const { OUTCOMES } = process.env;
const timeout = 60_000 + RUNS * 3000;

/**
 * Judges the store that these choices draw, by a clock of its own, by which the run waits, too.
 * @param among the faults of which it has one
 */
async function judged(
  choices: Choices,
  {
    isRight = false,
    disposable = true,
    among,
  }: { isRight?: boolean; disposable?: boolean; among?: readonly Fault[] } = {},
) {
  const clock = new SimulatedClock();
  const store = randomStore(choices, isRight, clock);
  const fault = among && choices.pick(among);
  const { orders, declared, fresh } = store;
  const behaviour = fault ? together(store.behaviour, fault.behaviour) : store.behaviour;
  const options = { orders: declared, fresh, disposable, clock, pause: clock.wait };
  return { store, fault, report: await judgeInMemory({ orders, behaviour }, options) };
}

/** Over HTTP, a store is twenty times as fast as the run that judges it. */
const fastClock: Clock = { now: () => performance.now() * 20 };

/** A pending order that is refused, though its cancel took effect, breaks these, whoever sent the cancel again. */
const BY_RETRIES: readonly string[] = ['cancel.pending.status', 'cancel.status-table', 'orders.conserved'];

/** Requirements that a run leaves blocked for another reason than what only goes out to a store made for tests. */
const blockedIn = ({ requirements }: Report): string[] =>
  requirements.flatMap(({ id, verdict, reason = '' }) =>
    verdict === 'blocked' && !reason.includes('disposable: true') ? [id] : [],
  );

test(`no random store that conforms is accused (${RUNS} stores from seed ${SEED})`, { timeout }, async () => {
  const [accused, incomplete]: [string[], string[]] = [[], []];
  let [whole, retried] = [0, 0];
  for (let index = 0; index < RUNS; index++) {
    const { store, report } = await judged(new Choices(SEED + index));
    const { verdict, complete, requirements } = report;
    // No order is left alone for what a member means, without another one in its place.
    const inOthers = await judged(new Choices(SEED + index), { disposable: false });
    const lost = blockedIn(inOthers.report).filter((id) => !blockedIn(report).includes(id));
    expect({ store: store.title, lost }).toEqual({ store: store.title, lost: [] });
    const isOpen = /^(?:fail|blocked|inconclusive)$/;
    const open = requirements.filter((each) => each.level === 'must' && isOpen.test(each.verdict)).map(({ id }) => id);
    const line = `${SEED + index}: ${store.title}: ${open}`;
    const failed = requirements.filter((each) => each.verdict === 'fail').map(({ id }) => id);
    const isOfRetry = store.retried !== undefined && failed.every((id) => BY_RETRIES.includes(id));
    if (verdict === 'nonconformant' && isOfRetry) retried += 1;
    else if (verdict === 'nonconformant') accused.push(line);
    else if (complete) whole += 1;
    else if (store.isComplete) incomplete.push(line);
  }
  expect({ accused, incomplete }).toEqual({ accused: [], incomplete: [] });
  console.log(
    `random stores: ${RUNS} from seed ${SEED}, none accused, ${whole} complete, which is all that can be, and ${retried} in which a cancel was sent again`,
  );
});

/**
 * In each, the listing is late, and a proxy sent the first cancel of a pending order again. In the last one, the order of another
 * state is a cancelled one, and a second cancel gets 204.
 */
test.each([333_463_110, 333_463_395, 65_002_724])(
  'what a late listing leaves open is not blamed on anybody (seed %i)',
  async (seed) => {
    const { report } = await judged(new Choices(seed));
    const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed.filter((id) => !BY_RETRIES.includes(id))).toEqual([]);
  },
);

/** The errors that cannot be read. */
const ERRORS = [[401], [404], [409], [401, 404], [401, 409], [404, 409], [401, 404, 409]];

/** These are judged over HTTP, which takes a second for each. */
const GARBLED_RUNS = Math.ceil(RUNS / 4);

test(`of errors that cannot be read, nothing else is blamed in a random store (${GARBLED_RUNS} stores from seed ${SEED})`, {
  timeout,
}, async () => {
  for (let index = 0; index < GARBLED_RUNS; index++) {
    const choices = new Choices(SEED + index);
    const { orders, behaviour, declared, fresh, title, retried } = randomStore(choices, false, fastClock);
    // A cancel that is sent again is judged by what it got the second time.
    if (retried !== undefined) continue;
    const [way, line] = choices.pick(WAYS);
    const garbled = choices.pick(ERRORS);
    const fault = choices.chance(0.5) ? choices.pick(MUST_FAULTS) : undefined;
    const changed = together(behaviour, ...(fault ? [fault.behaviour] : []), garbling(line, garbled));
    const store = await startStore({ orders, behaviour: changed });
    const { causes, verdict, complete } = await judgeStore(store, { orders: declared, fresh });
    const about = `${SEED + index}: ${title}, ${fault?.id ?? 'no fault'}, ${way} of ${garbled}`;
    expect({ about, isCertain: verdict === 'conformant' && complete }).toEqual({ about, isCertain: false });
    const others = fault
      ? []
      : causes.filter(({ id, level }) => level === 'must' && id !== `unreadable-${way}`).map(({ id }) => id);
    expect({ about, others }).toEqual({ about, others: [] });
  }
});

const isMust = (id: string): boolean =>
  storeOrdersInterface.requirements.find((each) => each.id === id)?.level === 'must';

const MUST_FAULTS = faults.filter(
  (each) => each.orders === undefined && onlyReplies(each) && each.requirements.some(isMust),
);

/** A fault may have no effect in a store: it is about orders that the store does not have. */
const CAUGHT_AT_LEAST = 0.9;

test(`a fault in a random store is caught (${RUNS} stores from seed ${SEED})`, { timeout }, async () => {
  const outcomes: { readonly of: 'caught' | 'open' | 'passed'; readonly isPlain: boolean; readonly line: string }[] =
    [];
  for (let index = 0; index < RUNS; index++) {
    const { store, fault, report } = await judged(new Choices(SEED + index), { isRight: true, among: MUST_FAULTS });
    const { verdict, complete } = report;
    const of = verdict === 'nonconformant' ? 'caught' : complete ? 'passed' : 'open';
    outcomes.push({
      of,
      isPlain: store.isPunctual && store.retried === undefined,
      line: `${SEED + index} ${of} ${fault?.id}: ${store.title}`,
    });
  }
  const countOf = (of: string, some = outcomes): number => some.filter((each) => each.of === of).length;
  const plain = outcomes.filter(({ isPlain }) => isPlain);
  console.log(`with a fault: ${countOf('caught')} caught, ${countOf('open')} open, ${countOf('passed')} passed`);
  if (OUTCOMES !== undefined) writeFileSync(OUTCOMES, outcomes.map(({ line }) => `${line}\n`).join(''));
  // A listing that follows late, or never, hides what cancels did.
  expect(countOf('caught', plain)).toBeGreaterThan(CAUGHT_AT_LEAST * plain.length - 3);
});
