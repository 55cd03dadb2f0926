import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { together } from '../../servers/changes.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { Choices } from '../simulator/random.js';
import { type RandomStore, randomStore } from './store.js';

/*
 * Random stores that conform, and the same with one fault of the matrix. In full: `node bench/random-stores.mjs`.
 */
const RUNS = Number(process.env.RANDOM_STORES ?? 30);
const SEED = Number(process.env.SEED ?? randomInt(2 ** 31));
const timeout = 60_000 + RUNS * 1000;

const judged = ({ orders, behaviour, declared, fresh }: RandomStore) =>
  judgeInMemory({ orders, behaviour }, { orders: declared, fresh });

test(`no random store that conforms is accused (${RUNS} stores from seed ${SEED})`, { timeout }, async () => {
  const accused: string[] = [];
  const incomplete: string[] = [];
  let whole = 0;
  for (let index = 0; index < RUNS; index++) {
    const store = randomStore(new Choices(SEED + index), false);
    const { verdict, complete, requirements, causes } = await judged(store);
    const broken = requirements.filter((each) => each.verdict === 'fail').map(({ id }) => id);
    const open = requirements.filter((each) => each.level === 'must' && /blocked|inconcl/.test(each.verdict));
    const line = `${SEED + index}: ${store.title}`;
    if (verdict === 'nonconformant' || broken.length > 0)
      accused.push(`${line}: ${broken} ${causes.map(({ id }) => id)}`);
    else if (complete) whole += 1;
    else if (store.isComplete)
      incomplete.push(`${line}: ${open.map(({ id, reason }) => `${id} ${reason}`).slice(0, 2)}`);
  }
  console.log(
    `random stores: ${RUNS} from seed ${SEED}, ${accused.length} accused, ${whole} complete, ${incomplete.length} incomplete that could be complete`,
  );
  expect({ accused, incomplete }).toEqual({ accused: [], incomplete: [] });
});

const isMust = (id: string): boolean =>
  storeOrdersInterface.requirements.find((each) => each.id === id)?.level === 'must';

const MUST_FAULTS = faults.filter(
  (each) => each.orders === undefined && onlyReplies(each) && each.requirements.some(isMust),
);

/** What becomes of each store with a fault: `caught`, `open` or `passed`. */
test(`a fault in a random store is caught (${RUNS} stores from seed ${SEED})`, { timeout }, async () => {
  const counts = { caught: 0, open: 0, passed: 0 };
  const outcomes: string[] = [];
  for (let index = 0; index < RUNS; index++) {
    const choices = new Choices(SEED + index);
    const store = randomStore(choices, true);
    const fault = choices.pick(MUST_FAULTS);
    const { verdict, complete } = await judged({ ...store, behaviour: together(store.behaviour, fault.behaviour) });
    const outcome = verdict === 'nonconformant' ? 'caught' : complete ? 'passed' : 'open';
    counts[outcome] += 1;
    outcomes.push(`${SEED + index} ${outcome} ${fault.id}: ${store.title}`);
  }
  console.log(`faults in random stores: ${RUNS} from seed ${SEED}, ${JSON.stringify(counts)}`);
  const { OUTCOMES } = process.env;
  if (OUTCOMES) (await import('node:fs')).writeFileSync(OUTCOMES, `${outcomes.join('\n')}\n`);
  expect(counts.caught).toBeGreaterThan(RUNS / 2);
});
