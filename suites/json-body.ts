import { type Exchange, headerValues, type ResponseRecord, responseOf } from '../runner/evidence/exchange.js';
import { readJsonBody } from '../runner/listing/json/strict-body.js';
import type { RequirementId } from './catalogue.generated.js';
import type { Context } from './scenario.js';

/** The media type without its parameters, in lower case (RFC 9110 §8.3.1). */
const mediaTypes = (response: ResponseRecord): string[] =>
  headerValues(response, 'content-type').map((value) => value.replace(/;.*$/s, '').trim().toLowerCase());

/** §0: all bodies are `application/json`; letter case and parameters do not matter. */
export function judgeContentType(context: Context, requirement: RequirementId, exchange: Exchange): boolean {
  const response = responseOf(exchange);
  const types = response ? mediaTypes(response) : [];
  return context.check(requirement, types.length === 1 && types[0] === 'application/json', () => ({
    message: 'The media type of the body is not application/json.',
    expected: 'Content-Type: application/json',
    actual:
      types.length === 0 ? 'no Content-Type' : ((response && headerValues(response, 'content-type').join(' | ')) ?? ''),
    at: 'header Content-Type',
    exchange,
  }));
}

/** A body that was read; numbers stand for those that were sent, and `sourceAt` shows these. */
export type ReadBody = Extract<ReturnType<typeof readJsonBody>, { kind: 'value' }>;

export type JudgedBody = { readonly kind: 'absent' } | { readonly kind: 'broken' } | ReadBody;

/** §0: a body is JSON, strictly. Judges its syntax where there is one, and hands out the value. */
export function judgeJson(context: Context, requirement: RequirementId, exchange: Exchange): JudgedBody {
  const response = responseOf(exchange);
  if (!response || (response.body.length === 0 && response.body.end === 'complete')) return { kind: 'absent' };
  const { body } = response;
  const broken = (message: string, actual: string, at: string): JudgedBody => {
    context.check(requirement, false, () => ({
      message,
      expected: 'complete, strict JSON (RFC 8259)',
      actual,
      at,
      exchange,
    }));
    return { kind: 'broken' };
  };
  if (body.end === 'truncated') return broken('The body is shorter than announced.', context.quote(body.head), 'body');
  if (body.end === 'undecodable')
    return broken(
      'The content coding of the body cannot be undone.',
      context.quote(body.head),
      'header Content-Encoding',
    );
  if (!body.whole) {
    // §8.2: limits of size are not shown, so nobody is failed for a long message.
    context.cannotJudge(requirement, 'inconclusive', 'The body is longer than the 64 KiB that are kept of it.');
    return { kind: 'broken' };
  }
  const read = readJsonBody(body.head);
  if (read.kind === 'problem')
    return broken(read.problem.message, read.problem.excerpt, `body byte ${read.problem.offset}`);
  context.held(requirement);
  return read;
}
