import { type Exchange, headerValues, type ResponseRecord, responseOf, statusOf } from '../runner/exchange.js';
import type { JsonProblem, Listing } from '../runner/listing/listing.js';
import { KEY_REFUSED } from '../runner/run/listings.js';
import { CannotJudge } from '../runner/signal.js';
import { judgeContentType } from './json-body.js';
import { type Context, scenario } from './scenario.js';
import { isSuccess, judgeStatus } from './status.js';

export const answer = scenario({
  id: 'listing-answer',
  title: 'The listing is one JSON array, answered with 200',
  requirements: [
    'list.status',
    'list.status-table',
    'list.content-type',
    'list.json',
    'list.array',
    'list.no-pagination',
  ],
  needs: { listingBefore: true },
  requests: {},
  async run(context) {
    const listing = await context.before();
    const { exchange } = listing;
    const unjudgeable = context.unjudgeable(exchange) ?? (await refusedKey(context, exchange));
    if (unjudgeable !== undefined) throw new CannotJudge('inconclusive', unjudgeable);
    const expected = { requirement: 'list.status', status: 200, situation: 'A listing with the valid key' } as const;
    judgePagination(context, exchange);
    if (!judgeStatus(context, exchange, expected)) return;
    observeRateLimits(context, exchange);
    judgeBody(context, listing);
  },
});

/** A 401 for the valid key is most often a wrong key, unless another operation accepts it. */
async function refusedKey(context: Context, exchange: Exchange): Promise<string | undefined> {
  if (statusOf(exchange) !== 401) return undefined;
  const accepted = (await context.cancels()).some(
    ({ exchange: cancel }) => isSuccess(cancel) || statusOf(cancel) === 404 || statusOf(cancel) === 409,
  );
  if (accepted) return undefined;
  return KEY_REFUSED;
}

function judgeBody(context: Context, { exchange, reading }: Listing): void {
  const end = responseOf(exchange)?.body.end;
  if (!reading) return;
  if (reading.problem?.code !== 'empty') judgeContentType(context, 'list.content-type', exchange);
  const { problem } = reading;
  const expected = 'complete, strict JSON (RFC 8259)';
  if (end === 'truncated' || end === 'undecodable') {
    const message =
      end === 'truncated'
        ? `The body of the listing is shorter than announced; it broke off in element ${reading.count}.`
        : 'The content coding of the listing cannot be undone.';
    context.check('list.json', false, () => ({
      message,
      expected,
      actual: problem?.excerpt ?? 'the body ends early',
      at: end === 'truncated' ? 'body' : 'header Content-Encoding',
      exchange,
    }));
    return;
  }
  const isSyntax = problem !== undefined && problem.code !== 'not-an-array';
  context.check('list.json', !isSyntax, () => ({ ...describeProblem(problem), expected, exchange }));
  if (isSyntax) return;
  context.check('list.array', problem === undefined, () => ({
    ...describeProblem(problem),
    expected: 'a JSON array of orders',
    exchange,
  }));
}

const describeProblem = (problem: JsonProblem | undefined) => ({
  message: problem?.message ?? '',
  actual: problem?.excerpt ?? '',
  at: `body byte ${problem?.offset ?? 0}`,
});

/** §8.1: no page size or cursor exists. */
function judgePagination(context: Context, exchange: Exchange): void {
  const response = responseOf(exchange);
  if (!response) return;
  const sign = paginationSign(response);
  context.check('list.no-pagination', sign === undefined, () => ({
    message: 'The listing is answered as one page of several.',
    expected: 'all orders in one response, without a sign of pagination',
    actual: sign?.actual ?? '',
    at: sign?.at ?? '',
    exchange,
  }));
}

function paginationSign(response: ResponseRecord): { readonly actual: string; readonly at: string } | undefined {
  const next = headerValues(response, 'link').find((value) =>
    /;\s*rel\s*=\s*("[^"]*\bnext\b[^"]*"|next\b)/i.test(value),
  );
  if (next !== undefined) return { actual: `Link: ${next}`, at: 'header Link' };
  const [range] = headerValues(response, 'content-range');
  if (range !== undefined) return { actual: `Content-Range: ${range}`, at: 'header Content-Range' };
  return response.status === 206 ? { actual: 'status 206', at: 'status' } : undefined;
}

function observeRateLimits(context: Context, exchange: Exchange): void {
  const names = responseOf(exchange)?.headers.map(([name]) => name.toLowerCase()) ?? [];
  const limits = [...new Set(names.filter((name) => /^(x-)?rate-?limit|^retry-after$/.test(name)))];
  context.observe('rate-limit-headers', limits.length === 0 ? 'none' : '', limits.join(', '));
}
