import { Evidence, type EvidenceData, type ListingReading } from '../../evidence/evidence.js';
import type { BodyRecord, Exchange, ExchangeOutcome, Failure, Header } from '../../evidence/exchange.js';
import { allRequestsOf, type Plan } from '../../evidence/plan.js';
import { idText, isCancel, type Request } from '../../evidence/request.js';
import type { Unjudged } from '../../evidence/unjudged.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Result } from '../../suites/terms/rule.js';
import { listingOf } from '../engine/made-up.js';
import { planFor } from '../engine/plans.js';

/** A status, or a whole answer. */
export type Answered =
  | number
  | {
      readonly status: number;
      readonly headers?: readonly Header[];
      readonly body?: string;
      /** Bytes after the message. */
      readonly stray?: string;
      readonly reading?: ListingReading;
      /** The record of a body that is incomplete. */
      readonly record?: Partial<BodyRecord>;
      /** The number of earlier requests on its kept connection. */
      readonly kept?: number;
    }
  | {
      readonly failure: string;
      readonly kind?: Failure['kind'];
      readonly kept?: number;
      /** The request was not sent. */
      readonly sent?: false;
    };

/** A listing that was read to its end and holds these orders. */
export const listed = (ids: readonly bigint[], differs: Partial<ListingReading> = {}): Answered => ({
  status: 200,
  reading: listingOf(ids, differs),
});

/** Steps in their order: request id in the plan → its answer. The answers of a step come at the same time. */
export type Sent = readonly Readonly<Record<string, Answered | undefined>>[];

export interface LiteralEvidence {
  /** Pending orders go to cancel-pending, auth-cancel-pending and cancel-witness, in this order, if none is above 2^53. */
  readonly orders?: Partial<Plan['inputs']['orders']>;
  readonly sent: Sent;
  readonly unsent?: Readonly<Record<string, Unjudged>>;
  readonly repeat?: number;
}

/** A cache of plans: many cases have the same plan. */
const plans = new Map<string, Plan>();

/** Evidence of a run of the suite with the plan that these orders lead to. */
export function evidence({ orders = {}, sent, unsent = {}, repeat = 1 }: LiteralEvidence): Evidence {
  const name = [repeat, ...Object.entries(orders)].join();
  const plan = plans.get(name) ?? planFor({ orders, fresh: true, concurrency: 8, repeat });
  plans.set(name, plan);
  return evidenceOf(plan, sent, { unsent: new Map(Object.entries(unsent)) });
}

/** Evidence of a run with this plan. */
export function evidenceOf(plan: Plan, sent: Sent, differs: Partial<EvidenceData> = {}): Evidence {
  const requests = new Map(allRequestsOf(plan).map((request) => [idText(request.id), request]));
  let events = 0;
  const exchanges = sent.flatMap((step): Exchange[] => {
    const first = events;
    const ids = Object.keys(step);
    events += 2 * ids.length;
    return Object.entries(step).flatMap(([id, answered], index) => {
      if (answered === undefined) return [];
      const request = requests.get(id);
      if (!request) throw new Error(`The plan lacks ${id}.`);
      return exchangeOf(request, answered, first + index, first + ids.length + index);
    });
  });
  const readings = sent.flatMap((step) =>
    Object.entries(step).flatMap(([id, answered]) =>
      typeof answered === 'object' && 'reading' in answered && answered.reading
        ? [[id, answered.reading] as const]
        : [],
    ),
  );
  return new Evidence({
    target: { baseUrl: 'http://127.0.0.1/v1' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
    plan,
    exchanges,
    readings: new Map(readings),
    unsent: new Map(),
    defects: [],
    warnings: [],
    ...differs,
  });
}

export function exchangeOf(request: Request, answered: Answered, begun: number, ended: number): Exchange {
  const { aim } = request;
  const orderId =
    aim.kind === 'unknown' ? aim.candidates[0]?.text : aim.kind === 'order' ? `${aim.order.id}` : undefined;
  return {
    request,
    begun,
    ended,
    sent: {
      method: isCancel(request) ? 'DELETE' : 'GET',
      url: `http://127.0.0.1/v1/store/orders${orderId === undefined ? '' : `/${orderId}`}`,
      ...(orderId !== undefined && { orderId }),
      headers: [],
      ...(typeof answered === 'object' && 'kept' in answered && { kept: answered.kept }),
    },
    outcome: outcomeOf(answered),
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
  };
}

function outcomeOf(answered: Answered): ExchangeOutcome {
  if (typeof answered === 'object' && 'failure' in answered) {
    const { failure: message, kind = 'reset', sent } = answered;
    return { kind: 'failure', failure: { kind, message, sent } };
  }
  const given = typeof answered === 'number' ? { status: answered } : answered;
  const { status, headers = [], body = '', stray, record } = given;
  const head = Buffer.from(body);
  const whole = {
    length: head.length,
    head,
    whole: true,
    digest: 'sha256:',
    codings: [],
    end: 'complete',
    ...record,
  } as const;
  return {
    kind: 'response',
    response: {
      status,
      reason: '',
      headers,
      body: whole,
      ...(stray !== undefined && { stray: Buffer.from(stray) }),
    },
  };
}

/** The results of the rule for this requirement. */
export function judged(requirement: string, given: Evidence): readonly Result[] {
  const rule = storeOrdersInterface.rules.find((entry) => entry.requirement === requirement);
  if (!rule) throw new Error(`No rule judges ${requirement}.`);
  return rule.judge(given);
}
