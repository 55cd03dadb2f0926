import { difference, elementsInstead, hasMore } from '../evidence/difference.js';
import { type Answer, answered, type Evidence, type Listing } from '../evidence/evidence.js';
import { isLongerThanAnyPage } from '../evidence/exchange.js';
import { paginationSign } from '../evidence/pagination.js';
import { quote } from '../evidence/quoted.js';
import { type Request, sharedListing } from '../evidence/request.js';
import { inconclusive, isUnjudged } from '../evidence/unjudged.js';
import { listingAnswer } from './4.1-listing.js';
import { brokenSilence, brokenStatus, shownListings, whyUnread } from './answers/answers.js';
import { leavesOrdersOut } from './orders/diagnosed.js';
import { type ClauseFile, clause, judgeEach } from './terms/clause.js';
import { around, REPAIRS } from './terms/repair.js';
import { held, type Result } from './terms/rule.js';
import { type ListSpec, scenario } from './terms/scenario.js';
import { sentences } from './terms/sentences.generated.js';
import { fixOf } from './terms/situation.js';

/** §8.1: one response has all orders. §4.1 leaves open which status a query gets. */
const { should } = clause('8.1', 'listOrders', 'listOrders returns all orders; it has no filtering and no pagination');
const { open } = clause(
  '4.1',
  'listOrders',
  '| Query parameters | none (filtering and pagination are not supported) |',
);

const noPagination = should('list.no-pagination', {
  text: 'The listing shows no sign of pagination: no `Link` with `rel="next"`, no 206, no `Content-Range`.',
  why: 'The contract has no page size and no cursor: one response holds all orders.',
  fix: REPAIRS.onePage,
  needs: [listingAnswer],
  answers: shownListings,
  judge: (answer) => {
    const { exchange, response } = answer;
    const sign = paginationSign(response);
    if (!sign) return whyUnread(answer) ?? held(exchange);
    const expected = 'all orders in one response, without a sign of pagination';
    const isRange = sign.at === 'header Content-Range';
    const message = isRange
      ? 'The listing has a `Content-Range`, as a part of it would have.'
      : 'The listing is one page of several.';
    return { message, expected, at: sign.at, actual: sign.actual, exchange, ...(isRange && { fix: REPAIRS.noRange }) };
  },
});

/** The parameters that frameworks page and filter by, one a probe. */
const QUERIES = [
  'limit=1',
  'page=2',
  'per_page=1',
  'offset=1',
  'offset=1000000',
  'status=pending',
  'status=shipped',
] as const;

type Query = (typeof QUERIES)[number];

const probes = Object.fromEntries(
  QUERIES.map((query) => [
    query,
    { stage: 'beside', role: 'query', credential: 'valid', query, reads: 'page' } as const,
  ]),
) as unknown as Record<Query, ListSpec<never>>;

/**
 * The store may change by itself, so these are compared with the next shared listing, before any cancel that changes
 * it.
 */
export const queries = scenario({
  id: 'listing-queries',
  title: 'Query parameters do not change the orders that are listed',
  listings: ['before'],
  requests: probes,
});

const queryIgnored = should('list.query-ignored', {
  text: 'Query parameters such as `limit`, `page` or `status` do not change which orders are listed.',
  why: 'Version 1 has no filtering and no pagination. The contract leaves open whether such a parameter may be refused with an error status.',
  fix: around('Ignore query parameters on this operation.', fixOf('listing')),
  needs: [queries],
  judgeRun: (evidence) => {
    const before = evidence.listing('before');
    if (isUnjudged(before)) return [before];
    return judgeEach(
      answersToProbes(evidence),
      (answer) => judgeQuery(evidence, answer),
      (exchange) => brokenSilence(exchange, ANY_STATUS, `A listing with ${nameOfQuery(exchange.request)}`),
    );
  },
});

const answersToProbes = (evidence: Evidence) => evidence.answers(({ role }) => role === 'query');

function judgeQuery(evidence: Evidence, answer: Answer): Result {
  const { exchange, request, response, status } = answer;
  const name = nameOfQuery(request);
  // §4.1 leaves a refusal of the parameter open, and a refusal changes nothing.
  if (status >= 400 && status < 500) return held(exchange);
  const hasControl = !isUnjudged(controlOf(evidence));
  if (status !== 200) {
    if (!hasControl) return inconclusive(`${name} got ${status}. ${sentences.noControl}`, request.id.scenario);
    const message = `With ${name}, the listing gets another status than without it.`;
    return brokenStatus(answer, message, ANY_STATUS);
  }
  if (isLongerThanAnyPage(response.body)) {
    return held(exchange, `${name} returned more than 64 MiB, which is not a page; the rest was not compared.`);
  }
  const sign = paginationSign(response);
  // If the listing is a page without a parameter as well, `list.no-pagination` says so.
  const isPaged = () => answered(shownListings(evidence)).some((listing) => paginationSign(listing.response));
  if (sign && !isPaged()) {
    const message = `With ${name}, the listing is one page of several.`;
    return { message, expected: WHOLE, actual: sign.actual, at: sign.at, exchange };
  }
  const problem = evidence.reading(exchange)?.problem;
  if (problem && response.body.end === 'complete') {
    if (!hasControl) return inconclusive(`${name} is not an array. ${sentences.noControl}`, request.id.scenario);
    const actual = quote(exchange, problem.excerpt);
    const message = `With ${name}, the listing gets another body than without it. ${problem.message}`;
    return { message, expected: WHOLE, actual, at: `body byte ${problem.offset}`, exchange };
  }
  return judgeOrders(evidence, answer);
}

/** The next listing without a query: the store may change by itself. */
const controlOf = (evidence: Evidence) => evidence.read(sharedListing('left-alone'));

const ANY_STATUS = 'status 200, or a 4xx';

const nameOfQuery = ({ aim }: Request): string => `?${aim.kind === 'listing' ? aim.query : ''}`;

const WHOLE = 'the same orders as without the parameter';

function judgeOrders(evidence: Evidence, { exchange, request }: Answer): Result {
  const [before, listing] = [evidence.listing('before'), evidence.read(request.id)];
  if (isUnjudged(listing)) return { ...listing, scenario: request.id.scenario };
  if (isUnjudged(before)) return held(exchange);
  const [isLess, isMore] = [difference(evidence, before, listing) !== undefined, hasMore(evidence, listing, before)];
  if (!isLess && !isMore) return held(exchange);
  const control = controlOf(evidence);
  if (isUnjudged(control)) {
    const reason = `With ${nameOfQuery(request)}, the listing held other orders, and a control listing could not be read.`;
    return inconclusive(reason, request.id.scenario);
  }
  if (leavesOrdersOut(evidence)) return inconclusive(sentences.incomplete, request.id.scenario);
  const lacks = isLess ? difference(evidence, control, listing) : undefined;
  if (lacks !== undefined) {
    const message = `With ${nameOfQuery(request)}, the listing leaves orders out that it holds without it.`;
    return { message, expected: WHOLE, actual: lacks, at: 'body', exchange };
  }
  // Orders that others placed meanwhile are there without the query, too.
  const later = [control, evidence.listing('after')].filter((plain): plain is Listing => !isUnjudged(plain));
  if (!isMore || !later.every((plain) => hasMore(evidence, listing, plain))) return held(exchange);
  const message = `With ${nameOfQuery(request)}, the listing has more elements than without it.`;
  return { message, expected: WHOLE, actual: elementsInstead(listing, control), at: 'body', exchange };
}

const queryStatus = open('query-parameter-status', 'What status does an unsupported query parameter get?', (evidence) =>
  answered(answersToProbes(evidence)).map(({ request, status }) => ({
    observed: `${nameOfQuery(request)}: ${status}`,
  })),
);

export const pagination: ClauseFile = { demands: [noPagination, queryIgnored], questions: [queryStatus] };
