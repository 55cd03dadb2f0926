import { KEY_REFUSED } from '../runner/engine/listings.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { type Exchange, responseOf, statusOf } from '../runner/evidence/exchange.js';
import type { JsonProblem, Listing } from '../runner/listing/listing.js';
import type { RequirementId } from './catalogue.generated.js';
import { judgeContentType } from './json-body.js';
import { paginationSign } from './pagination.js';
import { type Context, scenario } from './scenario.js';
import { isSuccess, judgeStatus } from './status.js';

/** What the answer to a listing with the valid key shows, apart from the orders in it. */
export const answerRequirements = [
  'list.status',
  'list.status-table',
  'list.content-type',
  'list.json',
  'list.array',
  'list.no-pagination',
] as const satisfies readonly RequirementId[];

export const answer = scenario({
  id: 'listing-answer',
  title: 'The listing is one JSON array, answered with 200',
  requirements: answerRequirements,
  needs: { listingBefore: true },
  requests: {},
  async run(context) {
    const listing = await context.before();
    const unjudgeable = context.unjudgeable(listing.exchange) ?? (await refusedKey(context, listing.exchange));
    if (unjudgeable !== undefined) throw new CannotJudge('inconclusive', unjudgeable);
    judgeAnswer(context, listing);
  },
});

export function judgeAnswer(context: Context, listing: Listing): void {
  const { exchange } = listing;
  judgePagination(context, exchange);
  const expected = { requirement: 'list.status', status: 200, situation: 'A listing with the valid key' } as const;
  const hint = statusOf(exchange) === 404 ? { hint: 'Is the base address right?' } : {};
  if (!judgeStatus(context, exchange, { ...expected, ...hint })) return;
  observeRateLimits(context, exchange);
  judgeBody(context, listing);
}

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

function observeRateLimits(context: Context, exchange: Exchange): void {
  const names = responseOf(exchange)?.headers.map(([name]) => name.toLowerCase()) ?? [];
  const limits = [...new Set(names.filter((name) => /^(x-)?rate-?limit|^retry-after$/.test(name)))];
  context.observe('rate-limit-headers', limits.length === 0 ? 'none' : '', limits.join(', '));
}
