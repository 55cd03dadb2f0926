import { gzipSync } from 'node:zlib';
import type { Reply } from '../reply.js';
import { withBody, withHeader } from '../reply.js';
import type { Behaviour } from '../steps.js';
import { framed, headText, sendingRaw } from '../wire.js';

/** Announces the whole length, sends half of the body, and closes the connection. */
export const cutOff = (wanted: (reply: Reply) => boolean): Behaviour =>
  sendingRaw(wanted, (reply) => {
    const body = reply.body ?? Buffer.alloc(0);
    return [headText(framed(reply)), body.subarray(0, body.byteLength / 2)];
  });

/** Half of the compressed body, announced as the whole. */
export const compressedHalf = (reply: Reply): Reply => {
  const compressed = gzipSync(reply.body ?? new Uint8Array());
  return withBody(withHeader(reply, 'Content-Encoding', 'gzip'), compressed.subarray(0, compressed.length / 2));
};
