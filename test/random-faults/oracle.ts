import type { BodyKind, Framing, Mutation } from './mutation.js';
import type { Situation } from './situation.js';

/** The verdict of the contract on a mutated server. `open`: the contract can be read in more than one way. */
export type Expectation =
  | { readonly violates: 'must' | 'should'; readonly requirements: readonly string[]; readonly also: readonly string[] }
  | { readonly violates: 'nothing' }
  /** It gives only temporary refusals in a situation that a `must` is about. */
  | { readonly violates: 'cannot-be-told' }
  | { readonly violates: 'open' };

/** Requirements that only follow from the contract, or from HTTP; all others are `must`. */
const shoulds: readonly string[] = [
  'list.no-pagination',
  'cancel.again',
  'cancel.race',
  'cancel.unknown.zero-negative',
  'cancel.not-int64',
  'auth.www-authenticate',
];

const conforming: Expectation = { violates: 'nothing' };
const open: Expectation = { violates: 'open' };
const unjudgeable: Expectation = { violates: 'cannot-be-told' };

/** @param broken all requirements that do not hold @param also requirements that may be found broken for the same reason */
const violating = (broken: readonly string[], also: readonly string[] = []): Expectation => {
  const violates = broken.every((id) => shoulds.includes(id)) ? 'should' : 'must';
  return broken.length === 0 ? conforming : { violates, requirements: broken, also };
};

/**
 * The verdict of the Store Orders Interface on the reference with this one mutation. It shares no code with the
 * checker, so that both cannot have the same mistake.
 */
export function expectationOf(mutation: Mutation): Expectation {
  switch (mutation.kind) {
    case 'status':
      return judgeStatusOf(mutation.situation, mutation.status);
    case 'header':
      return violatingIn(mutation.answer, judgeHeader(mutation), mutation.only);
    case 'framing':
      return violatingIn(mutation.answer, judgeFraming(mutation.answer, mutation.framing));
    case 'no-content':
      return judgeNoContent(mutation);
  }
}

/** Zero and negative ids are valid int64s, but the contract does not mention them: a wrong answer breaks only a `should`. */
const BY_INFERENCE = ['cancel.unknown.zero-negative'];

/** The verdict if all answers of a kind are mutated, or only the answers to one situation. */
function violatingIn(answer: BodyKind, broken: readonly string[], only?: Situation): Expectation {
  if (answer !== '404' || broken.length === 0) return violating(broken);
  if (only === undefined) return violating(broken, BY_INFERENCE);
  return violating(only === 'cancel-unknown-zero' || only === 'cancel-unknown-negative' ? BY_INFERENCE : broken);
}

/** The requirements on the JSON of a body, and on its media type. */
const jsonRequirement: Readonly<Record<BodyKind, { readonly syntax: string; readonly type: string }>> = {
  listing: { syntax: 'list.json', type: 'list.content-type' },
  '401': { syntax: 'error.401.json', type: 'error.401.content-type' },
  '404': { syntax: 'error.404.json', type: 'error.404.content-type' },
  '409': { syntax: 'cancel.shipped.body-json', type: 'cancel.shipped.body-json' },
};

/** RFC 9110 §8.3.1: type and subtype compare without regard to case; what follows a semicolon are parameters. */
const isApplicationJson = (value = ''): boolean => /^[ \t]*application\/json[ \t]*(;|$)/i.test(value);

/** The requirements that a field value breaks in an answer. `undefined`: the answer has no such field. */
function judgeHeader({ answer, name, value }: Extract<Mutation, { kind: 'header' }>): readonly string[] {
  switch (name) {
    case 'Content-Type':
      return isApplicationJson(value) ? [] : [jsonRequirement[answer].type];
    case 'Content-Encoding': // The body is not encoded, so any other coding makes it unreadable.
      return value?.toLowerCase() === 'identity' ? [] : [jsonRequirement[answer].syntax];
    case 'WWW-Authenticate':
      return value ? [] : ['auth.www-authenticate'];
    case 'Content-Range':
      return answer === 'listing' ? ['list.no-pagination'] : [];
    default:
      return []; // The contract does not mention other fields.
  }
}

/** RFC 9112 §6.3, §8: a body that ends before its announced end is incomplete; one that goes on after it is cut off. */
function judgeFraming(answer: BodyKind, framing: Framing): readonly string[] {
  const isWhole = typeof framing === 'object' ? framing.off === 0 : framing !== 'chunks-cut-off';
  return isWhole ? [] : [jsonRequirement[answer].syntax];
}

/** §4.2; RFC 9110 §15.3.5, RFC 9112 §6.3: a 204 ends with its header, and announces nothing. */
function judgeNoContent({ headers, after }: Extract<Mutation, { kind: 'no-content' }>): Expectation {
  const announces = headers.some(
    ([name, value]) => name === 'Transfer-Encoding' || (name === 'Content-Length' && Number(value) !== 0),
  );
  return violating(announces || after !== '' ? ['cancel.pending.no-body'] : []);
}

/** §4: the statuses in the table of each operation. */
const tables = {
  list: { statuses: [200, 401], requirement: 'list.status-table' },
  cancel: { statuses: [204, 401, 404, 409], requirement: 'cancel.status-table' },
} as const;

const isTemporary = (status: number): boolean => [429, 502, 503, 504].includes(status);
const isFailure = (status: number): boolean => status >= 500;

type Demand = readonly [status: number, requirement: string];

const demands: Partial<Record<Situation, Demand>> = {
  listing: [200, 'list.status'],
  'listing-after-cancel': [200, 'list.status'],
  'cancel-pending': [204, 'cancel.pending.status'],
  'cancel-shipped': [409, 'cancel.shipped.status'],
  'cancel-shipped-again': [409, 'cancel.shipped.unchanged'],
  'cancel-unknown-small': [404, 'cancel.unknown.status'],
  'cancel-unknown-above-2-31': [404, 'cancel.unknown.above-2-31'],
  'cancel-unknown-above-2-53': [404, 'cancel.unknown.above-2-53'],
  'cancel-unknown-max-int64': [404, 'cancel.unknown.max-int64'],
  'cancel-neighbour-shares-double': [404, 'cancel.told-apart.above-2-53'],
  'cancel-neighbour-shares-low-32-bits': [404, 'cancel.told-apart'],
};

/** The parts of a situation in which the key is missing or wrong. */
const refusedIn = (situation: Situation): readonly (string | undefined)[] =>
  /^(list|cancel)(?:ing)?-refused-(.+?)(?:-(pending|shipped|delivered|cancelled|unknown))?$/
    .exec(situation)
    ?.slice(1) ?? [];

/** The demand of the contract on a situation. Undefined if it leaves the status open, or says less than `must`. */
function demandOn(situation: Situation): Demand | undefined {
  const [operation, credential, state] = refusedIn(situation);
  if (operation === undefined) return demands[situation];
  const isFirst = state !== undefined && state !== 'pending';
  return [401, isFirst ? 'auth.first' : `auth.${operation}.${credential}`];
}

/** Judges a permanent status where the contract defines none. `outside`: the requirements that a status outside of the table breaks. */
type UndefinedStatus = (status: number, outside: readonly string[]) => Expectation;

/** A 2xx is a success, even where the contract leaves the refusal open. */
const isSuccess = (status: number): boolean => status < 300;

const anyRefusal =
  (broken: string): UndefinedStatus =>
  (status, outside) =>
    violating(isSuccess(status) ? [broken] : outside.filter(() => isFailure(status)));

/** Both are int64, so the table's 404 follows, but the contract does not say so for them: nothing else can be broken. */
const notFoundByInference: UndefinedStatus = (status) => violating(status === 404 ? [] : BY_INFERENCE);

/** The contract does not show the status, so any refusal conforms. */
const notInt64: UndefinedStatus = (status) =>
  violating(isSuccess(status) || isFailure(status) ? ['cancel.not-int64'] : []);

const undefinedStatuses: Partial<Record<Situation, UndefinedStatus>> = {
  // Valid or invalid, such a key has a status in the table.
  'listing-lower-case-scheme': (_status, outside) => violating(outside),
  // An error is left open; other statuses than 200 say nothing about the listed orders.
  'listing-with-query': (status) => (status === 200 || (status >= 400 && !isFailure(status)) ? conforming : open),
  'cancel-unknown-zero': notFoundByInference,
  'cancel-unknown-negative': notFoundByInference,
  'cancel-not-int64-word': notInt64,
  'cancel-not-int64-fraction': notInt64,
  'cancel-not-int64-above-int64': notInt64,
  // Only one of several simultaneous cancels may get 204 (§3.1).
  'cancel-cancelled': (status, outside) =>
    status === 204 ? violating(['cancel.again', 'cancel.race']) : anyRefusal('cancel.again')(status, outside),
  'cancel-other': anyRefusal('cancel.other-state'),
};

/** Requests without an effect are repeated until the end of the run: the same answer each time counts as permanent. */
const isHarmless = (situation: Situation): boolean =>
  /-refused-|^cancel-(unknown|neighbour|not-int64)-/.test(situation);

/** Other temporary refusals break nothing, and leave the `must` of the situation open. */
function judgeTemporary(situation: Situation): Expectation {
  if (demandOn(situation) !== undefined || situation === 'cancel-other') return unjudgeable;
  // A `must` may depend on the one of two simultaneous cancels that is refused temporarily.
  return situation.startsWith('listing') || situation === 'cancel-cancelled' ? open : conforming;
}

/** Judges a server that differs from the reference only in this status. */
function judgeStatusOf(situation: Situation, status: number): Expectation {
  // Depends on time: a limit is recognised only if other requests were answered meanwhile.
  if (isHarmless(situation) && isTemporary(status) && (status === 429 || /-cancelled$|-fraction$/.test(situation)))
    return open;
  if (isTemporary(status) && !isHarmless(situation)) return judgeTemporary(situation);
  const { statuses, requirement } = situation.startsWith('listing') ? tables.list : tables.cancel;
  const outside = statuses.some((allowed) => allowed === status) ? [] : [requirement];
  const demand = demandOn(situation);
  if (demand === undefined) {
    const rule = undefinedStatuses[situation];
    if (rule === undefined) throw new Error(`The oracle does not know what the contract says of ${situation}.`);
    return rule(status, outside);
  }
  const [demanded, broken] = demand;
  if (status === demanded) return conforming;
  const paged = broken === 'list.status' && status === 206 ? ['list.no-pagination'] : [];
  return violating([broken, ...outside, ...paged, ...enteredWith(situation, status)], alsoBrokenBy(situation));
}

/** A bad key with which a cancel succeeds counts as accepted. */
const enteredWith = (situation: Situation, status: number): readonly string[] => {
  const [operation, credential] = refusedIn(situation);
  return operation === 'cancel' && isSuccess(status) ? [`auth.cancel.${credential}`] : [];
};

/** Other requirements that the same wrong status breaks. */
const alsoBrokenBy = (situation: Situation): readonly string[] =>
  // §5.3, of a pending order too
  situation.startsWith('cancel-refused') ? ['auth.first'] : (alsoBroken[situation] ?? []);

const alsoBroken: Partial<Record<Situation, readonly string[]>> = {
  // Kept connections send listings, too.
  listing: ['auth.kept-connection'],
  'listing-after-cancel': ['auth.kept-connection'],
  // With other values of `Accept`.
  'cancel-shipped-again': ['cancel.shipped.status'],
  // 2^32 above the id of an order is one of these.
  'cancel-unknown-above-2-31': ['cancel.told-apart'],
};
