import type { Fault } from '../fault.js';
import type { Behaviour } from '../steps.js';
import { type Piece, sendingRaw } from '../wire.js';

const body = '{"deleted":true}';

/** A 204 with these header lines, and these pieces after its header. */
const noContent = (fields: readonly string[], ...after: readonly Piece[]): Behaviour => {
  const head = ['HTTP/1.1 204 No Content', ...fields, 'Connection: close', '', ''].join('\r\n');
  return sendingRaw(
    ({ status }) => status === 204,
    () => [head, ...after],
  );
};

/** 204s with bytes after the header, although it ends there (RFC 9110 §15.3.5, RFC 9112 §6.3). */
export const noContentFaults: readonly Fault[] = [
  {
    id: 'no-content-with-length',
    summary: 'sends a Content-Length above 0 and a body with a 204',
    who: 'Servers that write any body that the handler returned, such as older versions of Tornado and Werkzeug.',
    behaviour: noContent(['Content-Type: application/json', `Content-Length: ${body.length}`], body),
  },
  {
    id: 'no-content-length-only',
    summary: 'sends a Content-Length above 0 with a 204, and no body',
    who: 'Proxies that drop the body, and keep the header.',
    behaviour: noContent([`Content-Length: ${body.length}`]),
  },
  {
    id: 'no-content-chunked-only',
    summary: 'announces a chunked body with a 204, and sends none',
    who: 'Proxies that drop the body, and keep the header.',
    behaviour: noContent(['Transfer-Encoding: chunked']),
  },
  {
    id: 'no-content-chunked',
    summary: 'sends a chunked body with a 204',
    who: 'HTTP layers that stream every response.',
    behaviour: noContent(['Transfer-Encoding: chunked'], `10\r\n${body}\r\n0\r\n\r\n`),
  },
  {
    id: 'no-content-empty-chunks',
    summary: 'sends the end of a chunked body with a 204',
    who: 'HTTP layers that stream every response, the empty ones included.',
    behaviour: noContent(['Transfer-Encoding: chunked'], '0\r\n\r\n'),
  },
  {
    id: 'no-content-stray-bytes',
    summary: 'sends bytes after the header of a 204, unannounced',
    who: 'Hand-written servers; middleware that writes after the response.',
    behaviour: noContent([], body),
  },
  {
    id: 'no-content-late-stray-bytes',
    summary: 'sends bytes 5 ms after the header of a 204',
    who: 'Handlers that write the body apart from the header.',
    behaviour: noContent([], { pauseMs: 5 }, body),
  },
  {
    id: 'no-content-stray-line',
    summary: 'sends an empty line after the header of a 204',
    who: 'CGI scripts that end their output with a line break.',
    behaviour: noContent([], '\r\n'),
  },
].map((fault) => ({ ...fault, requirements: ['cancel.pending.no-body'] }));
