import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { together } from '../../servers/changes.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { Choices } from '../simulator/random.js';
import { type RandomStore, randomStore } from './store.js';

/*
 * Random conforming stores, and the same stores with one fault of the matrix. `node bench/random-stores.mjs` tries more.
 * OUTCOMES=FILE writes a line for each store with a fault, to compare two versions of the suite.
 */
const RUNS = Number(process.env.RANDOM_STORES ?? 30);
const SEED = Number(process.env.SEED ?? (process.env.RANDOM_STORES ? randomInt(2 ** 31) : 20_261_128));
const { OUTCOMES } = process.env;
const timeout = 60_000 + RUNS * 1000;

const judged = ({ orders, behaviour, declared, fresh }: RandomStore) =>
  judgeInMemory({ orders, behaviour }, { orders: declared, fresh });

test(`no random store that conforms is accused (${RUNS} stores from seed ${SEED})`, { timeout }, async () => {
  const [accused, incomplete]: [string[], string[]] = [[], []];
  let whole = 0;
  for (let index = 0; index < RUNS; index++) {
    const store = randomStore(new Choices(SEED + index), false);
    const { verdict, complete, requirements } = await judged(store);
    const isOpen = /^(?:fail|blocked|inconclusive)$/;
    const open = requirements.filter((each) => each.level === 'must' && isOpen.test(each.verdict)).map(({ id }) => id);
    const line = `${SEED + index}: ${store.title}: ${open}`;
    if (verdict === 'nonconformant') accused.push(line);
    else if (complete) whole += 1;
    else if (store.isComplete) incomplete.push(line);
  }
  expect({ accused, incomplete }).toEqual({ accused: [], incomplete: [] });
  console.log(`random stores: ${RUNS} from seed ${SEED}, none accused, ${whole} complete, which is all that can be`);
});

const isMust = (id: string): boolean =>
  storeOrdersInterface.requirements.find((each) => each.id === id)?.level === 'must';

const MUST_FAULTS = faults.filter(
  (each) => each.orders === undefined && onlyReplies(each) && each.requirements.some(isMust),
);

/** A fault may have no effect in a store: it is about orders that the store does not have. */
const CAUGHT_AT_LEAST = 0.9;

test(`a fault in a random store is caught (${RUNS} stores from seed ${SEED})`, { timeout }, async () => {
  const outcomes: { readonly of: 'caught' | 'open' | 'passed'; readonly line: string }[] = [];
  for (let index = 0; index < RUNS; index++) {
    const choices = new Choices(SEED + index);
    const store = randomStore(choices, true);
    const fault = choices.pick(MUST_FAULTS);
    const { verdict, complete } = await judged({ ...store, behaviour: together(store.behaviour, fault.behaviour) });
    const of = verdict === 'nonconformant' ? 'caught' : complete ? 'passed' : 'open';
    outcomes.push({ of, line: `${SEED + index} ${of} ${fault.id}: ${store.title}` });
  }
  const countOf = (of: string): number => outcomes.filter((each) => each.of === of).length;
  console.log(`with a fault: ${countOf('caught')} caught, ${countOf('open')} open, ${countOf('passed')} passed`);
  if (OUTCOMES !== undefined) writeFileSync(OUTCOMES, outcomes.map(({ line }) => `${line}\n`).join(''));
  expect(countOf('caught')).toBeGreaterThan(CAUGHT_AT_LEAST * RUNS - 3);
});
