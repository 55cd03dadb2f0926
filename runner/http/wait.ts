import { setTimeout as delay } from 'node:timers/promises';
import { type BodySink, LISTING_PATH, type OutgoingRequest, type Transport } from './transport.js';

const POLL_MS = 250;

/** A gateway speaks for a service that is not there yet: that counts only when the time is over. */
const NOT_YET: readonly number[] = [502, 503, 504];

/** The listing may be open to everybody, and long. */
const nothing: BodySink = { write: () => false, end: () => undefined };

/**
 * Asks for the listing without a key until an answer comes, whatever it is: that changes nothing, and tells nobody the key.
 * @returns why there was no answer, as a sentence; undefined where there was one, or the signal ended it
 */
export async function waitForTarget(
  transport: Transport,
  milliseconds: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  // In a variable that is used to the end: Node 20 collects a timeout that only AbortSignal.any refers to.
  const timeout = AbortSignal.timeout(milliseconds);
  const until = AbortSignal.any([signal, timeout]);
  let why: string | undefined = 'It took the connection, but no response came.';
  for (let attempt = 1; !signal.aborted && !timeout.aborted; attempt++) {
    const { outcome } = await transport.send(request(attempt), until, nothing);
    if (outcome.kind === 'response') {
      if (!NOT_YET.includes(outcome.response.status)) return undefined;
      why = undefined;
    } else if (outcome.failure.kind !== 'aborted') why = outcome.failure.message;
    await delay(POLL_MS, undefined, { signal: until }).catch(() => undefined);
  }
  if (signal.aborted || why === undefined) return undefined;
  return `The target did not answer within the ${milliseconds} ms of --wait, so nothing was sent. ${why}`;
}

const request = (attempt: number): OutgoingRequest => ({
  request: {
    id: { scenario: 'wait', name: String(attempt), nth: 1 },
    role: 'listing',
    aim: { kind: 'listing' },
    credential: 'missing',
    purpose: '',
    after: [],
  },
  method: 'GET',
  path: LISTING_PATH,
});
