import type { Situation } from '../situation.js';
import { conforming, type Expectation, open, unjudgeable, violating } from './expectation.js';

/** §4: what each operation answers, whatever the situation is that its table covers. */
const tables = {
  list: { statuses: [200, 401], requirement: 'list.status-table' },
  cancel: { statuses: [204, 401, 404, 409], requirement: 'cancel.status-table' },
} as const;

const isTemporary = (status: number): boolean => [429, 502, 503, 504].includes(status);
const isFailure = (status: number): boolean => status >= 500;

interface Demand {
  readonly status: number;
  readonly requirement: string;
}

const demands: Partial<Record<Situation, Demand>> = {
  listing: { status: 200, requirement: 'list.status' },
  'listing-after-cancel': { status: 200, requirement: 'list.status' },
  'cancel-pending': { status: 204, requirement: 'cancel.pending.status' },
  'cancel-shipped': { status: 409, requirement: 'cancel.shipped.status' },
  'cancel-shipped-again': { status: 409, requirement: 'cancel.shipped.unchanged' },
  'cancel-unknown-small': { status: 404, requirement: 'cancel.unknown.status' },
  'cancel-unknown-above-2-31': { status: 404, requirement: 'cancel.unknown.above-2-31' },
  'cancel-unknown-above-2-53': { status: 404, requirement: 'cancel.unknown.above-2-53' },
  'cancel-unknown-max-int64': { status: 404, requirement: 'cancel.unknown.max-int64' },
  'cancel-neighbour-shares-double': { status: 404, requirement: 'cancel.told-apart' },
  'cancel-neighbour-shares-low-32-bits': { status: 404, requirement: 'cancel.told-apart' },
};

/** What the contract says of a situation; undefined where it leaves the status open, or says less than `must`. */
function demandOn(situation: Situation): Demand | undefined {
  const [, listing] = /^listing-refused-(.+)$/.exec(situation) ?? [];
  if (listing !== undefined) return { status: 401, requirement: `auth.list.${listing}` };
  const [, cancel, state] = /^cancel-refused-(.+)-(pending|shipped|unknown|other)$/.exec(situation) ?? [];
  if (cancel === undefined) return demands[situation];
  return { status: 401, requirement: state === 'pending' ? `auth.cancel.${cancel}` : 'auth.first' };
}

/** Of all other situations: what a status breaks that is not a temporary refusal; `outside` is broken where it is in no table. */
type Silence = (status: number, outside: readonly string[]) => Expectation;

const anyBut204 =
  (...broken: readonly string[]): Silence =>
  (status, outside) =>
    violating(status === 204 ? broken : outside.filter(() => isFailure(status)));

/** Both are int64, so the table's 404 follows, but the contract does not say so for them: nothing else can be broken. */
const notFoundByInference: Silence = (status) => violating(status === 404 ? [] : ['cancel.unknown.zero-negative']);

/** Which status it is instead is not shown, so that no table covers it, whatever it is. */
const notInt64: Silence = (status) => violating(status === 204 || isFailure(status) ? ['cancel.not-int64'] : []);

const silences: Partial<Record<Situation, Silence>> = {
  // Such a key is valid or it is not; the table has a status for either, and no third.
  'listing-lower-case-scheme': (_status, outside) => violating(outside),
  // An error status is left open; what other answers than 200 say of the set that is listed is not shown.
  'listing-with-query': (status) => (status === 200 || (status >= 400 && !isFailure(status)) ? conforming : open),
  'cancel-unknown-zero': notFoundByInference,
  'cancel-unknown-negative': notFoundByInference,
  'cancel-not-int64-word': notInt64,
  'cancel-not-int64-fraction': notInt64,
  'cancel-not-int64-above-int64': notInt64,
  'cancel-cancelled': anyBut204('cancel.again', 'cancel.race'),
  'cancel-other': anyBut204('cancel.other-state'),
};

/** What follows from a temporary refusal: nothing is broken, and what a `must` says of the situation stays unknown. */
function judgeTemporary(situation: Situation): Expectation {
  if (demandOn(situation) !== undefined || situation === 'cancel-other') return unjudgeable;
  // Of two simultaneous cancels, the one that is refused for a while may be the one that a `must` is judged by.
  return situation.startsWith('listing') || situation === 'cancel-cancelled' ? open : conforming;
}

/** A situation gets another status than the reference gives it; everything else stays as it is. */
export function judgeStatusOf(situation: Situation, status: number): Expectation {
  if (isTemporary(status)) return judgeTemporary(situation);
  const table = situation.startsWith('listing') ? tables.list : tables.cancel;
  const outside = table.statuses.some((allowed) => allowed === status) ? [] : [table.requirement];
  const demand = demandOn(situation);
  if (demand === undefined) {
    const silence = silences[situation];
    if (silence === undefined) throw new Error(`The oracle does not know what the contract says of ${situation}.`);
    return silence(status, outside);
  }
  if (status === demand.status) return conforming;
  const paged = demand.requirement === 'list.status' && status === 206 ? ['list.no-pagination'] : [];
  // §5.3: that authentication comes first is also broken where a pending order shows it.
  const alsoSaid = situation.endsWith('-pending') && situation !== 'cancel-pending' ? ['auth.first'] : [];
  // A listing with the valid key is also asked for on a kept connection.
  if (demand.requirement === 'list.status') alsoSaid.push('auth.kept-connection');
  // A shipped order is also cancelled with other values of `Accept`.
  if (situation === 'cancel-shipped-again') alsoSaid.push('cancel.shipped.status');
  // 2^32 above the id of an order is one of these.
  if (situation === 'cancel-unknown-above-2-31') alsoSaid.push('cancel.told-apart');
  return violating([demand.requirement, ...outside, ...paged], alsoSaid);
}
