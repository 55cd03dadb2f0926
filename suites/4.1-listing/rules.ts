import { type Answer, type Evidence, type JsonProblem, OVER_LIMIT } from '../../runner/evidence/evidence.js';
import { isLongerThanAnyPage, responseOf } from '../../runner/evidence/exchange.js';
import { inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import { held, type Observation } from '../../runner/judge/rule.js';
import { brokenSilence, judgeStatus, listings, shownListings } from '../answers.js';
import { judgeContentType, STRICT_JSON, undecodable } from '../json.js';
import { type Observer, type Rule, rule } from '../rule.js';

const needs = ['listing-answer'];

/** §4.1 */
const status = rule('list.status', {
  needs: ['listing-answer', 'listing-after-cancels'],
  each: listings,
  judge: (answer) => {
    const hint = answer.status === 404 ? 'Is the base address right?' : undefined;
    return judgeStatus(answer, 200, 'A listing with the valid key', hint);
  },
  judgeSilence: (exchange) => brokenSilence(exchange, 'A listing with the valid key', 'status 200'),
});

/** Listings with 200, whose bodies say something. */
const withBody = (evidence: Evidence): (Answer | Unjudged)[] =>
  shownListings(evidence).filter((result) => isUnjudged(result) || result.status === 200);

const contentType = rule('list.content-type', {
  needs: ['listing-answer', 'accept'],
  each: withBody,
  judge: (answer, evidence) =>
    evidence.reading(answer.exchange)?.problem?.code === 'empty' ? [] : judgeContentType(answer),
});

/** §0: complete and strict, up to the last byte. */
const json = rule('list.json', {
  needs,
  each: withBody,
  judge: ({ exchange, response }, evidence) => {
    const { body } = response;
    const reading = evidence.reading(exchange);
    const problem = reading?.problem;
    if (body.end === 'undecodable') return { ...undecodable('listing', response), exchange };
    if (body.end === 'truncated') {
      const message = `The body of the listing is shorter than announced; it broke off in element ${reading?.count ?? 0}.`;
      const actual = problem?.excerpt ?? 'the body ends early';
      return { message, expected: STRICT_JSON, actual, at: 'body', exchange };
    }
    if (reading?.unread) return inconclusive(reading.unread);
    if (isLongerThanAnyPage(body)) return held(exchange, 'More than 64 MiB came; the rest was not read again.');
    if (body.end === 'stopped') return inconclusive(OVER_LIMIT);
    if (!problem || problem.code === 'not-an-array') return held(exchange);
    const message = `The listing is not strict JSON. ${problem.message}`;
    return { ...describeProblem(problem), message, expected: STRICT_JSON, exchange };
  },
});

const array = rule('list.array', {
  needs,
  each: withBody,
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

export const listingRules: readonly Rule[] = [status, contentType, json, array];

export const rateLimitObserver: Observer = {
  ambiguity: 'rate-limit-headers',
  observe: ({ exchanges }) => {
    const responses = exchanges.flatMap((exchange) => responseOf(exchange) ?? []);
    if (responses.length === 0) return [];
    const names = responses.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
    const limits = [...new Set(names.filter((name) => /^(x-)?rate-?limit|^retry-after$/.test(name)))];
    const isRefused = responses.some(({ status }) => status === 429);
    const refused: Observation[] = isRefused ? [{ observed: 'requests were refused with 429' }] : [];
    return [
      ...refused,
      limits.length === 0 ? { observed: 'none' } : { observed: '', quoted: limits.sort().join(', ') },
    ];
  },
};
