import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { isValid, unknownOf } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { situationOf } from '../../suites/terms/situation.js';
import type { Trait } from './kinds.js';

/**
 * The traits of answers that some of many similar requests get at random: a server error, or a refusal of the valid key.
 * In at least three situations, some requests get that status and others do not, and no property tells the ones from the
 * others. One such answer shows nothing.
 */
export function unsteadyAnswers(evidence: Evidence): ReadonlyMap<Exchange, Trait> {
  const answers = evidence.answered(() => true);
  const statuses = new Set(answers.map(({ status }) => status).filter((status) => status === 401 || status >= 500));
  const traits = [...statuses].flatMap((status) => {
    const valid = answers.filter(({ request }) => request.credential === 'valid');
    const all = (status === 401 ? valid : answers).map(({ exchange }) => exchange);
    const wrong = all.filter((exchange) => statusOf(exchange) === status);
    const right = all.filter((exchange) => statusOf(exchange) !== status && isLikeRight(exchange));
    if (!isUnsteady(mixedGroups(wrong, right, situationAndKey))) return [];
    const share = `${wrong.length} of ${all.length}`;
    const about =
      status === 401
        ? `${share} requests with the valid key get 401, at no particular request.`
        : `${share} answers are ${status}, at no particular request: look into the log of the service.`;
    const trait: Trait = { kind: 'unsteady', id: `unsteady-${status}`, about };
    return wrong.map((exchange) => [exchange, trait] as const);
  });
  return new Map(traits);
}

/**
 * It succeeds, or refuses, as the right answer does. A success with a wrong key is wrong itself, so it does not show that the
 * status comes at random.
 */
function isLikeRight(exchange: Exchange): boolean {
  const { status = 200 } = situationOf(exchange).right;
  return isRefusal(statusOf(exchange)) === isRefusal(status);
}

const isRefusal = (status = 0): boolean => status >= 400;

/** Simultaneous cancels get different answers: only one of them is the first. */
const isNotRaced = ({ request }: Exchange): boolean => request.together === undefined;

function isUnsteady(groups: readonly Mixed[]): boolean {
  const countOf = (side: keyof Mixed): number => groups.flatMap((group) => group[side]).length;
  const isRare = countOf('wrong') <= MOST * countOf('right');
  return groups.length >= FEWEST_SITUATIONS && isRare && !isExplained(groups, PROPERTIES);
}

const FEWEST_SITUATIONS = 3;

/** If more than three of four similar requests get the status, it is the answer to them. */
const MOST = 3;

/** The situation of a request, and whether its key is valid. All unknown ids are one situation. */
const situationAndKey = (exchange: Exchange): string =>
  `${situationOf(exchange).id} ${isValid(exchange.request.credential)}`;

type Property = (exchange: Exchange) => unknown;

/** Differences of connections that may explain different answers: it is to be kept; another request has used it before. */
const CONNECTIONS: readonly Property[] = [({ sent }) => sent.kept !== undefined, ({ sent: { kept = 0 } }) => kept > 0];

/** Properties of a request by which a service could answer it differently. */
const PROPERTIES: readonly Property[] = [
  ...CONNECTIONS,
  ({ request }) => request.credential,
  ({ request }) => request.role,
  ({ request }) => unknownOf(request),
  ({ sent: { orderId = '' } }) => orderId,
  ({ sent: { orderId = '' } }) => orderId.length > LONG,
];

const LONG = 15;

/** Similar requests that got different answers. */
interface Mixed {
  readonly wrong: readonly Exchange[];
  readonly right: readonly Exchange[];
}

function mixedGroups(wrong: readonly Exchange[], right: readonly Exchange[], keyOf: Property): readonly Mixed[] {
  const others = groupBy(right.filter(isNotRaced), keyOf);
  return [...groupBy(wrong.filter(isNotRaced), keyOf)].flatMap(([key, similar]) => {
    const answers = others.get(key);
    return answers ? [{ wrong: similar, right: answers }] : [];
  });
}

/** True if time or one of the properties tells the wrong answers from the right ones, in every group. */
const isExplained = (groups: readonly Mixed[], properties: readonly Property[]): boolean =>
  groups.every(({ wrong, right }) => isLater(wrong, right)) ||
  groups.every(({ wrong, right }) => isLater(right, wrong)) ||
  properties.some((of) =>
    groups.every(({ wrong, right }) => !right.some((exchange) => wrong.some((other) => of(other) === of(exchange)))),
  );

const isLater = (one: readonly Exchange[], other: readonly Exchange[]): boolean =>
  Math.min(...one.map(({ begun }) => begun)) > Math.max(...other.map(({ begun }) => begun));

/**
 * Says how many answers deviate if the same requests also get the right answer: "5 of 23 answers to the same requests".
 * Undefined if all right answers came before the wrong ones, or after them: the run may have changed something in between.
 * Repetitions always count, since they are the same request.
 */
export function intermittence(wrong: readonly Exchange[], right: readonly Exchange[]): string | undefined {
  const mixed = mixedGroups(wrong, right, keyOf);
  const isRepeated = mixed.some((answers) => answers.wrong[0]?.request.times !== undefined);
  if (!isRepeated && isExplained(mixed, CONNECTIONS)) return undefined;
  const requests = new Set(wrong.map(keyOf));
  const others = right.filter((exchange) => requests.has(keyOf(exchange)));
  return `${wrong.length} of ${wrong.length + others.length} answers to the same requests`;
}

/** The same for requests that a server cannot tell apart. */
const keyOf = ({ request, sent }: Exchange): string =>
  [sent.method, sent.url, request.credential, request.accept ?? ''].join(' ');
