import { isValid, operationOf, unknownOf } from '../../runner/evidence/request.js';
import type * as judge from '../../runner/judge/causes/fingerprint.js';
import type { DeviantAnswer, Trait } from '../../runner/judge/causes/trait.js';
import { CREDENTIALS } from '../../runner/secrets/credentials.js';
import type { RequirementId } from '../catalogue.generated.js';
import type { Unsteady } from './unsteady.js';

/** What deviations from this contract can share; what says most is first. */
const KINDS = [
  'unsteady',
  'silence',
  'rounded-ids',
  'key-not-checked',
  'order-before-key',
  'refused',
  'connection',
  'status',
  'look',
  'json-type',
  'body-type',
  'null-members',
  'digits-members',
] as const;

export type Kind = (typeof KINDS)[number];

export type Fingerprint = judge.Fingerprint<Kind>;
export type Sign = judge.Sign<Kind>;

export const trait = (kind: Kind, headline?: Trait['headline'], key: string = kind): Trait => ({
  kind,
  rank: KINDS.indexOf(kind),
  key,
  headline,
});

/** A status that some requests get, and others like them do not. */
export const unsteadyWith = ({ status, answers, total }: Unsteady): Trait => ({
  ...trait(
    'unsteady',
    () =>
      status === 401
        ? `${answers.length} of ${total} requests with the valid key get 401, at no particular request.`
        : `${answers.length} of ${total} answers are ${status}, at no particular request: look into the log of the service.`,
    `unsteady-${status}`,
  ),
  saysMore: true,
  repair: UNSTEADY,
});

export const UNSTEADY =
  'Other requests like these get the right answer, so it is the service that is unsteady: look into its log for the time of these answers, and for replicas that differ in version or key.';

type Asked = Pick<DeviantAnswer, 'request'>;

/** Without the valid key, a request gets no answer at all. */
export const silentWithoutKey = (all: readonly Asked[]): Trait => ({
  ...trait(
    'silence',
    () => `${requests(all)} ${credentials(all)} get no answer, however often they are sent; other requests do.`,
    'no-answer-without-key',
  ),
  saysMore: true,
  repair: ANSWER_WITHOUT_KEY,
});

export const ANSWER_WITHOUT_KEY =
  'Answer them with 401 and an Error body. If a gateway or a firewall in front of the service drops them, let it pass them on, or answer so itself.';

/** Ids that are rounded to the nearest double. */
export const roundedIds: Trait = {
  ...trait(
    'rounded-ids',
    () => 'Ids above 2^53 are rounded: an order is listed under, or answers to, the id of another.',
  ),
  saysMore: true,
};

/** Without the valid key, a request gets what only the valid key must get. */
export const keyNotChecked = trait(
  'key-not-checked',
  (answers) => `${requests(answers)} ${credentials(answers)} are accepted.`,
);

/** Without the valid key, the order is looked up all the same. */
export const orderBeforeKey = trait(
  'order-before-key',
  () => 'The order is looked up before the key is checked: without the valid key, a cancel gets 404 or 409.',
);

/** Without the valid key, a request is refused with another status than 401. */
export const refusedWith = (status: number): Trait =>
  trait(
    'refused',
    (answers) => `${requests(answers)} ${credentials(answers)} get ${status}, not 401.`,
    `refused-${status}`,
  );

/** Whatever is cancelled, with whatever key, gets the same status: most often there is no route, or it has another path. */
export const everyCancel = (status: number): Trait => ({
  ...trait(
    'refused',
    () => `Every cancel gets ${status}, with any key or none. Is DELETE /store/orders/{orderId} served at this path?`,
    `every-cancel-${status}`,
  ),
  repair: 'Serve DELETE /store/orders/{orderId} below the base address, at exactly that path.',
});

/** On a kept connection alone, a request is answered by the key of another. */
export const onConnection: Trait = {
  ...trait(
    'connection',
    () => 'On a kept connection, requests are answered as if the key or the id of an earlier request were their own.',
  ),
  repair: 'Check the key of every request, read its own id, and keep nothing of it with the connection.',
};

/** What a request with the valid key asks for. */
export type Situation = 'listing' | 'pending' | 'cancelled' | 'shipped' | 'other' | 'unknown' | 'not-int64';

interface Expected {
  readonly what: string;
  readonly status: number;
  readonly requirement: RequirementId;
}

/** Where the contract has one status for it. */
export const EXPECTED: Readonly<Partial<Record<Situation, Expected>>> = {
  listing: { what: 'A listing with the valid key', status: 200, requirement: 'list.status' },
  pending: { what: 'A cancel of a pending order', status: 204, requirement: 'cancel.pending.status' },
  shipped: { what: 'A cancel of a shipped order', status: 409, requirement: 'cancel.shipped.status' },
  unknown: { what: 'A cancel of an unknown order', status: 404, requirement: 'cancel.unknown.status' },
};

/** With the valid key, this situation gets this status. */
export const statusOf = (situation: Situation, status: number): Trait =>
  trait(
    'status',
    (answers) => {
      const { what, status: expected } = EXPECTED[situation] ?? {};
      if (what === undefined || status === expected) return undefined;
      return `${what}${situation === 'unknown' ? idWords(answers) : ''} gets ${status}, not ${expected}.`;
    },
    `${situation}-${status}`,
  );

/** Members of orders that have `null` in place of a value. */
export const nullMembers = trait('null-members', () => 'Members of orders that have no value are listed as `null`.');

/** Members of orders that have a string of digits in place of a number. */
export const digitsMembers = trait('digits-members', () => 'Numbers of orders are listed as strings.');

/** Which ids, where small ones get what they must. */
function idWords(answers: readonly DeviantAnswer[]): string {
  const kinds = answers.map(({ request }) => unknownOf(request) ?? 'plain');
  if (kinds.some((kind) => kind === 'plain' || kind === 'zero' || kind === 'negative')) return '';
  return ` with an id above ${kinds.some((kind) => kind === 'above-2-31' || kind === 'shares-low-32-bits') ? '2^31' : '2^53'}`;
}

function requests(answers: readonly Asked[]): string {
  const operations = new Set(answers.map(({ request }) => operationOf(request)));
  if (operations.size > 1) return 'Requests';
  return operations.has('listOrders') ? 'Listings' : 'Cancels';
}

/** Of more ways to authenticate than four, three are named. */
function credentials(answers: readonly Asked[]): string {
  const wrong = answers.filter(({ request }) => !isValid(request.credential));
  const shown = wrong.length > 0 ? wrong : answers;
  const words = [...new Set(shown.map(({ request }) => CREDENTIALS[request.credential].words))];
  const named = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} other wrong credentials`] : words;
  const last = named.at(-1) ?? '';
  return `with ${named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`}`;
}
