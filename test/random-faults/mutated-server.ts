import { demoOrders } from '../../fixtures/demo-orders.js';
import { unknownIds } from '../../fixtures/unknown-ids.js';
import { finishing, together } from '../../servers/changes.js';
import { writeJson } from '../../servers/json.js';
import {
  errorReply,
  type HeaderField,
  jsonReply,
  type Reply,
  withBody,
  withHeader,
  withoutHeader,
} from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import type { Variant } from '../../servers/variant.js';
import { framed, headText, type Piece, sendingRaw } from '../../servers/wire.js';
import type { BodyKind, Framing, Mutation } from './mutation.js';
import { type Situation, SituationRecord } from './situation.js';

/** Without the status, so that it is the same after cancels. */
const LISTING = writeJson(demoOrders.map(({ id, members }) => ({ id, ...members })));

/** The reference with one mutation. */
export const mutatedServer = (mutation: Mutation): Variant => ({
  id: mutation.kind,
  summary: 'has one random mutation',
  behaviour: (reference) => behaviourOf(mutation, new SituationRecord())(reference),
  // Declared, so that everything can be judged without the ids of the listing.
  unknown: unknownIds,
});

function behaviourOf(mutation: Mutation, situations: SituationRecord): Behaviour {
  switch (mutation.kind) {
    case 'status':
      return changing(situations, (reply, situation) =>
        situation === mutation.situation ? withStatus(reply, mutation.status) : reply,
      );
    case 'header': {
      const { answer, name, value } = mutation;
      const constant = (reply: Reply) => (answer === 'listing' ? withBody(reply, LISTING) : reply);
      const change = (reply: Reply) =>
        value === undefined ? withoutHeader(constant(reply), name) : withHeader(constant(reply), name, value);
      return changing(situations, (reply, situation) =>
        isAnswer(answer, reply, situation) && situation === (mutation.only ?? situation) ? change(reply) : reply,
      );
    }
    case 'framing':
      return together(
        situations.behaviour,
        sendingRaw(
          (reply, call) => isAnswer(mutation.answer, reply, situations.of(call)),
          (reply) => framedPieces(reply, mutation.framing),
        ),
      );
    case 'no-content': {
      const headers: readonly HeaderField[] = [...mutation.headers, ['Connection', 'close']];
      const pieces = (reply: Reply) => [headText({ ...reply, headers }) + mutation.after];
      return sendingRaw(({ status }) => status === 204, pieces);
    }
  }
}

const changing = (situations: SituationRecord, change: (reply: Reply, situation: Situation) => Reply): Behaviour =>
  together(
    situations.behaviour,
    finishing((reply, call) => change(reply, situations.of(call))),
  );

/** Whether the contract gives this answer a body of this kind, or allows one (§7). */
const isAnswer = (body: BodyKind, { status }: Reply, situation: Situation): boolean =>
  status === (body === 'listing' ? 200 : Number(body)) && (status !== 409 || situation.startsWith('cancel-shipped'));

/** The same body if it suits the status; else an Error, or nothing. */
function withStatus(reply: Reply, status: number): Reply {
  if (status === reply.status) return reply;
  if (status === 204 || status === 304) return { status, headers: [] };
  if (status >= 400) return errorReply({ status, code: 'refused', message: 'It is refused.' });
  if (status >= 300) return withHeader({ status, headers: [] }, 'Location', '/v1/store/orders');
  return reply.status === 200 ? { ...reply, status } : jsonReply(status, { deleted: true });
}

function framedPieces(reply: Reply, framing: Framing): readonly Piece[] {
  const body = reply.body ?? new Uint8Array();
  const closing = withHeader(reply, 'Connection', 'close');
  const chunked = headText(withHeader(closing, 'Transfer-Encoding', 'chunked'));
  const chunk = [`${body.byteLength.toString(16)}\r\n`, body, '\r\n'];
  switch (framing) {
    case 'chunked':
      return [chunked, ...chunk, '0\r\n\r\n'];
    case 'chunks-cut-off':
      return [chunked, ...chunk];
    case 'until-close':
      return [headText(closing), body];
  }
  const announced = Math.max(0, body.byteLength + framing.off);
  return [headText(withHeader(framed(reply), 'Content-Length', String(announced))), body];
}
