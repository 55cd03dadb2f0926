import { expect, test } from 'vitest';
import { isHarmless } from '../../evidence/attempts.js';
import { statusOf } from '../../evidence/exchange.js';
import { requestsOf } from '../../evidence/plan.js';
import { idText, isCancel, isValid, type Request } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { judge } from '../../runner/run.js';
import { errorReply, type Reply, withHeader } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { heldClock } from '../http/pause.js';
import { inPart } from '../in-part.js';

/*
 * One request of a run gets no outcome, once or each time, and then perhaps another status: the service does nothing for it.
 * In each of them, a cancel that may have an effect arrives once, and no order is certified that was never cancelled.
 */

const refused = (status: number): Reply => errorReply({ status, code: `http_${status}`, message: 'Not now.' });
const closing = (reply: Reply): Reply => withHeader(reply, 'Connection', 'close');
const success = (status: number): Reply => ({ status, headers: [] });

const DISTURBANCES: Readonly<Record<string, Reply | 'closed'>> = {
  '408': closing(refused(408)),
  '408 on a connection that stays': refused(408),
  '421': refused(421),
  '425': refused(425),
  '429': refused(429),
  '503': refused(503),
  'a reset': 'closed',
  'half an answer': closing(withHeader(refused(404), 'Content-Length', '500')),
};

/** After these, a request without an effect is sent again; after the first two, servers expect it of any request. */
const SENT_AGAIN = ['408', '429', '503', 'a reset', 'half an answer'];

const STATUSES = [200, 204, 401, 403, 404, 409, 500];

/** How the request goes on after its first attempt. */
type Later = 'once' | 'each time' | number;

interface Row {
  readonly id: string;
  readonly disturbance: string;
  readonly later: Later;
}

/** Requests of one kind have the same role, key, and kind of order or id, and use a connection in the same way. */
const kindOf = ({ role, aim, credential, connection, id }: Request): string => {
  const about = aim.kind === 'order' ? aim.order.state : aim.kind;
  // Each order is cancelled once, so each of these cancels is a kind of its own.
  const own = about === 'pending' && credential === 'valid' ? idText(id) : '';
  return [role, about, isValid(credential), connection === undefined, own].join();
};

const { evidence: undisturbed } = await gatherInMemory();
const sent = requestsOf(undisturbed.plan).filter(({ id }) => undisturbed.exchange(id));
const representatives = [...new Map(sent.map((request) => [kindOf(request), request])).values()];

const rows = representatives.flatMap((request) =>
  Object.keys(DISTURBANCES).flatMap((disturbance): Row[] => {
    const isSent = (isHarmless(request) ? SENT_AGAIN : ['408', '429']).includes(disturbance);
    // A service that answers 204 and does nothing lies; no repetition is to blame for that.
    const later = STATUSES.filter((status) => status !== 204 || isHarmless(request));
    const again = isSent ? later : [];
    return (['once', 'each time', ...again] as const).map((later) => ({ id: idText(request.id), disturbance, later }));
  }),
);

/** A run against such a service, with the orders that it cancelled. */
async function disturbed(
  { later, disturbance }: Pick<Row, 'later' | 'disturbance'>,
  isIt: (request: Request) => boolean,
) {
  const cancelled = new Set<bigint>();
  const behaviour: Behaviour = ({ cancel }) => ({
    cancel: async (orders, order) => {
      const outcome = await cancel(orders, order);
      if (outcome === 'cancelled') cancelled.add(order.id);
      return outcome;
    },
  });
  let attempts = 0;
  const instead = ({ request }: { readonly request: Request }): Reply | 'closed' | undefined => {
    if (!isIt(request)) return undefined;
    attempts += 1;
    if (attempts === 1 || later === 'each time') return DISTURBANCES[disturbance];
    if (later === 'once') return undefined;
    return later < 300 ? success(later) : refused(later);
  };
  const { evidence, run } = await gatherInMemory({ behaviour }, { instead });
  const never = run.settings.orders.pending.filter((order) => !cancelled.has(order));
  return { evidence, report: judge(run, evidence), never };
}

/** The mistakes of such a run, in words. */
async function wrongIn(row: Row): Promise<string[]> {
  const { evidence, report, never } = await disturbed(row, (request) => idText(request.id) === row.id);
  const isCertified = report.verdict === 'conformant' && report.complete;
  const twice = [...groupBy(evidence.exchanges, ({ request }) => request).values()].filter(
    ([first, second]) =>
      first && second && isCancel(first.request) && !isHarmless(first.request) && statusOf(first) !== 429,
  );
  return [
    ...(isCertified ? never.map((order) => `order ${order} was never cancelled, and the run is complete`) : []),
    ...twice.map(([first]) => `${first && idText(first.request.id)} was sent again`),
    ...evidence.defects.map(({ reason }) => reason),
  ].map((text) => `${row.id}, ${row.disturbance}, ${row.later}: ${text}`);
}

test('a cancel that may have an effect is sent once, and an order that was never cancelled is not certified', {
  timeout: 3_600_000,
}, async () => {
  heldClock();
  const wrong: string[] = [];
  for (const row of inPart(rows, 211)) wrong.push(...(await wrongIn(row)));
  expect(wrong).toEqual([]);
});

const isOnlyCancelOnKept = ({ id }: Request): boolean => idText(id) === 'auth-cancel-pending/cancel';

test.each<Later>(['once', 'each time', 404, 409])(
  'a 408 on a connection that was used before leaves that order open, whatever would come then (%s)',
  async (later) => {
    const { report, never, evidence } = await disturbed({ disturbance: '408', later }, isOnlyCancelOnKept);
    const open = report.requirements.filter(({ verdict }) => verdict !== 'pass');
    expect([report.verdict, report.complete, never.length]).toEqual(['inconclusive', false, 1]);
    expect(open.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['cancel.pending.status inconclusive']);
    expect(evidence.exchanges.filter(({ request }) => isOnlyCancelOnKept(request))).toHaveLength(1);
  },
);

test('a 408 to each cancel of a pending order on a new connection is a status like any other', async () => {
  const isOfPending = ({ aim, credential, connection }: Request): boolean =>
    aim.kind === 'order' && aim.order.state === 'pending' && credential === 'valid' && connection === undefined;
  const { report } = await disturbed({ disturbance: '408', later: 'each time' }, isOfPending);
  expect(report.verdict).toBe('nonconformant');
  expect(report.requirements.find(({ id }) => id === 'cancel.pending.status')?.verdict).toBe('fail');
});
