import { expect, test } from 'vitest';
import { Evidence } from '../../evidence/evidence.js';
import { type Exchange, precedes } from '../../evidence/exchange.js';
import { idText, sharedListingOf } from '../../evidence/request.js';
import { CONSECUTIVE_STAGES, STAGE_NAMES, STAGES, type Stage } from '../../evidence/stages.js';
import type { Report } from '../../judge/report/report.js';
import { judge } from '../../runner/run.js';
import { together } from '../../servers/changes.js';
import { refused } from '../../servers/faults/conflicts.js';
import { faults } from '../../servers/faults/index.js';
import { type Reply, withHeader } from '../../servers/reply.js';
import type { Behaviour, Call } from '../../servers/steps.js';
import { type Changed, gatherInMemory, onlyReplies } from '../detection/in-memory.js';
import { heldClock } from '../http/pause.js';
import { inPart } from '../in-part.js';
import { Random } from '../listing/random.js';
import { answering } from '../situations/answers.js';
import { hasValidKey, isPlainListing, LONG, late } from '../situations/situation.js';

/*
 * Which of two exchanges that overlap began first is chance. Each fault is tried with SWAPPED=1, one of eight with SWAPPED=8.
 */
const EVERY = Number(process.env.SWAPPED ?? 240);

/** How many evidences are made from each run. */
const SEEDS = [1, 2, 3];

/** A service that has no answer but 503 for one kind of request, and answers all others. */
const unavailable = (id: string, holds: (call: Call) => boolean): Changed & { readonly id: string } => ({
  id: `503 for ${id}`,
  behaviour: answering(holds, refused(503)),
});

const badKeyFor =
  (id: bigint) =>
  (call: Call): boolean =>
    call.idText === String(id) && !hasValidKey(call);

const services: readonly (Changed & { readonly id: string })[] = [
  unavailable('a bad key and a pending order above 2^53', badKeyFor(LONG)),
  unavailable('a bad key and a pending order', badKeyFor(101n)),
  unavailable('a bad key and another pending order', badKeyFor(103n)),
  unavailable('a bad key and a shipped order', badKeyFor(202n)),
  unavailable('a bad key and another order', badKeyFor(302n)),
  unavailable(
    'a cancel without a key',
    ({ operation, authorization }) => operation === 'cancelOrder' && !authorization,
  ),
  unavailable(
    'a listing with another scheme',
    ({ operation, authorization = '' }) => operation === 'listOrders' && /^Token /.test(authorization),
  ),
  unavailable('a listing with a query', ({ query }) => query.size > 0),
  unavailable('texts', ({ idText, ...call }) => hasValidKey({ idText, ...call }) && /[a-z.]/.test(idText)),
  unavailable('an id above an int64', ({ idText }) => idText === String(2n ** 63n)),
];

const faultsToTry = faults.filter(onlyReplies).filter((_, index) => index % EVERY === 7 % EVERY);

/** So few that the last cancels of a stage are all sent at once. */
const FEW = { shipped: [201n, 202n], other: [301n] };

/** The steps of a run, from the first to the last, in which this exchange may be: a stage has one for its listing, too. */
function stepsOf({ request }: Exchange): readonly [number, number] {
  const { stage, role } = request;
  const stepOf = (of: Stage): number => 2 * CONSECUTIVE_STAGES.indexOf(of);
  const { until } = STAGES[stage];
  if (until) {
    const from = STAGE_NAMES.slice(STAGE_NAMES.indexOf(stage)).find((of) => CONSECUTIVE_STAGES.includes(of)) ?? until;
    return [stepOf(from), stepOf(until)];
  }
  const isLast = sharedListingOf(request) !== undefined && stage !== 'look';
  return [stepOf(stage) + (isLast ? 1 : 0), stepOf(role === 'next' ? 'again' : stage) + (isLast ? 1 : 0)];
}

/** The run waits for one before it sends the other. */
const isAwaited = (one: Exchange, other: Exchange): boolean => stepsOf(one)[1] < stepsOf(other)[0];

const isInOrder = (one: Exchange, other: Exchange): boolean =>
  (!isAwaited(one, other) || precedes(one, other)) && (!isAwaited(other, one) || precedes(other, one));

/**
 * Swaps the times of exchanges that overlap, where each attempt, each request on a connection, and each stage keeps its place.
 */
function swapped(exchanges: readonly Exchange[], random: Random): readonly Exchange[] {
  const all = [...exchanges];
  const alone = all.flatMap(({ request, sent }, at) =>
    request.connection || request.together || sent.kept !== undefined ? [] : [at],
  );
  const isInPlace = (changed: Exchange): boolean =>
    all.every((other) => isInOrder(changed, other)) &&
    all.every(
      (other) =>
        idText(other.request.id) !== idText(changed.request.id) ||
        other.request.id.nth !== changed.request.id.nth ||
        precedes(other, changed) ||
        precedes(changed, other) ||
        other === changed,
    );
  for (let turn = 0; turn < 4 * all.length; turn++) {
    const [at, to] = [alone[random.below(alone.length)] ?? 0, alone[random.below(alone.length)] ?? 0];
    const [one, other] = [all[at], all[to]];
    if (!one || !other || at === to || precedes(one, other) || precedes(other, one)) continue;
    const timeOf = ({ begun, ended, startedAt, durationMs }: Exchange) => ({ begun, ended, startedAt, durationMs });
    all[at] = { ...one, ...timeOf(other) };
    all[to] = { ...other, ...timeOf(one) };
    if (isInPlace(all[at]) && isInPlace(all[to])) continue;
    all[at] = one;
    all[to] = other;
  }
  return all.sort((one, other) => one.begun - other.begun);
}

const verdictsOf = ({ verdict, complete, requirements }: Report): string =>
  [verdict, complete, ...requirements.map(({ id, verdict: got }) => `${id}: ${got}`)].join('\n');

/** The same run with other times, which begins anew: what a judge remembers belongs to one list of exchanges. */
const withTimes = (
  { target, schemas, startedAt, durationMs, plan, readings, unsent, defects, warnings, stopped }: Evidence,
  exchanges: readonly Exchange[],
): Evidence =>
  new Evidence({
    ...{ target, schemas, startedAt, durationMs, plan, readings, unsent, defects, warnings, stopped },
    exchanges,
  });

/** The reports of a run, and of the same run with other times. */
async function reportsOf(server: Changed, concurrency: number): Promise<readonly [Report, ...Report[]]> {
  heldClock();
  const { evidence, run } = await gatherInMemory(server, { orders: FEW, concurrency });
  const others = SEEDS.map((seed) => withTimes(evidence, swapped(evidence.exchanges, new Random(seed))));
  return [judge(run, evidence), ...others.map((other) => judge(run, other))];
}

test.each(inPart(services, 5))(
  '$id gets the same verdicts, however many requests are sent at once, and in which order',
  async (service) => {
    const reports = [...(await reportsOf(service, 3)), ...(await reportsOf(service, 24))];
    expect(new Set(reports.map(verdictsOf)).size).toBe(1);
  },
);

test.each(faultsToTry)('$id gets the same verdicts whichever of two overlapping answers came first', async (fault) => {
  for (const concurrency of [3, 24]) {
    const [report, ...others] = await reportsOf(fault, concurrency);
    for (const other of others) expect(verdictsOf(other)).toBe(verdictsOf(report));
  }
});

test.each(['removes-shipped', 'hides-shipped'])('%s is no matter of a listing with a query', async (id) => {
  const [{ requirements }] = await reportsOf(faults.find((fault) => fault.id === id) ?? {}, 3);
  expect(requirements.find((each) => each.id === 'list.query-ignored')?.verdict).toBe('pass');
});

/** Answers some requests before the service does, by how many it and others of its kind came before. */
const troubled = (answerTo: (count: number, call: Call, badKeys: number) => Reply | undefined): Behaviour => {
  return () => {
    let [count, badKeys] = [0, 0];
    return {
      intercept: (call) => {
        count += 1;
        if (!hasValidKey(call)) badKeys += 1;
        return answerTo(count, call, badKeys);
      },
    };
  };
};

/** A cache keeps the listing for some requests. */
const cached = (requests: number): Behaviour => {
  return ({ finish }) => {
    let [kept, age]: [Reply | undefined, number] = [undefined, 0];
    return {
      intercept: (call) => {
        age += 1;
        if (age > requests) [kept, age] = [undefined, 0];
        return kept && isPlainListing(call) && hasValidKey(call) ? withHeader(kept, 'Age', '9') : undefined;
      },
      finish: (reply, call) => {
        const ended = finish(reply, call);
        if (isPlainListing(call) && ended.status === 200) kept ??= ended;
        return ended;
      },
    };
  };
};

const TROUBLES: readonly (readonly [string, Behaviour])[] = [
  ['an outage', troubled((count) => (count > 90 && count < 110 ? refused(503) : undefined))],
  ['an outage to the end', troubled((count) => (count > 120 ? refused(503) : undefined))],
  ['a lockout', troubled((_, call, badKeys) => (badKeys > 20 && !hasValidKey(call) ? refused(429) : undefined))],
  ['a lockout of everybody', troubled((_count, _call, badKeys) => (badKeys > 40 ? refused(403) : undefined))],
  ['a limiter', troubled((count) => (count % 9 === 0 ? refused(429) : undefined))],
  ['a listing that follows late', late(30)],
  ['a listing in a cache', cached(40)],
];

const besideTrouble = faultsToTry.flatMap((fault, at) => {
  const [trouble, behaviour] = TROUBLES[at % TROUBLES.length] ?? [];
  return behaviour ? [{ ...fault, trouble, behaviour: together(fault.behaviour, behaviour) }] : [];
});

const isCertain = ({ verdict, complete }: Report): boolean => verdict === 'conformant' && complete;

test.each(besideTrouble)(
  '$id beside $trouble gets no certain verdict by another order of overlapping answers',
  async (fault) => {
    for (const concurrency of [3, 24]) {
      const [report, ...others] = await reportsOf(fault, concurrency);
      if (!isCertain(report)) expect(others.filter(isCertain)).toEqual([]);
    }
  },
);
