import type { Evidence, Listing, SchemaDeviation } from '../../runner/evidence/evidence.js';
import { sharedListing } from '../../runner/evidence/request.js';
import { inconclusive, isUnjudged } from '../../runner/evidence/unjudged.js';
import { type Broken, held, isBroken, type Result } from '../../runner/judge/rule.js';
import { readListings } from '../answers.js';
import { elementIn, listedElements } from '../orders/elements.js';
import type { Observer, Rule } from '../rule.js';
import { brokenAt, memberOf, ORDER_MEMBERS } from '../schema.js';

const requirementOf = (deviation: SchemaDeviation): Rule['requirement'] =>
  deviation.iso8601 && deviation.path === '/shipDate'
    ? 'order.ship-date-rfc3339'
    : (ORDER_MEMBERS.get(memberOf(deviation)) ?? 'order.object');

/** §2, for every element of all listings. */
const aboutListings = (requirement: Rule['requirement'], judge: (listing: Listing) => readonly Result[]): Rule => ({
  requirement,
  from: ['listing-orders'],
  judge: (evidence) => {
    const before = evidence.listing('before');
    return [
      ...(isUnjudged(before) ? [before, ...shownBefore(evidence, judge)] : []),
      // What keeps others from being read is told by other requirements.
      ...readListings(evidence).flatMap(judge),
    ];
  },
});

/** Of a listing that could not be read to its end, the elements up to there can show a deviation, but nothing that holds. */
function shownBefore(evidence: Evidence, judge: (listing: Listing) => readonly Result[]): readonly Result[] {
  const exchange = evidence.exchange(sharedListing('before'));
  const reading = exchange && evidence.reading(exchange);
  return exchange && reading ? judge({ exchange, reading }).filter(isBroken) : [];
}

const member = (requirement: Rule['requirement']): Rule =>
  aboutListings(requirement, ({ exchange, reading }) => {
    const broken = reading.deviations.filter((deviation) => requirementOf(deviation) === requirement);
    return broken.length === 0 ? [held(exchange)] : broken.flatMap((deviation) => describe(deviation, exchange));
  });

const describe = (deviation: SchemaDeviation, exchange: Listing['exchange']): Broken[] =>
  brokenAt({
    deviation,
    whole: 'An element of the listing',
    part: (name) => `\`${name}\``,
    exchange,
    hint: (actual) => sinceEpoch(deviation.path, actual),
  });

/** What a date that is a number most often is. */
function sinceEpoch(path: string, actual: string): string {
  if (path !== '/shipDate' || !/^(\d{10}|\d{13})$/.test(actual)) return '';
  return ` ${actual}: ${actual.length > 10 ? 'milliseconds' : 'seconds'} since 1970?`;
}

const moreThan = ({ count, examples }: { readonly count: number; readonly examples: readonly unknown[] }): string =>
  count > examples.length ? `, and ${count - examples.length} more` : '';

const idUnique = aboutListings('order.id-unique', ({ exchange, reading: { repeatedIds } }) => {
  const { count, examples, incomplete } = repeatedIds;
  if (count === 0) return [incomplete === undefined ? held(exchange) : inconclusive(incomplete)];
  return [
    {
      message: 'Several elements of the listing carry the same `id`.',
      expected: 'each id once, compared exactly',
      actual: `listed again: ${examples.join(', ')}${moreThan(repeatedIds)}`,
      at: 'body',
      exchange,
    },
  ];
});

/** RFC 8259 §4 */
const membersUnique = aboutListings('order.members-unique', ({ exchange, reading: { repeatedMembers } }) => [
  repeatedMembers.count === 0
    ? held(exchange)
    : {
        message: 'An object in the listing repeats a member name (RFC 8259 §4).',
        expected: 'each member name once in an object',
        actual: `${repeatedMembers.examples.map(({ actual }) => actual).join(' | ')}${moreThan(repeatedMembers)}`,
        // The element only: a pointer further down would quote the target's member names.
        at: `body /${repeatedMembers.examples[0]?.index ?? ''}`,
        exchange,
      },
]);

export const orderRules: readonly Rule[] = [
  member('order.object'),
  ...[...ORDER_MEMBERS.values()].map(member),
  member('order.ship-date-rfc3339'),
  idUnique,
  membersUnique,
];

const quantity: Observer = {
  ambiguity: 'quantity-not-positive',
  observe: (evidence) => {
    const before = evidence.listing('before');
    if (isUnjudged(before)) return [];
    const { quantityNotPositive } = before.reading;
    return [{ observed: quantityNotPositive === 0 ? 'no' : `yes, in ${quantityNotPositive} elements` }];
  },
};

/** A further member whose text is the same for all declared pending orders, and another for the shipped ones. */
const statusMember: Observer = {
  ambiguity: 'status-member',
  observe: (evidence) => {
    const { orders } = evidence.plan;
    const [pending, shipped] = [elementsOf(evidence, orders.pending), elementsOf(evidence, orders.shipped)];
    const [first] = pending;
    if (!first || shipped.length === 0) return [];
    const name = Object.keys(first).find((candidate) => {
      const isSame = ({ [candidate]: value }: Element) => typeof value === 'string' && value === first[candidate];
      return !ORDER_MEMBERS.has(candidate) && pending.every(isSame) && !shipped.some(isSame);
    });
    return name === undefined ? [] : [{ observed: '', quoted: name }];
  },
};

type Element = ReturnType<typeof elementIn>['members'];

function elementsOf(evidence: Evidence, ids: readonly bigint[]): Element[] {
  const elements = listedElements(evidence);
  return ids.flatMap((id) => (elements?.has(id) ? [elementIn(evidence, elements.get(id)).members] : []));
}

export const orderObservers: readonly Observer[] = [quantity, statusMember];
