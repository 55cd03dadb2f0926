import type { Reply } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { framed, headText, sendingRaw } from '../../servers/wire.js';

/** Lines that a gateway adds to the header of a response, which no strict client can read after that; or it sends no header. */
export const WAYS = [
  ['no-status-line', undefined],
  ['two-framings', 'Transfer-Encoding: chunked'],
  ['length', 'Content-Length: 7'],
  ['length', 'Content-Length: seven'],
  ['field', 'X-Cache : miss'],
  ['field', 'no colon'],
  ['field', 'X-Trace: a\u0001b'],
] as const;

/** Requirements that may be broken where no answer with this status can be read. A lost 204 or 409 is never asked for again, so it is open. */
export const BROKEN: Readonly<Record<number, RegExp>> = {
  200: /^(list|query)\./,
  204: /^$/,
  401: /^auth\./,
  404: /^cancel\.(unknown|not-int64|exact-ids)/,
  409: /^$/,
};

export const STATUSES = Object.keys(BROKEN).map(Number);
/** The header without its last line. A 204 gets a length, so that each line makes it unreadable, too. */
const head = (reply: Reply): string => {
  const length = reply.status === 204 ? 'Content-Length: 0\r\n' : '';
  return headText(framed(reply)).replace(/\r\n\r\n$/, () => `\r\n${length}`);
};

/** Makes answers with these statuses unreadable. */
export const garbling = (line: string | undefined, statuses: readonly number[]): Behaviour =>
  sendingRaw(
    ({ status }) => statuses.includes(status),
    (reply) => (line === undefined ? ['<p>Sorry'] : [`${head(reply)}${line}\r\n\r\n`, reply.body ?? '']),
  );
