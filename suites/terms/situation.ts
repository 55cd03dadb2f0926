import { type Answer, type Evidence, isSuccess } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import type { Request, UnknownKind } from '../../evidence/request.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { CREDENTIALS, faultyCredentials, type OrderState } from '../../interface/interface.js';
import type { RequirementId } from './ids.js';
import { answering, type Repair, type RightAnswer } from './repair.js';
import { situations } from './situations.generated.js';
import { unknownIds } from './unknown-ids.generated.js';

export const INT64 = 'Parse `orderId` as a 64-bit integer, and let no route, validator or schema refuse a large one.';

interface SituationInfo {
  readonly what: string;
  readonly clause: string;
  readonly requirement: RequirementId;
  readonly right: RightAnswer & { readonly status: number };
  /** The contract leaves the status open: this one is right, and others are, too. */
  readonly isOpen?: true;
  /** Goes on after the answer. */
  readonly when: string;
  readonly before?: string;
}

export const SITUATIONS = situations satisfies Record<string, SituationInfo>;

export type SituationId = keyof typeof SITUATIONS;

export const SITUATION_IDS = Object.keys(SITUATIONS) as readonly SituationId[];

/**
 * How to answer in a situation, as a repair.
 * @param seen the status that this service gives a second cancel, for a cancel that comes second as well
 */
export function fixOf(id: SituationId, seen?: number): Repair {
  const { right, when, before }: SituationInfo = SITUATIONS[id];
  if (seen === undefined) return answering(right, when, before);
  return answering({ status: seen }, when.replace(/\.$/, `, which gets ${seen} here.`), before);
}

/** The situation of a request: what it is about, in words, and what the contract has for it. */
export interface Situation {
  readonly id: SituationId;
  /** The subject of each message about it: "A cancel of a shipped order with a wrong key". */
  readonly words: string;
  /** The only status that is right. Undefined if that is left open. */
  readonly status: number | undefined;
  /** The contract itself states the status; otherwise it only follows. */
  readonly isStated: boolean;
  /** Where the status is left open, one that is right. */
  readonly right: RightAnswer;
}

/** The only right status. Undefined if the contract leaves that open. */
export const statusIn = (id: SituationId): number | undefined => {
  const { isOpen, right }: SituationInfo = SITUATIONS[id];
  return isOpen ? undefined : right.status;
};

const row = (id: SituationId, words: string = SITUATIONS[id].what, isStated = true): Situation => {
  const { right } = SITUATIONS[id];
  const status = statusIn(id);
  return { id, words, status, isStated: isStated && status !== undefined, right };
};

const LISTING = row('listing');
const CANCELLED = row('cancelled');
const LOSER = row('loser');

const OF_ORDER: Readonly<Record<OrderState, Situation>> = {
  pending: row('pending'),
  shipped: row('shipped'),
  other: row('other', 'A cancel of an order in another state'),
};

interface UnknownInfo {
  readonly situation: SituationId;
  readonly words: string;
  readonly isStated?: false;
}

export const OF_UNKNOWN = Object.fromEntries(
  Object.entries<UnknownInfo>(unknownIds).map(([kind, { situation, words, isStated }]) => [
    kind,
    row(situation, words, isStated),
  ]),
) as Readonly<Record<keyof typeof unknownIds, Situation>> satisfies Readonly<Record<UnknownKind, Situation>>;

type Sending = Pick<Exchange, 'request'> & Partial<Pick<Exchange, 'sent'>>;

const faulty: ReadonlySet<string> = new Set(faultyCredentials);

/** A request without a valid key (§5.3). */
export const isWithoutKey = ({ credential }: Request): boolean => faulty.has(credential);

/** §5.3: whatever the request is about. */
const REFUSAL = { status: 401, body: 'Error' } as const satisfies RightAnswer;

/** Every request is in one situation. Which of several simultaneous cancels came second shows only in the run: `situationIn`. */
export function situationOf(exchange: Sending): Situation {
  const { request } = exchange;
  const about = withKey(exchange);
  if (!isWithoutKey(request)) return request.credential === 'valid' ? about : { ...about, isStated: false };
  return {
    ...about,
    words: `${target(request)} with ${CREDENTIALS[request.credential].words}`,
    status: 401,
    isStated: true,
    right: REFUSAL,
  };
}

function withKey({ request: { aim, role }, sent }: Sending): Situation {
  if (aim.kind === 'listing') {
    return aim.query === undefined ? LISTING : row('listing', `A listing with ?${aim.query}`, false);
  }
  if (aim.kind === 'unknown') {
    const like = (aim.candidates.find(({ text }) => text === sent?.orderId) ?? aim).neighbourOf;
    const about = OF_UNKNOWN[aim.unknown];
    return aim.unknown.startsWith('shares-') ? { ...about, words: `${about.words} ${like}` } : about;
  }
  const { state } = aim.order;
  if (role === 'again' && state === 'pending') return CANCELLED;
  // Its order may be gone: no listing shows it.
  return role === 'spare' ? { ...OF_ORDER[state], isStated: false } : OF_ORDER[state];
}

/** The target of a request without a valid key. A cancel that names none goes to a pending order. */
function target({ aim }: Request): string {
  if (aim.kind === 'listing') return `A listing${aim.query ? ` (?${aim.query})` : ''}`;
  if (aim.kind === 'unknown') return SITUATIONS.unknown.what;
  return aim.order.state === 'pending' ? 'A cancel' : OF_ORDER[aim.order.state].words;
}

/** The situation as the run shows it: of simultaneous cancels, only one is the first; the others lose. */
export function situationIn(
  evidence: Evidence,
  { request, exchange }: Pick<Answer, 'request' | 'exchange'>,
): Situation {
  const first = firstOf(evidence).get(request.together);
  if (first === exchange || request.together === undefined) return situationOf(exchange);
  return first ? LOSER : { ...situationOf(exchange), isStated: false };
}

/** The one of simultaneous cancels that succeeded. */
const firstOf = memoised((evidence: Evidence): ReadonlyMap<string | undefined, Exchange> => {
  const successes = evidence
    .answered(({ together }) => together !== undefined)
    .filter(({ status }) => isSuccess(status));
  // A Map keeps the last entry of a key: a 204 is preferred, and the first one.
  const byRank = [
    ...successes.filter(({ status }) => status === 204),
    ...successes.filter(({ status }) => status !== 204),
  ];
  return new Map(byRank.reverse().map(({ request, exchange }) => [request.together, exchange]));
});

/** The only status that the contract states for a request. Undefined if it leaves that open. */
export function statusFor(evidence: Evidence, answer: Pick<Answer, 'request' | 'exchange'>): number | undefined {
  const { status, isStated } = situationIn(evidence, answer);
  return isStated ? status : undefined;
}
