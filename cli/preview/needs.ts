import { countOf, groupBy, someOf } from '../../reporters/wording.js';
import { coverage } from '../../runner/engine/scenario.js';
import { showsAbsence, whyNoIds } from '../../runner/evidence/evidence.js';
import { type Exchange, headerValues, responseOf, statusOf } from '../../runner/evidence/exchange.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { ORDER_STATES, type Order, sharedListing } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import type { ListingReading } from '../../runner/listing/index.js';
import type { Settings } from '../../runner/settings/settings.js';
import { paginationSign } from '../../suites/8.1-pagination/rules.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { shownState } from '../../suites/history.js';
import type { Look } from './look.js';

/** One thing that a complete run needs: it is there, or it is missing, with the remedy; or nobody could tell. */
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
export function needsOf(settings: Settings, look: Look): readonly Need[] {
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
    coverageOf(settings),
    ...blockedNeeds(settings, look),
  ];
}

const addressOf = ({ baseUrl }: Settings): Need =>
  /\/v1$/.test(baseUrl)
    ? ok('address', `${baseUrl} ends with the version prefix /v1.`)
    : missing('address', `${baseUrl} does not end with the version prefix /v1 (§9.1). Give the base address with it.`);

function keyAndListing(settings: Settings, exchange: Exchange, look: Look): Need[] {
  const status = statusOf(exchange) ?? 0;
  if (status === 200 && settings.apiKey) return listingNeeds(look, exchange);
  const rest = unknown('listing', 'Not checked: it needs a key that the target accepts.');
  if (!settings.apiKey && (status === 200 || status === 401)) {
    return [missing('key', 'No API key is set. Set STORE_ORDERS_API_KEY, or give --api-key-file.'), rest];
  }
  if (status === 401) {
    const remedy = 'Is it the key for this address, and still valid?';
    return [missing('key', `The target refuses the API key from ${settings.apiKey?.origin} (401). ${remedy}`), rest];
  }
  return [missing('listing', `GET ${exchange.sent.url} ${whyNoListing(status, look)}`)];
}

function whyNoListing(status: number, { report }: Look): string {
  if (status === 404) return 'gets 404: there is nothing. Is the base address right, with its path and /v1?';
  if (status < 300 || status >= 400) return `gets ${status}. Look into the logs of the service and of its gateway.`;
  // From the report, in which the secrets are left out.
  const shown = report.exchanges.find(({ id }) => id === 'listing/before')?.response;
  const [, location = 'elsewhere'] =
    (shown && 'headers' in shown && shown.headers.find(([name]) => name.toLowerCase() === 'location')) || [];
  return `gets ${status}, a redirect to ${location}, which the suite does not follow. Give the address that it leads to.`;
}

function listingNeeds(look: Look, exchange: Exchange): Need[] {
  const { evidence } = look;
  const listing = evidence.listing('before');
  if (isUnjudged(listing)) return [missing('listing', whyUnreadable(look, exchange, listing.reason))];
  const { reading } = listing;
  const orders = countOf(reading.count, 'order');
  const ids = showsAbsence(reading)
    ? ok('listing', `It was read to its end: ${orders}${reading.count > 1 ? ', each with an id' : ''}.`)
    : evidence.plan.orders.unknown.length > 0
      ? ok('listing', `It was read to its end: ${orders}.`)
      : missing('listing', `${whyNoIds(reading)}, so it does not show which ids are free. Declare \`orders.unknown\`.`);
  return [ok('key', 'The target accepts it.'), ids, ...fixtureNeeds(evidence, exchange)];
}

function whyUnreadable({ evidence, listing }: Look, exchange: Exchange, reason: string): string {
  const response = responseOf(exchange);
  const [type = ''] = response ? headerValues(response, 'content-type') : [];
  const head = new TextDecoder().decode(listing.subarray(0, 100)).trimStart();
  const isAt = `The answer to GET ${exchange.sent.url}`;
  if (/^text\/html/i.test(type) || head.startsWith('<')) {
    return `${isAt} is a page (HTML or XML), not a JSON array. Is the base address that of the service itself?`;
  }
  if (head.startsWith('{')) {
    return `${isAt} is a JSON object, not an array. The orders must come as a bare array; if this is not the listing, is the base address that of this interface?`;
  }
  const problem = evidence.reading(exchange)?.problem;
  return problem ? `${isAt} is not a JSON array. Is the base address that of this interface?` : `${isAt}: ${reason}`;
}

/** Declared orders that the listing contradicts. */
function fixtureNeeds(evidence: Look['evidence'], exchange: Exchange): Need[] {
  const { orders } = evidence.plan;
  const listing = evidence.listing('before');
  if (isUnjudged(listing)) return [];
  const declared = declaredOrders(evidence.plan);
  const response = responseOf(exchange);
  const page = response && paginationSign(response);
  const absent = ORDER_STATES.flatMap((state) => {
    const ids = declared.flatMap((order) =>
      order.state === state && evidence.standing(order) === 'not-listed' ? [order.id] : [],
    );
    return ids.length === 0 ? [] : [absence(state, ids, page?.actual)];
  });
  const shown = declared.flatMap(({ id, state }) => {
    const { text, isPending } = shownState(evidence, { id, state }) ?? {};
    return state === 'pending' && text !== undefined ? [{ id, text, isPending }] : [];
  });
  // A store may have a word of its own for pending, such as "placed".
  const saysPending = shown.some(({ isPending }) => isPending);
  const other = shown.filter(({ text, isPending }) => !isPending && (saysPending || /cancel|ship|deliver/i.test(text)));
  const wrong = [
    ...absent,
    ...other.map(
      ({ id, text }) => `Order ${id} is declared pending, but the listing shows ${text}: used up by an earlier run?`,
    ),
    ...orders.unknown
      .filter((id) => listing.reading.lists(id))
      .map((id) => `Order ${id} is declared unknown, but listed. Declare another id.`),
  ];
  if (wrong.length > MAX_WRONG) wrong.splice(MAX_WRONG, wrong.length, `${wrong.length - MAX_WRONG} more are wrong.`);
  if (wrong.length > 0) return wrong.map((text) => missing('fixtures', text));
  return declared.length === 0 ? [] : [presenceOf(declared, listing.reading)];
}

/** Declared orders of a state that are not listed, and the sign that the listing is a page, where it has one. */
function absence(state: Order['state'], ids: readonly bigint[], page: string | undefined): string {
  const [what, they, remedy] =
    ids.length === 1
      ? [`Order ${ids[0]} is`, 'it', 'Declare an order that exists; if it does exist, the listing is incomplete.']
      : [
          `Orders ${someOf(ids.map(String))} are`,
          'they',
          'Declare orders that exist; if these do exist, the listing is incomplete.',
        ];
  const absent = `${what} declared ${state}, but not listed.`;
  if (page !== undefined) {
    return `${absent} The listing is one page of several (${page}), so ${they} may be there: all orders must come in one response.`;
  }
  const usedUp = state === 'pending' ? `An earlier run may have used ${they === 'it' ? 'it' : 'them'} up. ` : '';
  return `${absent} ${usedUp}${remedy}`;
}

/** Where elements carry no id, presence is a matter of numbers. */
function presenceOf(declared: readonly Order[], listing: ListingReading): Need {
  const { count, withoutId } = listing;
  const unlisted = declared.filter(({ id }) => !listing.lists(id)).length;
  if (unlisted === 0) return ok('fixtures', `All ${declared.length} declared orders are listed.`);
  const sum = `The fixtures declare ${declared.length} orders, and the listing has ${count} elements`;
  if (unlisted <= withoutId) return note('fixtures', `${sum}: which of them they are, it does not tell by an id.`);
  return missing('fixtures', `${sum}, so it leaves some out, or some do not exist. Declare orders that exist.`);
}

const MAX_WRONG = 20;

/** What the target answers without a valid key is for a run to judge; here it is a note. */
function refusalOf({ evidence }: Look): Need {
  const refused = evidence.exchanges.filter(({ request }) => request.role === 'refused');
  const statuses = refused.flatMap((exchange) => statusOf(exchange) ?? []);
  if (statuses.length === 0) return unknown('refusal', 'What an invalid key gets could not be seen.');
  return statuses.every((status) => status === 401)
    ? ok('refusal', 'A missing and an invalid key are refused with 401.')
    : note(
        'refusal',
        `A missing or an invalid key gets ${[...new Set(statuses)].join(' or ')}, not 401: a run will judge that.`,
      );
}

/** Which orders some scenarios lack. */
export function coverageOf({ readOnly, provision, orders }: Settings): Need {
  if (readOnly) return missing('coverage', 'This target is read-only, so no cancel can be judged.');
  const wanted = coverage(storeOrdersInterface.suites);
  const lacking = ORDER_STATES.flatMap((state) => {
    const more = wanted[state] - orders[state].length;
    return more <= 0 || (state === 'other' && orders.otherIsNone) ? [] : [{ state, more }];
  });
  if (provision) {
    const states = ORDER_STATES.filter((state) => state !== 'other' || !orders.otherIsNone);
    const made = states.map((state) => `${wanted[state]} ${state}`).join(', ');
    return note('coverage', `${made} come from provisioning, which doctor does not run.`);
  }
  if (lacking.length === 0) return ok('coverage', 'The fixtures declare enough orders for every scenario.');
  const more = lacking.map(({ state, more }) => `${more} more under \`orders.${state}\``).join(', ');
  const none = lacking.some(({ state }) => state === 'other')
    ? ' Write `other: none` where the store knows no state but pending and shipped.'
    : '';
  return missing('coverage', `The fixtures declare too few orders for every scenario. Declare ${more}.${none}`);
}

/** What the plan or its ledger would hold back beside that, and which requirements would be left open. */
function blockedNeeds({ readOnly, orders }: Settings, { blocked, evidence }: Look): Need[] {
  const listing = evidence.listing('before');
  if (readOnly || isUnjudged(listing)) return [];
  // That is told of the listing.
  if (!showsAbsence(listing.reading) && orders.unknown.length === 0) return [];
  return [...groupBy(blocked, ({ reason = '' }) => reason)].map(([reason, entries]) => {
    const isMust = entries.some(({ level, scored }) => level === 'must' && scored !== false);
    const counts = (['must', 'should'] as const).flatMap((level) => {
      const count = entries.filter((entry) => entry.level === level).length;
      return count > 0 ? `${count} \`${level}\`` : [];
    });
    const text = `${reason} ${counts.join(' and ')} would be left open: ${entries.map(({ id }) => id).join(', ')}.`;
    return isMust ? missing('blocked', text) : note('blocked', text);
  });
}
