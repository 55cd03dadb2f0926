import type { Fault } from '../fault.js';
import { errorReply, type Reply, withBody, withHeader } from '../reply.js';
import type { Behaviour, Call } from '../steps.js';
import { framed, headText, sendingRaw } from '../wire.js';
import { credentialKinds } from './credential-kinds.js';

const isCancel = ({ operation }: Call): boolean => operation === 'cancelOrder';

/** Refuses every cancel that the key would allow. */
const refusingCancels =
  (reply: Reply): Behaviour =>
  ({ authenticate }) => ({
    intercept: (call) => (isCancel(call) && authenticate(call) ? reply : undefined),
  });

/** Answers other keys with the stored answer to the valid key for the same path. */
const replayingByPath: Behaviour = ({ authenticate, finish }) => {
  const answers = new Map<string, Reply>();
  return {
    intercept: (call) => (isCancel(call) && !authenticate(call) ? answers.get(call.idText) : undefined),
    finish: (reply, call) => {
      const finished = finish(reply, call);
      if (isCancel(call) && authenticate(call)) answers.set(call.idText, finished);
      return finished;
    },
  };
};

const isRefusal = ({ status }: Reply): boolean => status === 401;

/** Translates the message, so that it has a letter beyond ASCII. */
const inFrench = (reply: Reply): Reply =>
  withBody(reply, `${reply.body ? Buffer.from(reply.body) : ''}`.replace('API key', 'clé'));

export const inFrontFaults: readonly Fault[] = [
  {
    id: 'cancel-demands-type',
    summary: 'answers 415 to every cancel with the valid key',
    who: 'A gateway that wants a Content-Type in every request that is not a GET.',
    requirements: [
      'cancel.pending.status',
      'cancel.shipped.status',
      'cancel.unknown.status',
      'cancel.unknown.above-2-31',
      'cancel.unknown.above-2-53',
      'cancel.unknown.max-int64',
      'cancel.told-apart',
      'cancel.told-apart.above-2-53',
      'cancel.unknown.zero-negative',
      'cancel.status-table',
    ],
    behaviour: refusingCancels(errorReply({ status: 415, code: 'unsupported_media_type', message: 'Send JSON.' })),
  },
  {
    id: 'replays-by-path',
    summary: 'answers a cancel without a valid key as it answered the last one with the valid key to the same path',
    who: 'A cache in front of the service whose key is the path.',
    requirements: [
      ...['missing', 'wrong', 'longer', 'shorter', 'case', 'extra-word', 'no-scheme'].map(
        (kind) => `auth.cancel.${kind}`,
      ),
      'auth.first',
    ],
    behaviour: replayingByPath,
  },
  {
    id: '401-length-in-characters',
    summary: 'announces the characters of a 401 in place of its bytes',
    who: 'A server that sets `Content-Length` to the length of a string.',
    requirements: ['error.401.json'],
    behaviour: sendingRaw(isRefusal, (reply) => {
      const sent = inFrench(reply);
      const text = `${Buffer.from(sent.body ?? [])}`;
      return [headText(withHeader(framed(sent), 'Content-Length', String(text.length))), text];
    }),
  },
  {
    id: '401-two-lengths',
    summary: 'sends a 401 with both Content-Length and Transfer-Encoding',
    who: 'A proxy that adds its own framing to that of the service.',
    requirements: [...credentialKinds.map((kind) => `auth.list.${kind}`), 'auth.first'],
    behaviour: sendingRaw(isRefusal, (reply) => {
      const body = `${Buffer.from(reply.body ?? [])}`;
      const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      return [headText(withHeader(framed(reply), 'Transfer-Encoding', 'chunked')), chunks];
    }),
  },
];
