import { expect, test } from 'vitest';
import { LockoutGuard } from '../../runner/engine/lockout-guard.js';
import { Stop } from '../../runner/engine/stop.js';
import { errorReply, type Reply, withHeader } from '../../servers/reply.js';
import type { Call } from '../../servers/steps.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { inPart } from '../in-part.js';
import { hasValidKey } from '../situations/situation.js';
import { evidence } from '../suites/evidence.js';
import { requirementOf, requirementsWith, summary } from './judgement.js';

const refused = (status: number): Reply => errorReply({ status, code: 'locked', message: 'Too many attempts.' });
const forLong = withHeader(refused(429), 'Retry-After', '900');

const LOCKED =
  /^The target accepted the API key at first and refused \d+ bad keys with 401; then it refused everything, the valid key included .* switch the lockout off on staging/;
const LIMITED = /^The target refused some bad keys with 401, and later ones with 429/;

interface Row {
  readonly does: string;
  /** The number of bad keys that the target bears. */
  readonly borne: number;
  readonly reply: Reply;
  /** True if the valid key gets the reply, too. */
  readonly isForAll?: boolean;
  /** The number of requests that may get the reply. */
  readonly most: number;
  readonly reason: RegExp;
}

const LOCKOUTS: readonly Row[] = [
  { does: 'refuses everything (403)', borne: 15, reply: refused(403), isForAll: true, most: 30, reason: LOCKED },
  { does: 'limits bad keys alone', borne: 40, reply: forLong, most: 110, reason: LIMITED },
  // Bad keys get 401 anyway: only the valid one tells.
  { does: 'refuses everything (401)', borne: 15, reply: refused(401), isForAll: true, most: 90, reason: LOCKED },
  { does: 'refuses everything late', borne: 60, reply: refused(403), isForAll: true, most: 30, reason: LOCKED },
  { does: 'limits everything (429)', borne: 15, reply: forLong, isForAll: true, most: 30, reason: LOCKED },
];

/** Judges a service that replies so after some bad keys. */
async function judged({ borne, reply, isForAll = false }: Pick<Row, 'borne' | 'reply' | 'isForAll'>) {
  let [bad, late] = [0, 0];
  const intercept = (call: Call): Reply | undefined => {
    if (!hasValidKey(call)) bad += 1;
    if (bad <= borne || (!isForAll && hasValidKey(call))) return undefined;
    late += 1;
    return reply;
  };
  return { report: await judgeInMemory({ behaviour: () => ({ intercept }) }), late };
}

test.each(inPart(LOCKOUTS, 2))('a service that $does after $borne bad keys is soon left alone', async (row) => {
  const { report, late } = await judged(row);
  expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
  expect([requirementsWith(report, 'fail'), report.causes]).toEqual([[], []]);
  expect(late).toBeLessThan(row.most);
  const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  expect([...new Set(open.map(({ reason }) => reason))]).toEqual([expect.stringMatching(row.reason)]);
  if (!row.isForAll) expect(requirementOf(report, 'cancel.pending.status').verdict).toBe('pass');
});

const verdictsOf = (report: Parameters<typeof requirementOf>[0]) =>
  ['cancel.pending.status', 'auth.cancel.wrong', 'auth.list.basic'].map((id) => requirementOf(report, id).verdict);

test('a service that never answers a bad key with 401 is not waited for, and deviates', async () => {
  const { report, late } = await judged({ borne: 0, reply: forLong });
  expect([report.verdict, ...verdictsOf(report)]).toEqual(['nonconformant', 'pass', 'fail', 'fail']);
  expect(late).toBeLessThan(110);
});

test('a service that refuses some bad keys with 403, and others with 401, is judged', async () => {
  const intercept = ({ authorization = '' }: Call) => (/^Basic /.test(authorization) ? refused(403) : undefined);
  const report = await judgeInMemory({ behaviour: () => ({ intercept }) });
  expect(verdictsOf(report)).toEqual(['pass', 'pass', 'fail']);
});

test('the time that bad keys may delay a run limits no other pause', () => {
  const stop = new Stop(60_000);
  const guard = new LockoutGuard(
    () => ({ left: [], ask: () => Promise.reject(new Error('Not asked.')) }),
    stop,
    String,
  );
  const sent = [{ 'auth-list-wrong/probe': 429 }, { 'auth-list-empty/probe': 503 }, { 'listing/before': 429 }];
  const { exchanges } = evidence({ sent });
  expect(exchanges.map((exchange) => guard.mayWait(exchange, 30_000))).toEqual([false, true, true]);
  stop.over();
});
