import { expect, test } from 'vitest';
import { judge } from '../../runner/run.js';
import { refused } from '../../servers/faults/conflicts.js';
import { type Reply, textReply, withHeader } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { SEED } from '../seed.js';
import type { Received } from './store.js';

/*
 * A correct store that gives every request the same answer from some request on. `node bench/outages.mjs` tries every position,
 * `OUTAGES=40` random ones; `SEED=7` takes others.
 */
const page = (status: number): Reply =>
  textReply(status, 'text/html', '<!doctype html><title>Just a moment...</title>');

type Answer = Reply | 'closed' | 'open' | 'expired';

const ANSWERS: Readonly<Record<string, Answer>> = {
  401: refused(401),
  403: refused(403),
  429: refused(429),
  503: withHeader({ status: 503, headers: [] }, 'Content-Length', '0'),
  302: withHeader(
    withHeader({ status: 302, headers: [] }, 'Content-Length', '0'),
    'Location',
    'https://login.example/',
  ),
  '200 with a page': page(200),
  '202 with a page': page(202),
  closed: 'closed',
  'the key expires': 'expired',
};

/** No outages: each deviates. */
const FAULTS: typeof ANSWERS = { '500 for good': refused(500), 'any key is accepted': 'open' };

/** The valid key alone gets another code than bad keys. */
const EXPIRED = refused(401);

const NAMES = Object.keys(ANSWERS);

/** More than the requests of a run, so that some outages never begin. */
const POSITIONS = 200;

/** The most requests after its start: those in flight, and the guard's own. */
const MOST_LATE = 60;

interface Outage {
  readonly name: string;
  /** The number of requests that are answered before it begins. */
  readonly after: number;
}

const { OUTAGES = '6' } = process.env;

/** The middle of a run, in which every kind of request is still to come. */
const IN_THE_MIDDLE = 100;

function drawn(count: number, seed: number, names = NAMES, positions = POSITIONS): Outage[] {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return Array.from({ length: count }, () => ({
    name: names[next(names.length)] ?? '',
    after: 1 + next(positions - 1),
  }));
}

const every = NAMES.flatMap((name) =>
  Array.from({ length: POSITIONS - 1 }, (_, after) => ({ name, after: after + 1 })),
);

async function judged({ name, after }: Outage) {
  const received: Received[] = [];
  const reply: Answer | undefined = { ...ANSWERS, ...FAULTS }[name];
  const behaviour: Behaviour = ({ authenticate }) => ({
    intercept: (call) => {
      if (received.length <= after) return undefined;
      if (reply === 'expired') return authenticate(call) ? EXPIRED : undefined;
      return typeof reply === 'object' ? reply : undefined;
    },
    authenticate: (call) => authenticate(call) || (reply === 'open' && received.length > after),
  });
  const instead = () => (reply === 'closed' && received.length > after ? 'closed' : undefined);
  const { evidence, run } = await gatherInMemory({ behaviour }, { received, instead });
  return { report: judge(run, evidence), late: received.length - after };
}

/** Findings, or reasons after the first, which such a report must not have. */
async function wrongIn(outage: Outage): Promise<string[]> {
  const { report, late } = await judged(outage);
  const { verdict, findings, requirements, obstacle } = report;
  if (late <= 0) return verdict === 'conformant' ? [] : [`without an outage, ${verdict}`];
  const open = requirements.filter(({ verdict: of }) => of !== 'pass' && of !== 'not-applicable');
  const reasons = [...new Set(open.map(({ reason = '' }) => reason))];
  return [
    ...(verdict === 'inconclusive' ? [] : [verdict]),
    ...findings.map(({ requirement, message }) => `${requirement}: ${message}`),
    ...(new Set([...reasons, obstacle ?? reasons[0]]).size === 1 ? [] : [...reasons, obstacle ?? '']),
    ...(late > MOST_LATE ? [`${late} requests were sent after it began`] : []),
  ].map((text) => `${outage.name} after ${outage.after}: ${text}`);
}

test('an outage at any position breaks nothing, and is reported in one sentence', { timeout: 3_600_000 }, async () => {
  const outages = OUTAGES === 'all' ? every : drawn(Number(OUTAGES), SEED);
  if (OUTAGES !== '6') console.log(`outages: ${outages.length}${OUTAGES === 'all' ? '' : ` drawn with SEED=${SEED}`}`);
  const wrong: string[] = [];
  const waiting = [...outages];
  const work = async (): Promise<void> => {
    for (let outage = waiting.shift(); outage; outage = waiting.shift()) wrong.push(...(await wrongIn(outage)));
  };
  await Promise.all(Array.from({ length: 16 }, work));
  expect(wrong).toEqual([]);
});

test('permanent deviations after some request are not an outage', { timeout: 600_000 }, async () => {
  const faults = drawn(OUTAGES === 'all' ? 60 : 4, SEED, Object.keys(FAULTS), IN_THE_MIDDLE);
  const verdicts = await Promise.all(
    faults.map(async (fault) => `${fault.name} after ${fault.after}: ${(await judged(fault)).report.verdict}`),
  );
  expect(verdicts.filter((text) => !text.endsWith('nonconformant'))).toEqual([]);
});
