import type { KeyObject } from 'node:crypto';
import { UsageError } from '../../runner/input/usage-error.js';
import { type Envelope, isSignedBy } from '../signing/dsse.js';
import { fingerprintOf, keyidOf, publicKeyFrom } from '../signing/keys.js';
import { type Check, passed, refused } from './check.js';

/** Who signed, as far as that is known. */
export type Signature =
  | { readonly state: 'unsigned' }
  | { readonly state: 'trusted' | 'unknown-signer' | 'refused'; readonly keyid: string };

export interface CheckedSignature {
  readonly check: Check;
  readonly signature: Signature;
}

/**
 * @param ownKey the public key in the bundle, PEM; absent where there is none
 * @param trusted keys that the caller named
 */
export function checkSignature(
  envelope: Envelope,
  ownKey: string | undefined,
  trusted: readonly KeyObject[],
): CheckedSignature {
  const [found] = envelope.signatures;
  const wasAsked = trusted.length > 0;
  if (!found) {
    const check = wasAsked
      ? refused('signature', 'The bundle is unsigned; with --trust, a signature by one of these keys is needed.')
      : ownKey === undefined
        ? passed('signature', 'The bundle is unsigned: who handed it in is not known.')
        : refused('signature', 'The bundle holds a public key, and no signature: was it removed?');
    return { check, signature: { state: 'unsigned' } };
  }
  const { keyid } = found;
  const as = (state: 'trusted' | 'unknown-signer' | 'refused', message: string): CheckedSignature => ({
    check: state === 'refused' ? refused('signature', message) : passed('signature', message),
    signature: { state, keyid },
  });
  const key = ownKey === undefined ? undefined : readKey(ownKey);
  if (!key)
    return as('refused', 'The statement is signed, and the bundle holds no Ed25519 public key to check that with.');
  const id = keyidOf(key);
  const shown = fingerprintOf(id);
  if (id !== keyid)
    return as('refused', `The signature names the key ${fingerprintOf(keyid)}; the bundle holds ${shown}.`);
  if (!isSignedBy(envelope, found, key)) {
    return as('refused', `The signature does not fit the statement: one of them was changed. Key: ${shown}.`);
  }
  if (trusted.some((other) => keyidOf(other) === id)) return as('trusted', `Signed by a key that you trust: ${shown}.`);
  return wasAsked
    ? as('refused', `Signed by ${shown}, which is not a key that you trust (--trust).`)
    : as('unknown-signer', `Signed by a key that you did not name (--trust): ${shown}.`);
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return publicKeyFrom(pem, 'signing-key.pub');
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
