import { type Answer, type Evidence, type JsonProblem, OVER_LIMIT } from '../evidence/evidence.js';
import { isLongerThanAnyPage } from '../evidence/exchange.js';
import { inconclusive, isUnjudged, type Unjudged } from '../evidence/unjudged.js';
import { OPERATIONS } from '../interface/interface.js';
import { accept, bodies } from './0-bodies.js';
import { brokenSilence, judgeStatus, keptByCache, listings, shownListings } from './answers/answers.js';
import { judgeContentType, STRICT_JSON, undecodable } from './answers/json-body.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { held } from './terms/rule.js';
import { scenario } from './terms/scenario.js';

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
  fix: 'Answer every listing that carries a valid key with 200, also when the store is empty.',
  needs: [listingAnswer, listingAfterCancels],
  answers: listings,
  judge: (answer, evidence) => {
    const hint = answer.status === 404 ? 'Is the base address right?' : keptByCache(evidence, answer);
    return judgeStatus(answer, 200, 'A listing with the valid key', hint);
  },
  judgeSilence: (exchange) => brokenSilence(exchange, 'A listing with the valid key', 'status 200'),
});

/** Only a listing with 200 has a body to judge. */
const withBody = (evidence: Evidence): (Answer | Unjudged)[] =>
  shownListings(evidence).filter((result) => isUnjudged(result) || result.status === 200);

const contentType = bodies.must('list.content-type', {
  operation: 'listOrders',
  text: 'The listing has the media type `application/json`.',
  why: 'Letter case and parameters such as `charset` do not matter; `application/problem+json` and `text/plain` are other types.',
  fix: 'Send `Content-Type: application/json`.',
  needs: [listingAnswer, accept],
  answers: withBody,
  judge: (answer, evidence) =>
    evidence.reading(answer.exchange)?.problem?.code === 'empty' ? [] : judgeContentType(answer),
});

const json = bodies.must('list.json', {
  operation: 'listOrders',
  text: 'The body of the listing is complete, strict JSON.',
  why: 'RFC 8259: UTF-8 without a byte order mark, no NaN, no trailing comma, nothing after the value, not cut off.',
  fix: 'Let a JSON library write the whole body, and send exactly as many bytes (not characters) as `Content-Length` or the chunked coding announces, in the coding that `Content-Encoding` names.',
  needs: [listingAnswer],
  answers: withBody,
  judge: ({ exchange, response }, evidence) => {
    const { end } = response.body;
    const reading = evidence.reading(exchange);
    const problem = reading?.problem;
    if (end === 'undecodable') return { ...undecodable('listing', response), exchange };
    if (end === 'truncated') {
      const message = `The body of the listing is shorter than announced; it broke off in element ${reading?.count ?? 0}.`;
      const actual = problem?.excerpt ?? 'the body ends early';
      return { message, expected: STRICT_JSON, actual, at: 'body', exchange };
    }
    if (reading?.unread) return inconclusive(reading.unread);
    if (isLongerThanAnyPage(response.body))
      return held(exchange, 'More than 64 MiB came; the rest was not read again.');
    if (end === 'stopped') return inconclusive(OVER_LIMIT);
    if (!problem || problem.code === 'not-an-array') return held(exchange);
    const message = `The listing is not strict JSON. ${problem.message}`;
    return { ...describeProblem(problem), message, expected: STRICT_JSON, exchange };
  },
});

const array = allOrders.must('list.array', {
  text: 'The body of the listing is a JSON array.',
  fix: 'Send a bare array, however many orders there are: `[]` for none and `[{…}]` for one, not that order alone. No envelope such as `{"data": […]}` is around it.',
  needs: [listingAnswer],
  answers: withBody,
  judge: ({ exchange, response }, evidence) => {
    const { problem, unread } = evidence.reading(exchange) ?? {};
    if (unread) return inconclusive(unread);
    if (response.body.end !== 'complete' || (problem && problem.code !== 'not-an-array')) return [];
    return problem ? { ...describeProblem(problem), expected: 'a JSON array of orders', exchange } : held(exchange);
  },
});

const describeProblem = ({ message, excerpt, offset }: JsonProblem) => ({
  message,
  actual: excerpt,
  at: `body byte ${offset}`,
});

export const listing: ClauseFile = { demands: [status, contentType, json, array] };
