import { type Evidence, type Listing, showsAbsence, whyNoIds } from '../../evidence/evidence.js';
import { type Exchange, responseOf, statusOf } from '../../evidence/exchange.js';
import { endsWithVersion, withProxy } from '../../evidence/obstacle.js';
import { declaredOrders } from '../../evidence/plan.js';
import { whatCame } from '../../evidence/quoted.js';
import { idText, sharedListing } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { saidOnce } from '../../interface/helpers/helpers.js';
import { unjudgedGroups } from '../../reporters/unjudged.js';
import { countOf } from '../../reporters/wording.js';
import { planOf } from '../../runner/engine/plan-of-settings.js';
import type { Settings } from '../../runner/settings/settings.js';
import { contradictions, fixtureWarnings } from '../../suites/orders/contradictions.js';
import { EVERYTHING, type Preview } from './preview.js';

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
const [ok, missing, note, unknown] = [need('ok'), need('missing'), need('note'), need('unknown')];

/** The needs of a complete run against this target, in the order of their repair. */
export function needsOf(settings: Settings, preview: Preview): readonly Need[] {
  const { evidence } = preview;
  const listing = evidence.exchange(sharedListing('before'));
  if (!listing) return [addressOf(settings), unknown('connection', 'Nothing was sent: the check was ended first.')];
  if (listing.outcome.kind === 'failure') {
    const about = listing.outcome.failure.kind === 'tls' ? 'TLS' : 'connection';
    return [
      addressOf(settings),
      missing(about, evidence.obstacle ?? listing.outcome.failure.message),
      coverageOf(settings),
    ];
  }
  return [
    addressOf(settings),
    ok('connection', `${settings.baseUrl} answers.`),
    ...keyAndListing(settings, listing, preview),
    refusalOf(preview),
    coverageOf(settings),
    ...blockedNeeds(settings, preview),
  ];
}

const addressOf = ({ baseUrl }: Settings): Need =>
  endsWithVersion(baseUrl)
    ? ok('address', `${baseUrl} ends with the version prefix /v1.`)
    : missing('address', `${baseUrl} does not end with the version prefix /v1 (§9.1). Give the base address with it.`);

function keyAndListing(settings: Settings, exchange: Exchange, preview: Preview): Need[] {
  const { evidence } = preview;
  const status = statusOf(exchange);
  if (!settings.apiKey && (status === 200 || status === 401)) {
    return [missing('key', 'No API key is set. Set STORE_ORDERS_API_KEY, or give --api-key-file.')];
  }
  const listing = evidence.listing('before');
  if (isUnjudged(listing)) {
    const why = evidence.obstacle ?? whyNoListing(preview, exchange, listing.reason);
    return [missing(status === 401 ? 'key' : 'listing', why)];
  }
  const { reading } = listing;
  const orders = countOf(reading.count, 'order');
  const showsFreeIds = showsAbsence(reading) || evidence.plan.inputs.orders.unknown.length > 0;
  return [
    ok('key', 'The target accepts it.'),
    showsFreeIds
      ? ok('listing', `It was read to its end: ${orders}.`)
      : missing('listing', `${whyNoIds(reading)}, so it does not show which ids are free. Declare \`orders.unknown\`.`),
    ...fixtureNeeds(evidence, listing),
  ];
}

/** The answer to the listing, the demand of the contract, and the repair. */
function whyNoListing({ report, evidence }: Preview, exchange: Exchange, reason: string): string {
  const finding = report.findings.find((each) => each.exchange === idText(exchange.request.id));
  const repair = report.causes.find(({ id }) => id === finding?.cause)?.repair;
  const response = responseOf(exchange);
  const why = [
    ...(response ? [`GET ${exchange.sent.url} got ${whatCame(response).replace(/\.$/, '')}.`] : []),
    finding?.at === 'status' ? `It must get ${finding.expected}.` : (finding?.message ?? reason),
    ...(repair === undefined ? [] : [`To fix: ${repair}`]),
  ];
  return withProxy(why.join(' '), evidence.target);
}

/** Declared orders that the listing contradicts. If they are only unlike others, a run uses others first. */
function fixtureNeeds(evidence: Evidence, { reading }: Listing): Need[] {
  const declared = declaredOrders(evidence.plan).map(({ id }) => id);
  const warnings = saidOnce(fixtureWarnings(evidence));
  const isOnlyUnlike = warnings.length > 0 && contradictions(evidence).every(({ kind }) => kind === 'outlier');
  const isTaken = evidence.plan.inputs.orders.unknown.some((id) => reading.lists(id));
  if (warnings.length > 0) return warnings.map((text) => (isOnlyUnlike && !isTaken ? note : missing)('fixtures', text));
  if (declared.length === 0) return [];
  return declared.every((id) => reading.lists(id))
    ? [ok('fixtures', `All ${declared.length} declared orders are listed.`)]
    : [note('fixtures', 'Elements of the listing have no `id`, so it does not show which orders they are.')];
}

/** A note on the answers without a valid key. Only a run judges them. */
function refusalOf({ evidence, report }: Preview): Need {
  const refused = evidence.exchanges.filter(({ request }) => request.role === 'refused');
  const came = refused.flatMap((exchange) => responseOf(exchange) ?? []);
  if (came.length === 0) return unknown('refusal', 'The response to an invalid key could not be read.');
  const got = [...new Set(came.map(whatCame))].join(' or ');
  if (came.some(({ status }) => status !== 401))
    return note('refusal', `A missing or an invalid key gets ${got}, not 401: a run will judge that.`);
  const wrong = report.findings.find(({ requirement }) => requirement.startsWith('error.401.'));
  return wrong
    ? note('refusal', `A missing or an invalid key gets ${got}. ${wrong.message}`)
    : ok('refusal', 'A missing and an invalid key are refused with 401.');
}

/** The reasons why the plan of a complete run leaves scenarios out. */
export function coverageOf(settings: Settings): Need {
  if (settings.readOnly) return missing('coverage', 'This target is read-only, so no cancel can be judged.');
  if (settings.provision) return note('coverage', 'Its orders come from provisioning, which doctor does not run.');
  const { scenarios } = planOf({ ...settings, select: EVERYTHING, dryRun: true });
  const { pending, shipped } = settings.orders;
  const init = pending.length + shipped.length > 0 ? [] : ['`init` writes fixtures from the listing.'];
  const reasons = new Set(scenarios.flatMap((scenario) => (scenario.state === 'blocked' ? scenario.reason : [])));
  return reasons.size === 0
    ? ok('coverage', 'The fixtures declare enough orders for every scenario.')
    : missing('coverage', [...reasons, ...init].join(' '));
}

/** Further requests that the plan would hold back, and the requirements that would stay open. */
function blockedNeeds({ readOnly, orders }: Settings, { blocked, evidence }: Preview): Need[] {
  const listing = evidence.listing('before');
  if (readOnly || isUnjudged(listing)) return [];
  // Another note says that the listing does not show which ids are free.
  if (!showsAbsence(listing.reading) && orders.unknown.length === 0) return [];
  return unjudgedGroups(blocked, [], new Set()).map(({ reason, ids }) => {
    const entries = blocked.filter(({ id }) => ids.includes(id));
    const isMust = entries.some(({ level, scored }) => level === 'must' && scored !== false);
    const text = `${reason} ${countOf(ids.length, 'requirement')} would be left open: ${ids.join(', ')}.`;
    return (isMust ? missing : note)('blocked', text);
  });
}
