import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeAbortController, NodeAbortSignal } from '../../interface/helpers/native.js';
import { LISTING_PATH, OPERATIONS } from '../../interface/interface.js';
import type { BodySink, OutgoingRequest, Transport } from '../http/transport.js';

const POLL_MS = 250;

/** The pause between two messages to the user. */
const TELL_MS = 5_000;

/**
 * A gateway, or a server without its routes yet, may answer for a service that is still starting. Such a status counts
 * only when the time is over.
 */
const NOT_YET: readonly number[] = [404, 502, 503, 504];

/** Reads nothing of the listing, which may be open to everybody, and long. */
const nothing: BodySink = { write: () => false, end: () => undefined };

/**
 * Requests the listing without a key until an answer comes. That changes nothing and shows nobody the key.
 * @param tell gets a sentence every few seconds
 * @returns a sentence that says why there was no answer; undefined if there was one, or the signal ended the wait
 */
export async function waitForTarget(
  transport: Transport,
  milliseconds?: number,
  signal = new NodeAbortController().signal,
  tell: (sentence: string) => void = () => undefined,
): Promise<string | undefined> {
  if (milliseconds === undefined) return undefined;
  // Kept in a variable that is used until the end: Node 20 collects a timeout that only AbortSignal.any refers to.
  const timeout = NodeAbortSignal.timeout(milliseconds);
  const until = NodeAbortSignal.any([signal, timeout]);
  const started = performance.now();
  let messageAt = Number.NEGATIVE_INFINITY;
  let why = 'It took the connection, but no response came.';
  let isAnswered = false;
  for (let attempt = 1; !signal.aborted && !timeout.aborted; attempt++) {
    const { outcome } = await transport.send(request(attempt), until, nothing);
    if (outcome.kind === 'response') {
      const { status } = outcome.response;
      if (!NOT_YET.includes(status)) return undefined;
      isAnswered = true;
      why = `The listing got ${status}.`;
    } else if (outcome.failure.kind !== 'aborted') {
      isAnswered = false;
      why = outcome.failure.message;
    }
    const passed = performance.now() - started;
    if (passed - messageAt >= TELL_MS && !until.aborted) {
      messageAt = passed;
      tell(`Waiting for the target, ${Math.round(passed / 1000)} s of at most ${milliseconds / 1000} s. ${why}`);
    }
    await delay(POLL_MS, undefined, { signal: until }).catch(() => undefined);
  }
  if (signal.aborted || isAnswered) return undefined;
  return `The target did not answer within the ${milliseconds / 1000} s of --wait, so nothing was sent. ${why}`;
}

const LISTING = {
  role: 'listing',
  aim: { kind: 'listing' },
  credential: 'missing',
  purpose: '',
  stage: 'look',
} as const;

const request = (attempt: number): OutgoingRequest => ({
  request: { ...LISTING, id: { scenario: 'wait', name: String(attempt), nth: 1 } },
  method: OPERATIONS.listOrders.method,
  path: LISTING_PATH,
});
