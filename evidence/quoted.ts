import { memoised } from '../interface/helpers/helpers.js';
import {
  type Exchange,
  type Header,
  headerValues,
  type Quotable,
  type ResponseRecord,
  responseOf,
} from './exchange.js';
import type { Secrets } from './secrets/redaction.js';

/**
 * A text of the target, without the secrets of the run. No other way leads from a response into a text of a report; what
 * is judged is the response itself.
 * @param of where the text comes from: any response of a run knows its secrets
 */
export function quote(
  of: Quotable | Pick<Exchange, 'outcome'> | { readonly exchanges: readonly Exchange[] },
  text: string,
): string {
  if ('exchanges' in of) return quote(of.exchanges.find(responseOf) ?? {}, text);
  const { secrets } = ('outcome' in of ? responseOf(of) : of) ?? {};
  return secrets ? secrets.redactQuote(text) : text;
}

/** The most that is quoted of a body. */
const SHOWN_BYTES = 16 * 1024;

/** A response for quotes, with the beginning of its body. The same object if there is no secret in that. */
export const shown = memoised((response: ResponseRecord): ResponseRecord => {
  const { secrets } = response;
  return secrets ? redactedResponse(response, secrets, SHOWN_BYTES) : response;
});

/** Removes secrets from a response. Returns the same object if there are none. `length` stays that of the bytes sent. */
export function redactedResponse(response: ResponseRecord, secrets: Secrets, upTo?: number): ResponseRecord {
  const { reason, headers, body, stray } = response;
  // Most responses hold no secret in their headers; one search of all fields shows that.
  const fields = [reason, ...headers.flat()].join('\n');
  const isClean = secrets.redact(fields) === fields;
  const clean = (field: string): string => (isClean ? field : secrets.redact(field));
  const head = secrets.redactBytes(body.head, upTo);
  const after = stray && secrets.redactBytes(stray);
  if (isClean && head === body.head && after === stray) return response;
  return {
    ...response,
    reason: clean(reason),
    headers: headers.map(([name, value]): Header => [clean(name), clean(value)]),
    body: { ...body, head },
    ...(after && { stray: after }),
  };
}

const LONGEST_QUOTE = 80;

/** @sent */
const short = (text: string): string => (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text);

/** A text of the target in quotation marks, shortened. @sent */
export const quoted = (text: string): string => JSON.stringify(short(text));

/** Headers of caches, and of gateways that answer in place of the service. */
export const OF_CACHES: readonly string[] = [
  'Age',
  'X-Cache',
  'X-Cache-Status',
  'CF-Cache-Status',
  'Cache-Status',
  'CF-Mitigated',
  'X-Amzn-Waf-Action',
];

/** The headers that say where a redirect leads, which scheme a 401 asks for, and who answered. */
export const tellingHeaders = (
  response: ResponseRecord,
  names: readonly string[] = ['Location', 'WWW-Authenticate', ...OF_CACHES],
): string[] =>
  names.flatMap((name) =>
    headerValues(shown(response), name.toLowerCase()).map((value) => `${name}: ${inLine(value)}`),
  );

/** @sent */
const inLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** The beginning of a body, in one line. @sent */
export const bodyStart = ({ body }: ResponseRecord): string =>
  inLine(new TextDecoder().decode(body.head.subarray(0, 1024)));

/** An answer as it came: the status, and the headers or the body that say why. */
export function whatCame(response: ResponseRecord): string {
  // The body of a redirect repeats where it leads.
  const body = headerValues(response, 'location').length > 0 ? '' : bodyStart(shown(response));
  return [
    String(response.status),
    ...tellingHeaders(response).map(short),
    ...(body === '' ? [] : [`body “${short(body)}”`]),
  ].join(', ');
}
