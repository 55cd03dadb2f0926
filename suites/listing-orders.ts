import type { OwnedOrder } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import type { Exchange } from '../runner/evidence/exchange.js';
import type { ListingReading, SchemaDeviation } from '../runner/listing/listing.js';
import type { RequirementId } from './catalogue.generated.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';

/** The place within an element that the schema judges, and the requirement that it is judged for. */
const MEMBERS: Readonly<Record<string, RequirementId>> = {
  '': 'order.object',
  '/id': 'order.id',
  '/petId': 'order.pet-id',
  '/quantity': 'order.quantity',
  '/shipDate': 'order.ship-date',
  '/complete': 'order.complete',
};

export const orderRequirements = [
  'order.object',
  'order.id',
  'order.pet-id',
  'order.quantity',
  'order.ship-date',
  'order.ship-date-rfc3339',
  'order.complete',
  'order.id-unique',
  'order.members-unique',
] as const satisfies readonly RequirementId[];

export const orders = scenario({
  id: 'listing-orders',
  title: 'Every element of the listing is an Order',
  requirements: orderRequirements,
  needs: { listingBefore: true },
  requests: {},
  async run(context) {
    const listing = await context.before();
    const usable = readable(context, listing);
    if (usable.kind === 'unreadable') throw new CannotJudge('inconclusive', usable.reason);
    judgeOrders(context, usable.reading, listing.exchange);
    observeOrders(context, usable.reading);
  },
});

/** §2, for every element that was read. */
export function judgeOrders(context: Context, reading: ListingReading, exchange: Exchange): void {
  judgeMembers(context, reading, exchange);
  judgeUniqueness(context, reading, exchange);
}

const requirementOf = ({ path, iso8601 }: SchemaDeviation): RequirementId | undefined =>
  iso8601 ? 'order.ship-date-rfc3339' : MEMBERS[path];

function judgeMembers(context: Context, reading: ListingReading, exchange: Exchange): void {
  for (const requirement of [...Object.values(MEMBERS), 'order.ship-date-rfc3339'] as const) {
    const broken = reading.deviations.filter((deviation) => requirementOf(deviation) === requirement);
    if (broken.length === 0) context.held(requirement);
    for (const deviation of broken) reportMember(context, requirement, deviation, exchange);
  }
}

/** The first few places in full; the last of them says how many more there are. */
function reportMember(
  context: Context,
  requirement: RequirementId,
  deviation: SchemaDeviation,
  exchange: Exchange,
): void {
  const { path, expected, count, examples } = deviation;
  const subject = path === '' ? 'An element of the listing' : `\`${path.slice(1)}\` of an order`;
  const more = count > examples.length ? ` ${count} elements in all deviate like this.` : '';
  examples.forEach(({ pointer, actual }, index) => {
    context.check(requirement, false, () => ({
      message: `${subject} is not what the contract says.${index === examples.length - 1 ? more : ''}`,
      expected: deviation.iso8601 ? 'a date-time as RFC 3339 spells it (ISO 8601 alone allows this one)' : expected,
      actual,
      at: `body ${pointer}`,
      exchange,
    }));
  });
}

function judgeUniqueness(context: Context, { repeatedIds, repeatedMembers }: ListingReading, exchange: Exchange): void {
  const more = ({ count, examples }: { count: number; examples: readonly unknown[] }) =>
    count > examples.length ? `, and ${count - examples.length} more` : '';
  context.check('order.id-unique', repeatedIds.count === 0, () => ({
    message: 'Several elements of the listing carry the same `id`.',
    expected: 'each id once, compared exactly',
    actual: `listed again: ${repeatedIds.examples.join(', ')}${more(repeatedIds)}`,
    at: 'body',
    exchange,
  }));
  context.check('order.members-unique', repeatedMembers.count === 0, () => ({
    message: 'An object in the listing repeats a member name (RFC 8259 §4).',
    expected: 'each member name once in an object',
    actual: `${repeatedMembers.examples.map(({ actual }) => actual).join(' | ')}${more(repeatedMembers)}`,
    // The element only: a pointer further down would quote the target's member names.
    at: `body /${repeatedMembers.examples[0]?.index ?? ''}`,
    exchange,
  }));
}

function observeOrders(context: Context, reading: ListingReading): void {
  context.observe(
    'quantity-not-positive',
    reading.quantityNotPositive === 0 ? 'no' : `yes, in ${reading.quantityNotPositive} elements`,
  );
  const member = statusMember(context.declared, reading);
  if (member) context.observe('status-member', '', member);
}

/** A further member whose text says "pending" for the declared pending orders, and something else for the shipped ones. */
function statusMember(declared: readonly OwnedOrder[], reading: ListingReading): string | undefined {
  const values = (state: 'pending' | 'shipped') =>
    declared
      .filter((order) => order.state === state)
      .flatMap(({ id }) => {
        const text = reading.elements.get(id);
        return text === undefined ? [] : [parseObject(text)];
      });
  const pending = values('pending');
  const shipped = values('shipped');
  const [first] = pending;
  if (!first || shipped.length === 0) return undefined;
  return Object.keys(first).find((name) => {
    const same = (value: unknown) => typeof value === 'string' && value === first[name];
    return (
      !(`/${name}` in MEMBERS) &&
      pending.every((order) => same(order[name])) &&
      !shipped.some((order) => same(order[name]))
    );
  });
}

/** The text may have been cut where it was kept; then it shows nothing. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
