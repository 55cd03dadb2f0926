import { type Answer, answered, type Evidence, type JsonProblem, OVER_LIMIT } from '../../runner/evidence/evidence.js';
import { isLongerThanAnyPage, responseOf } from '../../runner/evidence/exchange.js';
import { inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import { held, type Observation, type Result } from '../../runner/judge/rule.js';
import { judgeContentType, STRICT_JSON } from '../0-bodies/json.js';
import { acceptsKey, isAuthorized, judgeEach, judgeStatus } from '../answers.js';
import type { Observer, Rule } from '../rule.js';

const KEY_REFUSED =
  'The listing refuses the API key (401), and no cancel showed that the target accepts it. Is it the key for this address?';

/** The shared listings, as far as they can be judged: a 401 for the valid key is most often a wrong key. */
export function listings(evidence: Evidence): (Answer | Unjudged)[] {
  const isRefused = ({ status }: Answer) => status === 401;
  const results = evidence.answers(
    ({ scenario, operation, credential }) =>
      scenario === 'listing' || (scenario === 'accept' && operation === 'listOrders' && credential === 'valid'),
  );
  const [before] = answered(results);
  const accepted = evidence.answered(isAuthorized).some(acceptsKey);
  return results.map((result) => {
    if (isUnjudged(result)) return result;
    const isSecond = result.request.id === 'listing/after';
    if (isSecond ? before && isRefused(before) : isRefused(result) && !accepted)
      return inconclusive(KEY_REFUSED, isSecond ? 'listing-after-cancels' : undefined);
    return result;
  });
}

/** The same without what keeps the second one from being judged: `list.status` tells that. */
export const shownListings = (evidence: Evidence): (Answer | Unjudged)[] =>
  listings(evidence).filter((result, index) => index === 0 || !isUnjudged(result));

const from = ['listing-answer'];

/** §4.1 */
const status: Rule = {
  requirement: 'list.status',
  from: ['listing-answer', 'listing-after-cancels'],
  judge: (evidence) =>
    judgeEach(listings(evidence), (answer) => {
      const hint = answer.status === 404 ? 'Is the base address right?' : undefined;
      return judgeStatus(answer, 200, 'A listing with the valid key', hint);
    }),
};

/** Listings with 200, whose bodies say something. */
const withBody = (evidence: Evidence): (Answer | Unjudged)[] =>
  shownListings(evidence).filter((result) => isUnjudged(result) || result.status === 200);

const contentType: Rule = {
  requirement: 'list.content-type',
  from: ['listing-answer', 'accept'],
  judge: (evidence) =>
    judgeEach(withBody(evidence), (answer) =>
      evidence.readings.get(answer.exchange.id)?.problem?.code === 'empty' ? [] : judgeContentType(answer),
    ),
};

/** §0: complete and strict, up to the last byte. */
const json: Rule = {
  requirement: 'list.json',
  from,
  judge: (evidence) =>
    judgeEach(withBody(evidence), ({ exchange, response: { body } }): Result => {
      const reading = evidence.readings.get(exchange.id);
      const problem = reading?.problem;
      if (body.end === 'truncated' || body.end === 'undecodable') {
        const actual = problem?.excerpt ?? 'the body ends early';
        return { ...describeCut(body.end, reading?.count ?? 0), expected: STRICT_JSON, actual, exchange };
      }
      if (reading?.unread) return inconclusive(reading.unread);
      if (isLongerThanAnyPage(body)) return held(exchange, 'More than 64 MiB came; the rest was not read again.');
      if (body.end === 'stopped') return inconclusive(OVER_LIMIT);
      if (!problem || problem.code === 'not-an-array') return held(exchange);
      return { ...describeProblem(problem), expected: STRICT_JSON, exchange };
    }),
};

const describeCut = (end: 'truncated' | 'undecodable', element: number) =>
  end === 'truncated'
    ? { message: `The body of the listing is shorter than announced; it broke off in element ${element}.`, at: 'body' }
    : { message: 'The content coding of the listing cannot be undone.', at: 'header Content-Encoding' };

const array: Rule = {
  requirement: 'list.array',
  from,
  judge: (evidence) =>
    judgeEach(withBody(evidence), ({ exchange, response }): Result[] => {
      const { problem, unread } = evidence.readings.get(exchange.id) ?? {};
      if (unread) return [inconclusive(unread)];
      if (response.body.end !== 'complete' || (problem && problem.code !== 'not-an-array')) return [];
      if (!problem) return [held(exchange)];
      return [{ ...describeProblem(problem), expected: 'a JSON array of orders', exchange }];
    }),
};

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
