import { headerValues, type ResponseRecord } from './exchange.js';

const LONGEST_QUOTE = 80;

const short = (text: string): string => (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text);

/** Quotes a text of the target in a message, and shortens it. */
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
  names.flatMap((name) => headerValues(response, name.toLowerCase()).map((value) => `${name}: ${inLine(value)}`));

const inLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** The beginning of a body, in one line. */
export const bodyStart = ({ body }: ResponseRecord): string =>
  inLine(new TextDecoder().decode(body.head.subarray(0, 1024)));

/** An answer as it came: the status, and the headers or the body that say why. */
export function whatCame(response: ResponseRecord): string {
  // The body of a redirect repeats where it leads.
  const body = headerValues(response, 'location').length > 0 ? '' : bodyStart(response);
  return [
    String(response.status),
    ...tellingHeaders(response).map(short),
    ...(body === '' ? [] : [`body “${short(body)}”`]),
  ].join(', ');
}
