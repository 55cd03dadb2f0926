import { unjudgedGroups } from '../../reporters/unjudged.js';
import { countOf, someOf } from '../../reporters/wording.js';
import { type Evidence, type Listing, showsAbsence, whyNoIds } from '../../runner/evidence/evidence.js';
import { type Exchange, responseOf, statusOf } from '../../runner/evidence/exchange.js';
import { paginationSign } from '../../runner/evidence/look.js';
import { endsWithVersion } from '../../runner/evidence/obstacle.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { idText, type Order, sharedListing } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { groupBy } from '../../runner/helpers/helpers.js';
import type { ListingReading } from '../../runner/listing/index.js';
import type { Settings } from '../../runner/settings/settings.js';
import { coverage } from '../../suites/contract.js';
import { ORDER_STATES, type OrderState } from '../../suites/interface/operations.js';
import { type Contradiction, contradictions } from '../../suites/orders/contradictions.js';
import type { Preview } from './look.js';

/**
 * One thing that a complete run needs. It is there; or it is missing, and `text` says what to do; or that is unknown.
 */
export interface Need {
  readonly state: 'ok' | 'missing' | 'note' | 'unknown';
  readonly about: string;
  readonly text: string;
}

const need =
  (state: Need['state']) =>
  (about: string, text: string): Need => ({ state, about, text });
const ok = need('ok');
const missing = need('missing');
const note = need('note');
const unknown = need('unknown');

/** What a complete run against this target needs, in the order in which it is to be repaired. */
export function needsOf(settings: Settings, look: Preview): readonly Need[] {
  const { evidence } = look;
  const listing = evidence.exchange(sharedListing('before'));
  if (!listing) return [addressOf(settings), unknown('connection', 'Nothing was sent: the check was ended first.')];
  if (listing.outcome.kind === 'failure') {
    const about = listing.outcome.failure.kind === 'tls' ? 'TLS' : 'connection';
    return [
      addressOf(settings),
      missing(about, listing.outcome.failure.message),
      unknown('the rest', 'Not checked, since no answer came.'),
      coverageOf(settings),
    ];
  }
  return [
    addressOf(settings),
    ok('connection', `${settings.baseUrl} answers.`),
    ...keyAndListing(settings, listing, look),
    refusalOf(look),
    coverageOf(settings, contradictedIn(evidence)),
    ...blockedNeeds(settings, look),
  ];
}

const addressOf = ({ baseUrl }: Settings): Need =>
  endsWithVersion(baseUrl)
    ? ok('address', `${baseUrl} ends with the version prefix /v1.`)
    : missing('address', `${baseUrl} does not end with the version prefix /v1 (§9.1). Give the base address with it.`);

function keyAndListing(settings: Settings, exchange: Exchange, { report, evidence }: Preview): Need[] {
  const status = statusOf(exchange);
  const unchecked = unknown('listing', 'Not checked: it needs a key that the target accepts.');
  if (!settings.apiKey && (status === 200 || status === 401)) {
    return [missing('key', 'No API key is set. Set STORE_ORDERS_API_KEY, or give --api-key-file.'), unchecked];
  }
  if (status === 401 && report.obstacle !== undefined) return [missing('key', report.obstacle), unchecked];
  const listing = evidence.listing('before');
  if (isUnjudged(listing)) {
    const finding = report.findings.find(({ exchange }) => exchange === LISTING);
    return [missing('listing', report.obstacle ?? finding?.message ?? listing.reason)];
  }
  const { reading } = listing;
  const orders = countOf(reading.count, 'order');
  const isTold = showsAbsence(reading) || evidence.plan.orders.unknown.length > 0;
  return [
    ok('key', 'The target accepts it.'),
    isTold
      ? ok('listing', `It was read to its end: ${orders}.`)
      : missing('listing', `${whyNoIds(reading)}, so it does not show which ids are free. Declare \`orders.unknown\`.`),
    ...fixtureNeeds(evidence, listing),
  ];
}

const LISTING = idText(sharedListing('before'));

/** Declared orders that the listing contradicts. */
function fixtureNeeds(evidence: Evidence, { exchange, reading }: Listing): Need[] {
  const declared = declaredOrders(evidence.plan);
  const page = pageSignOf(exchange);
  const of = (...kinds: readonly Contradiction['kind'][]) =>
    contradictions(evidence).filter(({ kind }) => kinds.includes(kind));
  const other = of('state');
  const images = of('image');
  const odd = of('odd');
  const free = evidence.plan.orders.unknown.filter((id) => reading.lists(id));
  const absent = groupBy(of('absent'), ({ order }) => order.state);
  const wrong = [...absent].map(([state, orders]) => absence(state, orders, page));
  if (other.length > 0) {
    const names = someOf(other.map(({ order, shown }) => `${order.id}, declared ${order.state}, ${shown}`));
    wrong.push(`The listing contradicts the fixtures: ${names}. Used up by an earlier run? Declare others.`);
  }
  if (images.length > 0) {
    const names = someOf(images.map(({ order, shown }) => `${order.id} ${shown}`));
    wrong.push(`The listing does not keep ids whole: ${names}. The fixtures are right; a run will judge the listing.`);
  }
  if (free.length > 0) wrong.push(`Declared unknown, but listed: ${someOf(free.map(String))}. Declare other ids.`);
  const names = someOf(odd.map(({ order, shown }) => `${order.id} ${shown}`));
  const remark = `Declared pending, but unlike others: ${names}. Used up? A run uses others first.`;
  const notes = odd.length === 0 ? [] : [note('fixtures', remark)];
  if (wrong.length > 0) return [...wrong.map((text) => missing('fixtures', text)), ...notes];
  return declared.length === 0 ? [] : [presenceOf(declared, reading), ...notes];
}

function pageSignOf(exchange: Exchange): string | undefined {
  const response = responseOf(exchange);
  return response && paginationSign(response)?.actual;
}

/**
 * Declared orders that cannot be used as declared. If the listing is a page, a missing order may be on another page.
 */
function contradictedIn(evidence: Evidence): ReadonlySet<bigint> {
  const listing = evidence.listing('before');
  const isPage = !isUnjudged(listing) && pageSignOf(listing.exchange) !== undefined;
  const usable = (kind: Contradiction['kind']): boolean =>
    kind === 'image' || kind === 'odd' || (isPage && kind === 'absent');
  return new Set(contradictions(evidence).flatMap(({ order, kind }) => (usable(kind) ? [] : order.id)));
}

/** Declared orders of a state that are not listed. `page` is the sign that the listing is a page, if there is one. */
function absence(state: OrderState, absent: readonly Contradiction[], page: string | undefined): string {
  const names = someOf(absent.map(({ order }) => String(order.id)));
  const sentence = `Declared ${state}, but not listed: ${names}.`;
  if (page !== undefined) {
    return `${sentence} The listing is one page of several (${page}), and all orders must come in one response.`;
  }
  const usedUp = state === 'pending' ? ' Used up by an earlier run?' : '';
  return `${sentence}${usedUp} Declare orders that exist; if these do, the listing is incomplete.`;
}

/** If elements have no id, only their number can be compared. */
function presenceOf(declared: readonly Order[], listing: ListingReading): Need {
  const { count, withoutId } = listing;
  const unlisted = declared.filter(({ id }) => !listing.lists(id)).length;
  if (unlisted === 0) return ok('fixtures', `All ${declared.length} declared orders are listed.`);
  const sum = `The fixtures declare ${declared.length} orders, and the listing has ${count} elements`;
  if (unlisted <= withoutId)
    return note('fixtures', `${sum}: its elements have no ids, so it does not show which orders they are.`);
  return missing('fixtures', `${sum}, so it leaves some out, or some do not exist. Declare orders that exist.`);
}

/** What the target answers without a valid key is for a run to judge; here it is a note. */
function refusalOf({ evidence }: Preview): Need {
  const refused = evidence.exchanges.filter(({ request }) => request.role === 'refused');
  const statuses = refused.flatMap((exchange) => statusOf(exchange) ?? []);
  if (statuses.length === 0) return unknown('refusal', 'The response to an invalid key could not be read.');
  return statuses.every((status) => status === 401)
    ? ok('refusal', 'A missing and an invalid key are refused with 401.')
    : note(
        'refusal',
        `A missing or an invalid key gets ${[...new Set(statuses)].join(' or ')}, not 401: a run will judge that.`,
      );
}

/** @param contradicted declared orders that do not count */
export function coverageOf(
  { readOnly, provision, orders }: Settings,
  contradicted: ReadonlySet<bigint> = new Set(),
): Need {
  if (readOnly) return missing('coverage', 'This target is read-only, so no cancel can be judged.');
  const lacking = ORDER_STATES.flatMap((state) => {
    const more = coverage[state] - orders[state].filter((id) => !contradicted.has(id)).length;
    return more <= 0 || (state === 'other' && orders.otherIsNone) ? [] : [{ state, more }];
  });
  if (provision) {
    const states = ORDER_STATES.filter((state) => state !== 'other' || !orders.otherIsNone);
    const made = states.map((state) => `${coverage[state]} ${state}`).join(', ');
    return note('coverage', `${made} come from provisioning, which doctor does not run.`);
  }
  if (lacking.length === 0) return ok('coverage', 'The fixtures declare enough orders for every scenario.');
  const more = lacking.map(({ state, more }) => `${more} more under \`orders.${state}\``).join(', ');
  const none = lacking.some(({ state }) => state === 'other')
    ? ' Write `other: none` where the store knows no state but pending and shipped.'
    : '';
  const sentence =
    contradicted.size > 0
      ? 'Without the orders that the listing contradicts, the fixtures declare too few for every scenario.'
      : 'The fixtures declare too few orders for every scenario.';
  return missing('coverage', `${sentence} Declare ${more}.${none}`);
}

/** What the plan or its ledger would hold back beside that, and which requirements would be left open. */
function blockedNeeds({ readOnly, orders }: Settings, { blocked, evidence }: Preview): Need[] {
  const listing = evidence.listing('before');
  if (readOnly || isUnjudged(listing)) return [];
  // Another note says that the listing does not show which ids are free.
  if (!showsAbsence(listing.reading) && orders.unknown.length === 0) return [];
  return unjudgedGroups(blocked, [], new Set()).map(({ reason, ids }) => {
    const entries = blocked.filter(({ id }) => ids.includes(id));
    const isMust = entries.some(({ level, scored }) => level === 'must' && scored !== false);
    const counts = (['must', 'should'] as const).flatMap((level) => {
      const count = entries.filter((entry) => entry.level === level).length;
      return count > 0 ? `${count} \`${level}\`` : [];
    });
    const text = `${reason} ${counts.join(' and ')} would be left open: ${ids.join(', ')}.`;
    return isMust ? missing('blocked', text) : note('blocked', text);
  });
}
