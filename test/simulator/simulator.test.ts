import { describe, expect, test } from 'vitest';
import { Evidence } from '../../evidence/evidence.js';
import type { BodyRecord, Exchange } from '../../evidence/exchange.js';
import { tool } from '../../interface/helpers/helpers.js';
import { judgeEvidence } from '../../judge/judge.js';
import type { Verdict } from '../../judge/report/report.js';
import { unsentIn } from '../../runner/engine/condition.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { CONSERVED } from '../../suites/orders/blame.js';
import { timelines } from '../../suites/orders/timeline.js';
import { windows } from '../../suites/orders/windows.js';
import { isBroken } from '../../suites/terms/rule.js';
import { nameOf } from '../engine/made-up.js';
import { SEED } from '../seed.js';
import { Choices } from './random.js';
import { type SimulatedRun, simulate } from './run.js';
import type { StoreMistake } from './store.js';

/*
 * Stores that conform in every permitted way, and stores with one or two known mistakes. For hours:
 * `SIMULATIONS=20000 SEED=7 npx vitest run --project unit test/simulator`.
 */
const RUNS = Number(process.env.SIMULATIONS ?? 20);

/** Mistake → the requirements that it breaks, for any order. */
const BREAKS: Readonly<Record<StoreMistake, readonly string[]>> = {
  'without-key': ['auth.no-effect'],
  'own-cancel': ['cancel.shipped.unchanged', 'cancel.others-untouched'],
  neighbour: ['cancel.told-apart'],
  text: ['cancel.not-int64'],
  others: ['cancel.others-untouched'],
  'refused-other': ['cancel.others-untouched'],
  status: ['cancel.pending.status', 'cancel.shipped.status', 'cancel.shipped.unchanged'],
  connection: ['cancel.told-apart'],
  incomplete: ['list.complete'],
};

const STORE_MISTAKES = Object.keys(BREAKS) as readonly StoreMistake[];
const DIAGNOSED: readonly string[] = [...Object.values(BREAKS).flat(), CONSERVED];

const rules = storeOrdersInterface.rules.filter(({ requirement }) => DIAGNOSED.includes(requirement));

const brokenIn = (evidence: Evidence): string[] =>
  rules.flatMap((rule) =>
    rule.judge(evidence).flatMap((result) => (isBroken(result) ? `${rule.requirement}: ${result.message}` : [])),
  );

test(`no conforming store is broken (${RUNS} stores from seed ${SEED})`, { timeout: 60_000 + RUNS * 200 }, () => {
  for (let index = 0; index < RUNS; index++) {
    const run = simulate(SEED + index, []);
    // A run that did not see that the listing follows late cannot tell an earlier run from a mistake.
    const isUnseen = run.store.permits.lag > 0 && timelines(run.evidence).every(({ lateBy }) => lateBy === 0);
    if (!isUnseen) expect(brokenIn(run.evidence), `seed ${run.seed}`).toEqual([]);
  }
});

type Outcome = NonNullable<ReturnType<typeof outcomeOf>>;

/** The result for a store that made this mistake, or undefined if nothing shows it. */
function outcomeOf({ evidence, store: { made }, seed }: SimulatedRun) {
  if (made.size === 0 || windows(evidence).length === 0) return undefined;
  const guilty = new Set([...made].flatMap((mistake) => BREAKS[mistake]));
  const told = [...new Set(brokenIn(evidence).map((text) => text.slice(0, text.indexOf(':'))))];
  const special = told.filter((requirement) => requirement !== CONSERVED);
  return {
    isInnocentTold: special.some((requirement) => !guilty.has(requirement)),
    isTrueTold: special.some((requirement) => guilty.has(requirement)),
    isConservationTold: told.includes(CONSERVED),
    line: `${seed} ${[...made]} told ${told} kinds ${windows(evidence).map(({ kinds }) => kinds.join('+'))}`,
  };
}

test(`one mistake breaks its own requirement or conservation, and hardly ever another one (${RUNS} stores from seed ${SEED})`, {
  timeout: 60_000 + RUNS * 200,
}, () => {
  const choices = new Choices(SEED);
  const noticed = Array.from({ length: RUNS }, (_, index) =>
    outcomeOf(simulate(SEED + index, [choices.pick(STORE_MISTAKES)])),
  ).filter((outcome) => outcome !== undefined);
  expect(noticed.length).toBeGreaterThan(RUNS / 3);
  const shares: readonly (readonly [isSo: (outcome: Outcome) => boolean, percent: number])[] = [
    [({ isInnocentTold }) => !isInnocentTold, 99],
    [({ isTrueTold, isConservationTold }) => isTrueTold || isConservationTold, 90],
    [({ isTrueTold }) => isTrueTold, 82],
  ];
  for (const [isSo, percent] of shares) {
    const others = noticed.filter((outcome) => !isSo(outcome)).map(({ line }) => line);
    expect(100 - (100 * others.length) / noticed.length, others.join('\n')).toBeGreaterThanOrEqual(percent);
  }
});

/** Verdict → rank: deviating, open, held. */
const RANK: Readonly<Partial<Record<Verdict, number>>> = { fail: 0, warn: 0, blocked: 1, inconclusive: 1, pass: 2 };

const ranksOf = (evidence: Evidence): ReadonlyMap<string, number> =>
  new Map(
    judgeEvidence(evidence, { tool, strict: false }).requirements.flatMap(({ id, verdict }) => {
      const rank = RANK[verdict];
      return DIAGNOSED.includes(id) && rank !== undefined ? [[id, rank]] : [];
    }),
  );

type Loss = (exchange: Exchange) => Exchange | undefined;

/** Ways to lose an answer: cut out of the evidence, missing, incomplete, or on another connection. */
const LOSSES: Readonly<Record<string, Loss>> = {
  'cut out': () => undefined,
  'timed out': (exchange) => ({
    ...exchange,
    outcome: { kind: 'failure', failure: { kind: 'timeout', message: 'The target did not answer in time.' } },
  }),
  truncated: (exchange) => {
    const { outcome } = exchange;
    if (outcome.kind === 'failure') return exchange;
    const body: BodyRecord = { ...outcome.response.body, end: 'truncated' };
    return { ...exchange, outcome: { kind: 'response', response: { ...outcome.response, body } } };
  },
  'on a new connection': (exchange) => ({
    ...exchange,
    sent: { ...exchange.sent, ...(exchange.sent.kept !== undefined && { kept: 0 }) },
  }),
};

/** The same run, as if these answers had been lost. */
function without(evidence: Evidence, isLost: () => boolean, loss: Loss): Evidence {
  const changed = evidence.exchanges.map((exchange) => (isLost() ? loss(exchange) : exchange));
  const intact = new Set(evidence.exchanges.filter((exchange, at) => changed[at] === exchange).map(nameOf));
  const left = {
    ...evidence,
    exchanges: changed.filter((exchange) => exchange !== undefined),
    readings: new Map([...evidence.readings].filter(([id]) => intact.has(id))),
  };
  return new Evidence({ ...left, unsent: unsentIn(new Evidence(left)) });
}

/** Whether everything held. */
const isVerified = (ranks: ReadonlyMap<string, number>): boolean => [...ranks.values()].every((rank) => rank === 2);

describe.each(Object.entries(LOSSES))('an answer that is %s', (name, loss) => {
  test(`never gives a better verdict (${RUNS / 10} stores from seed ${SEED})`, { timeout: 60_000 + RUNS * 200 }, () => {
    const choices = new Choices(SEED);
    for (let index = 0; index < RUNS / 10; index++) {
      const whole = simulate(SEED + index, [choices.pick(STORE_MISTAKES)]);
      const all = ranksOf(without(whole.evidence, () => false, loss));
      const share = 0.02 + choices.number() * 0.3;
      const less = ranksOf(without(whole.evidence, () => choices.chance(share), loss));
      expect(isVerified(less) && !isVerified(all), `seed ${whole.seed}`).toBe(false);
      // A planned request without an exchange might have shown anything; a failure opens what needs that answer.
      const better = name === 'cut out' ? [...less].filter(([id, rank]) => rank === 2 && (all.get(id) ?? 2) < 2) : [];
      expect(better, `seed ${whole.seed}`).toEqual([]);
    }
  });
});
