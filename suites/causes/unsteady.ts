import type { Answer, Evidence } from '../../runner/evidence/evidence.js';
import { idText, isValid, operationOf, orderOf, type Request, sharedListing } from '../../runner/evidence/request.js';

/** Server errors, and refusals of the valid key, that some requests get, and others like them do not. */
export interface Unsteady {
  readonly status: number;
  readonly answers: readonly Answer[];
  /** Of how many. */
  readonly total: number;
}

/**
 * What the target answers at no particular request. Of each such answer, whatever can be said of its request is said of
 * others, too, and most of those get another status; one alone shows nothing.
 */
export function unsteadyAnswers(evidence: Evidence): readonly Unsteady[] {
  const all = evidence.answered(() => true);
  const statuses = new Set(all.map(({ status }) => status).filter((status) => status === 401 || status >= 500));
  return [...statuses].flatMap((status) => {
    const asked = status === 401 ? all.filter(({ request }) => request.credential === 'valid') : all;
    const answers = asked.filter((answer) => answer.status === status);
    const rates = ratesOf(asked, status);
    const isRandom = (answer: Answer): boolean => traitsOf(answer).every((trait) => (rates.get(trait) ?? 0) <= MOST);
    // What one or two kinds of requests get is the answer to them.
    const isSpread = new Set(answers.map(({ request }) => situationOf(request))).size >= FEWEST_KINDS;
    const isUnsteady =
      isSpread && answers.length < MOST * asked.length && answers.filter(isRandom).length > MOST * answers.length;
    return isUnsteady ? [{ status, answers, total: asked.length }] : [];
  });
}

const MOST = 0.5;

const FEWEST_KINDS = 3;

/** Ids that no order has are one kind, whatever is special about them; so are queries. */
function situationOf(request: Request): string {
  const { aim, role } = request;
  const kind = aim.kind === 'unknown' ? 'unknown' : role === 'query' ? 'query' : kindOf(request);
  return `${operationOf(request)} ${isValid(request.credential)} ${kind}`;
}

/** How many of the requests with a trait get this status: a share, of at least two. */
function ratesOf(answers: readonly Answer[], status: number): ReadonlyMap<string, number> {
  const counts = new Map<string, { all: number; such: number }>();
  for (const answer of answers) {
    for (const trait of traitsOf(answer)) {
      const count = counts.get(trait) ?? { all: 0, such: 0 };
      count.all += 1;
      if (answer.status === status) count.such += 1;
      counts.set(trait, count);
    }
  }
  return new Map([...counts].flatMap(([trait, { all, such }]) => (all > 1 ? [[trait, such / all] as const] : [])));
}

/** What a service could make the difference by. */
function traitsOf({ request, exchange }: Answer): string[] {
  const operation = operationOf(request);
  const key = isValid(request.credential) ? 'valid' : 'not valid';
  const { orderId = '' } = exchange.sent;
  return [
    operation,
    `credential ${request.credential}`,
    `${operation} ${request.credential}`,
    `${operation} ${key} ${kindOf(request)}`,
    `${operation} ${key} ${orderId.length > LONG}`,
    `${operation} ${key} ${request.role}`,
    `${operation} ${key} ${exchange.sent.kept}`,
    `id ${orderId}`,
    `id ${orderId} ${key}`,
  ];
}

const LONG = 15;

function kindOf(request: Request): string {
  const { aim } = request;
  if (aim.kind === 'order') return orderOf(request)?.state ?? '';
  return aim.kind === 'unknown' ? aim.unknown : (aim.query ?? idText(sharedListing('before')));
}
