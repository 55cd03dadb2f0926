import type { Answer, Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { idText, isValid, operationOf, orderOf, type Request, sharedListing } from '../../evidence/request.js';

/** A server error or a refusal of the valid key that only some of many similar requests get. */
interface Unsteady {
  readonly status: number;
  readonly answers: readonly Answer[];
  /** A sentence with the rate: `7 of 147 answers are 500, …` */
  readonly words: string;
}

/**
 * Finds statuses that the target answers at random: no property of these requests tells them from requests that get another
 * status. A single such answer shows nothing.
 */
export function unsteadyAnswers(evidence: Evidence): readonly Unsteady[] {
  const all = evidence.answered(() => true);
  const statuses = new Set(all.map(({ status }) => status).filter((status) => status === 401 || status >= 500));
  return [...statuses].flatMap((status) => {
    const asked = status === 401 ? all.filter(({ request }) => request.credential === 'valid') : all;
    const answers = asked.filter((answer) => answer.status === status);
    const reasons = reasonsFor(status, asked);
    const random = answers.filter((answer) => !traitsOf(answer).some((trait) => reasons.has(trait)));
    // A status that only one or two kinds of requests get is the answer to these kinds.
    const isSpread = new Set(answers.map(({ request }) => situationOf(request))).size >= FEWEST_KINDS;
    const isUnsteady = isSpread && answers.length < LARGEST_SHARE * asked.length && random.length > answers.length / 2;
    const share = `${answers.length} of ${asked.length}`;
    const words =
      status === 401
        ? `${share} requests with the valid key get 401, at no particular request.`
        : `${share} answers are ${status}, at no particular request: look into the log of the service.`;
    return isUnsteady ? [{ status, answers, words }] : [];
  });
}

/** If a larger share gets the status, too few other answers are left to show a difference. */
const LARGEST_SHARE = 0.75;

const FEWEST_KINDS = 3;

/** All unknown ids are one kind of request, and so are all queries. */
function situationOf(request: Request): string {
  const { aim, role } = request;
  const kind = aim.kind === 'unknown' ? 'unknown' : role === 'query' ? 'query' : kindOf(request);
  return `${operationOf(request)} ${isValid(request.credential)} ${kind}`;
}

/** The traits that may explain this status: most requests with the trait get it, and chance alone would not do that. */
function reasonsFor(status: number, asked: readonly Answer[]): ReadonlySet<string> {
  const counts = new Map<string, { all: number; such: number }>();
  for (const answer of asked) {
    for (const trait of traitsOf(answer)) {
      const count = counts.get(trait) ?? { all: 0, such: 0 };
      count.all += 1;
      if (answer.status === status) count.such += 1;
      counts.set(trait, count);
    }
  }
  const rate = asked.filter((answer) => answer.status === status).length / asked.length;
  const isReason = ({ all, such }: { all: number; such: number }): boolean =>
    such > all / 2 && chanceOf(such, all, rate) < UNLIKELY;
  return new Set([...counts].flatMap(([trait, count]) => (isReason(count) ? [trait] : [])));
}

/** With 200 traits, a limit of 1 % would let a few through by chance. */
const UNLIKELY = 0.001;

/** @returns the probability of at least `least` hits in `all` tries, each with the probability `rate` (binomial upper tail) */
function chanceOf(least: number, all: number, rate: number): number {
  let term = (1 - rate) ** all;
  let below = 0;
  for (let count = 0; count < least; count++) {
    below += term;
    term *= ((all - count) / (count + 1)) * (rate / (1 - rate));
  }
  return 1 - below;
}

/** Properties of a request by which a service could answer it differently. */
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

/**
 * Says how many answers deviate if the same requests also get the right answer: "5 of 23 answers to the same requests".
 * Undefined if all right answers came before the wrong ones, or after them: the run may have changed something in between.
 * Repetitions always count, since they are the same request.
 */
export function intermittence(wrong: readonly Exchange[], right: readonly Exchange[]): string | undefined {
  const isWrong = new Set(wrong);
  const asked = new Map<string, { readonly wrong: Exchange[]; readonly right: Exchange[] }>();
  for (const exchange of [...wrong, ...right]) {
    const { request, sent } = exchange;
    const key = [sent.method, sent.url, request.credential, request.accept ?? ''].join(' ');
    const answers = asked.get(key) ?? { wrong: [], right: [] };
    answers[isWrong.has(exchange) ? 'wrong' : 'right'].push(exchange);
    asked.set(key, answers);
  }
  const mixed = [...asked.values()].filter((answers) => answers.wrong.length > 0 && answers.right.length > 0);
  const isRepeated = mixed.some((answers) => answers.wrong[0]?.request.times !== undefined);
  const isTold =
    mixed.every((answers) => isLater(answers.wrong, answers.right)) ||
    mixed.every((answers) => isLater(answers.right, answers.wrong)) ||
    CONNECTIONS.some((is) =>
      mixed.every((of) => of.wrong.every((one) => of.right.every((other) => is(one) !== is(other)))),
    );
  if (!isRepeated && isTold) return undefined;
  const count = [...asked.values()].filter((answers) => answers.wrong.length > 0);
  const total = count.flatMap((answers) => [...answers.wrong, ...answers.right]).length;
  return `${wrong.length} of ${total} answers to the same requests`;
}

/** Differences of connections that may explain different answers: it is to be kept; another request has used it before. */
const CONNECTIONS: readonly ((exchange: Exchange) => boolean)[] = [
  ({ sent }) => sent.kept !== undefined,
  ({ sent: { kept = 0 } }) => kept > 0,
];

const isLater = (one: readonly Exchange[], other: readonly Exchange[]): boolean =>
  Math.min(...one.map(({ begun }) => begun)) > Math.max(...other.map(({ begun }) => begun));
