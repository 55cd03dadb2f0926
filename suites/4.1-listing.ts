import { whyStopped } from '../evidence/body.js';
import { type Answer, type Evidence, type JsonProblem, OVER_LIMIT } from '../evidence/evidence.js';
import { type Exchange, isLongerThanAnyPage } from '../evidence/exchange.js';
import { quote } from '../evidence/quoted.js';
import { inconclusive, isUnjudged, type Unjudged } from '../evidence/unjudged.js';
import { OPERATIONS } from '../interface/interface.js';
import { accept, bodies } from './0-bodies.js';
import { brokenSilence, judgeStatus, keptByCache, listings, shownListings } from './answers/answers.js';
import { fixOfProblem, judgeContentType, STRICT_JSON, undecodable } from './answers/json-body.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { REPAIRS } from './terms/repair.js';
import { type Broken, held } from './terms/rule.js';
import { scenario } from './terms/scenario.js';
import { fixOf } from './terms/situation.js';

/** §4.1: with the valid key, 200 and a JSON array of all orders. */
export const allOrders = clause(
  '4.1',
  'listOrders',
  '| 200 | JSON array of Order objects: all orders placed in the store, in one response. |',
);

export const listingAnswer = scenario({
  id: 'listing-answer',
  title: 'The listing is one JSON array, sent with 200',
  listings: ['before'],
  requests: {},
});

/** The cancels have changed the store; the listing after them shows whether it still keeps to the contract. */
export const listingAfterCancels = scenario({
  id: 'listing-after-cancels',
  title: 'The listing keeps to the contract after orders were cancelled',
  listings: ['before', 'after'],
  followsCancels: true,
  requests: {},
});

const status = allOrders.must('list.status', {
  text: `\`${OPERATIONS.listOrders.request}\` with a valid API key returns 200.`,
  fix: fixOf('listing'),
  needs: [listingAnswer, listingAfterCancels],
  answers: listings,
  judge: (answer, evidence) => {
    const hint = answer.status === 404 ? 'Is the base address right?' : keptByCache(evidence, answer);
    return judgeStatus(answer, undefined, hint);
  },
  judgeSilence: brokenSilence,
});

/** Only a listing with 200 has a body to judge. */
const withBody = (evidence: Evidence): (Answer | Unjudged)[] =>
  shownListings(evidence).filter((result) => isUnjudged(result) || result.status === 200);

const contentType = bodies.must('list.content-type', {
  operation: 'listOrders',
  text: 'The listing has the media type `application/json`.',
  why: 'Letter case and parameters such as `charset` do not matter; `application/problem+json` and `text/plain` are other types.',
  fix: REPAIRS.jsonType,
  needs: [listingAnswer, accept],
  answers: withBody,
  judge: (answer, evidence) =>
    evidence.reading(answer.exchange)?.problem?.code === 'empty'
      ? []
      : { ...judgeContentType(answer), ...(isPage(answer, evidence) && { fix: REPAIRS.array }) },
});

/** Another kind of body: with the right type, it would be wrong as well. */
const isPage = ({ exchange }: Answer, evidence: Evidence): boolean =>
  evidence.reading(exchange)?.problem?.code === 'syntax';

const json = bodies.must('list.json', {
  operation: 'listOrders',
  text: 'The body of the listing is complete, strict JSON.',
  why: 'RFC 8259: UTF-8 without a byte order mark, no NaN, no trailing comma, nothing after the value, not cut off.',
  fix: REPAIRS.library,
  needs: [listingAnswer],
  answers: withBody,
  judge: ({ exchange, response }, evidence) => {
    const { end } = response.body;
    const reading = evidence.reading(exchange);
    const problem = reading?.problem;
    if (end === 'undecodable') return { ...undecodable('The listing', response), exchange };
    if (end === 'truncated') {
      const message = `The listing is shorter than announced; it broke off in element ${reading?.count ?? 0}.`;
      const actual = problem ? quote(response, problem.excerpt) : 'the body ends early';
      return { message, expected: STRICT_JSON, actual, at: 'body', exchange, fix: REPAIRS.cut };
    }
    if (reading?.unread) return inconclusive(reading.unread);
    if (isLongerThanAnyPage(response.body))
      return held(exchange, 'More than 64 MiB came; the rest was not read again.');
    if (end === 'stopped') return inconclusive(whyStopped(response, OVER_LIMIT));
    if (!problem || problem.code === 'not-an-array') return held(exchange);
    const message = `The listing is not strict JSON. ${problem.message}`;
    return { ...describeProblem(problem, exchange), message, expected: STRICT_JSON, fix: fixOfProblem(problem) };
  },
});

const array = allOrders.must('list.array', {
  text: 'The body of the listing is a JSON array.',
  fix: REPAIRS.bareArray,
  needs: [listingAnswer],
  answers: withBody,
  judge: ({ exchange, response }, evidence) => {
    const { problem, unread } = evidence.reading(exchange) ?? {};
    if (unread) return inconclusive(unread);
    if (response.body.end !== 'complete' || (problem && problem.code !== 'not-an-array')) return [];
    return problem ? { ...describeProblem(problem, exchange), expected: 'a JSON array of orders' } : held(exchange);
  },
});

const describeProblem = ({ message, excerpt, offset }: JsonProblem, exchange: Exchange): Omit<Broken, 'expected'> => ({
  message,
  actual: quote(exchange, excerpt),
  at: `body byte ${offset}`,
  exchange,
});

export const listing: ClauseFile = { demands: [status, contentType, json, array] };
