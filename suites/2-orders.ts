import type { Evidence, Listing, SchemaDeviation } from '../evidence/evidence.js';
import { quote } from '../evidence/quoted.js';
import { sharedListing } from '../evidence/request.js';
import { inconclusive, isUnjudged } from '../evidence/unjudged.js';
import { readListings } from './answers/answers.js';
import { brokenAt, memberOf, ORDER_MEMBERS } from './answers/schema.js';
import { elementIn, listedElements, type Members } from './orders/elements.js';
import { type ClauseFile, clause, type DemandText, type RunCheck } from './terms/clause.js';
import type { RequirementId } from './terms/ids.js';
import { held, isBroken, type Result } from './terms/rule.js';
import { scenario } from './terms/scenario.js';

/** §2: each element of the listing is an Order. */
const { must, should } = clause('2', 'listOrders', 'JSON object. No field is marked required.');

export const orders = scenario({
  id: 'listing-orders',
  title: 'Every element of the listing is an Order',
  listings: ['before'],
  requests: {},
});

/** Judges every element of all listings. */
const inListings = (judge: (listing: Listing) => readonly Result[]): RunCheck => ({
  needs: [orders],
  judgeRun: (evidence) => {
    const before = evidence.listing('before');
    return [
      ...(isUnjudged(before) ? [before, ...shownBefore(evidence, judge)] : []),
      // Other requirements report why a later listing cannot be read.
      ...readListings(evidence).flatMap(judge),
    ];
  },
});

/** If a listing cannot be read to its end, the elements up to there can show a deviation, but not that a requirement holds. */
function shownBefore(evidence: Evidence, judge: (listing: Listing) => readonly Result[]): readonly Result[] {
  const exchange = evidence.exchange(sharedListing('before'));
  const reading = exchange && evidence.reading(exchange);
  return exchange && reading ? judge({ exchange, reading }).filter(isBroken) : [];
}

const requirementOf = (deviation: SchemaDeviation): RequirementId =>
  deviation.iso8601 && deviation.path === '/shipDate'
    ? 'order.ship-date-rfc3339'
    : (ORDER_MEMBERS.get(memberOf(deviation)) ?? 'order.object');

/** Reports the deviations from the schema of Order that belong to a requirement. */
const asInSchema = (requirement: RequirementId): RunCheck =>
  inListings(({ exchange, reading }) => {
    const broken = reading.deviations.filter((deviation) => requirementOf(deviation) === requirement);
    if (broken.length === 0) return [held(exchange)];
    return broken.flatMap((deviation) => brokenAt(deviation, exchange, 'An element of the listing'));
  });

/** A requirement that the schema of Order decides. */
const inSchema = (demand: typeof must, id: RequirementId, words: DemandText) =>
  demand(id, { ...words, ...asInSchema(id) });

const object = inSchema(must, 'order.object', {
  text: 'Every element of the listing is a JSON object.',
  why: 'What the schema of an Order says of the whole, or of members without a requirement of their own, is judged here, too.',
  fix: 'Serialise each order as an object that `schemas/order.schema.json` describes.',
});

/** A member that is a whole number: `range` goes on after "a whole JSON number". */
const wholeNumber = (
  id: RequirementId,
  { member, type, range, why, quote }: { member: string; type: string; range: string; why: string; quote: string },
) =>
  inSchema(must, id, {
    text: `\`${member}\`, when present, is ${type}.`,
    why,
    fix:
      member === 'id'
        ? `Send the whole number${range} by which a client cancels the order, in every element: without it, nobody can.`
        : `Send a whole JSON number${range}, or leave the member out; a string and \`null\` are not allowed.`,
    quotes: [quote],
  });

const QUANTITY = '| quantity | integer | - | Number of units ordered. |';

const INT64 = {
  type: 'an int64',
  range: ' from −2^63 to 2^63−1',
  why: 'A string of digits is not an integer, `1.0` is one, and 9223372036854775808 is out of range.',
} as const;

const wholeNumbers = [
  wholeNumber('order.id', { ...INT64, member: 'id', quote: '| id | integer | int64 | Unique order identifier. |' }),
  wholeNumber('order.pet-id', {
    ...INT64,
    member: 'petId',
    quote: '| petId | integer | int64 | Identifier of the animal in this order. |',
  }),
  wholeNumber('order.quantity', {
    member: 'quantity',
    type: 'an integer',
    range: '',
    why: 'A string of digits is not an integer, and `1.0` is one. The contract does not state a range; zero and negative numbers are recorded, not judged.',
    quote: QUANTITY,
  }),
];

const SHIP_DATE = '| shipDate | string | date-time (ISO 8601) | Expected or actual ship date. |';

const shipDate = inSchema(must, 'order.ship-date', {
  text: '`shipDate`, when present, is a string that holds an ISO 8601 date-time.',
  why: 'The format is `date-time (ISO 8601)`. RFC 3339, the usual reading of `date-time`, is accepted too; a date without a time and an impossible date are not.',
  fix: 'Send a date with a time of day, such as `2026-01-31T12:00:00Z`, or leave the member out; `null` is not allowed.',
  quotes: [SHIP_DATE],
});

const complete = inSchema(must, 'order.complete', {
  text: '`complete`, when present, is a boolean.',
  why: '`"true"`, `1` and `null` are not booleans.',
  fix: 'Send `true` or `false`, or leave the member out.',
  quotes: ['| complete | boolean | - | Whether the order has been fulfilled. |'],
});

const shipDateRfc3339 = inSchema(should, 'order.ship-date-rfc3339', {
  text: '`shipDate`, when present, is an RFC 3339 date-time.',
  why: "JSON Schema's `date-time` is RFC 3339. Most clients reject forms that only ISO 8601 allows (basic format, week dates, no offset).",
  fix: 'Send `YYYY-MM-DDThh:mm:ss` with `Z` or an offset such as `+02:00`.',
  quotes: [SHIP_DATE],
});

const moreThan = ({ count, examples }: { readonly count: number; readonly examples: readonly unknown[] }): string =>
  count > examples.length ? `, and ${count - examples.length} more` : '';

const idUnique = must('order.id-unique', {
  text: 'No two elements of the listing have the same `id`.',
  why: 'Ids are compared exactly: 9007199254740993 and 9007199254740992 differ, although they are the same double.',
  fix: 'List each order once, with its own id.',
  quotes: ['Unique order identifier.'],
  ...inListings(({ exchange, reading: { repeatedIds } }) => {
    const { count, examples, incomplete } = repeatedIds;
    if (count === 0) return [incomplete === undefined ? held(exchange) : inconclusive(incomplete)];
    return [
      {
        message: 'Several elements of the listing carry the same `id`.',
        expected: 'each id once, compared exactly',
        actual: `listed again: ${quote(exchange, examples.join(', '))}${moreThan(repeatedIds)}`,
        at: 'body',
        exchange,
      },
    ];
  }),
});

const membersUnique = should('order.members-unique', {
  text: 'No object in the listing repeats a member name.',
  why: 'RFC 8259 §4: what a receiver does with a repeated name is unpredictable.',
  fix: 'Write each member once.',
  ...inListings(({ exchange, reading: { repeatedMembers } }) => [
    repeatedMembers.count === 0
      ? held(exchange)
      : {
          message: 'An object in the listing repeats a member name (RFC 8259 §4).',
          expected: 'each member name once in an object',
          actual: `${repeatedMembers.examples.map(({ actual }) => quote(exchange, actual)).join(' | ')}${moreThan(repeatedMembers)}`,
          // The element only: a pointer further down would quote the target's member names.
          at: `body /${repeatedMembers.examples[0]?.index ?? ''}`,
          exchange,
        },
  ]),
});

const quantity = clause('2', 'listOrders', QUANTITY).open(
  'quantity-not-positive',
  'Do negative or zero quantities occur?',
  (evidence) => {
    const before = evidence.listing('before');
    if (isUnjudged(before)) return [];
    const { quantityNotPositive } = before.reading;
    return [{ observed: quantityNotPositive === 0 ? 'no' : `yes, in ${quantityNotPositive} elements` }];
  },
);

/** Looks for a further member with one text for all declared pending orders, and another for the shipped ones. */
const statusMember = clause('2', 'listOrders', 'the field that carries it is not shown.').open(
  'status-member',
  'Which member of an Order carries its status?',
  (evidence) => {
    const { pending: declaredPending, shipped: declaredShipped } = evidence.plan.inputs.orders;
    const [pending, shipped] = [elementsOf(evidence, declaredPending), elementsOf(evidence, declaredShipped)];
    const [first] = pending;
    if (!first || shipped.length === 0) return [];
    const name = Object.keys(first).find((candidate) => {
      const isSame = ({ [candidate]: value }: Members) => typeof value === 'string' && value === first[candidate];
      return !ORDER_MEMBERS.has(candidate) && pending.every(isSame) && !shipped.some(isSame);
    });
    return name === undefined ? [] : [{ observed: quote(evidence, name) }];
  },
);

function elementsOf(evidence: Evidence, ids: readonly bigint[]): Members[] {
  const elements = listedElements(evidence);
  return ids.flatMap((id) => (elements?.has(id) ? [elementIn(evidence, elements.get(id)).members] : []));
}

export const orderFields: ClauseFile = {
  demands: [object, ...wholeNumbers, shipDate, complete, shipDateRfc3339, idUnique, membersUnique],
  questions: [quantity, statusMember],
};
