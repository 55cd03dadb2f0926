import { onStatus, together } from '../changes.js';
import type { Fault } from '../fault.js';
import { type Reply, withHeader } from '../reply.js';
import type { Call } from '../steps.js';
import { writingAfter, writingBefore } from '../wire.js';

const body = '{"deleted":true}';

const isKeptNoContent = ({ status }: Reply, { isKept }: Call): boolean => status === 204 && isKept;

/** 204s with wrong framing, only on kept connections: clients read the extra bytes as the next response. */
export const keptNoContentFaults: readonly Fault[] = [
  {
    id: 'kept-no-content-with-length',
    summary: 'sends a Content-Length above 0 and a body with a 204 on a connection that is kept',
    who: 'Servers that drop the body only where they close the connection.',
    behaviour: together(
      onStatus(204, (reply, call) => (call.isKept ? withHeader(reply, 'Content-Length', `${body.length}`) : reply)),
      writingAfter(isKeptNoContent, body),
    ),
  },
  {
    id: 'kept-no-content-length-only',
    summary: 'sends a Content-Length above 0 with a 204 on a connection that is kept, and no body',
    who: 'Proxies that drop the body, and keep the header.',
    behaviour: onStatus(204, (reply, call) =>
      call.isKept ? withHeader(reply, 'Content-Length', `${body.length}`) : reply,
    ),
  },
  {
    id: 'kept-no-content-stray-bytes',
    summary: 'sends bytes after a 204 on a connection that is kept, unannounced',
    who: 'Middleware that writes after the response; the bytes are lost where the connection is closed.',
    behaviour: writingAfter(isKeptNoContent, body),
  },
  {
    id: 'kept-no-content-body-later',
    summary: 'sends the body of a 204 together with the next response on the same connection',
    who: 'A buffer that is not flushed after a response without a length.',
    behaviour: writingBefore(isKeptNoContent, body),
  },
].map((fault) => ({ ...fault, requirements: ['cancel.pending.no-body'] }));
