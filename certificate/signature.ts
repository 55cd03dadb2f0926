import type { KeyObject } from 'node:crypto';
import { UsageError } from '../runner/input/usage-error.js';
import { type Envelope, isSignedBy } from './dsse.js';
import { fingerprintOf, keyidOf, publicKeyIn } from './keys.js';
import type { Check, Signature } from './verification.js';

/**
 * Whether the signature fits the statement, and whose it is.
 * @param publicKey of the signer, as the statement names it
 * @param trusted keys that the caller named: one of them must have signed, where there are any
 */
export function checkSignature(
  envelope: Envelope,
  publicKey: string | undefined,
  trusted: readonly KeyObject[],
): { readonly signature: Signature; readonly check: Check } {
  const [found] = envelope.signatures;
  const result = (signature: Signature, message: string) => {
    const isMissed = trusted.length > 0 && signature.state !== 'trusted';
    const remark =
      isMissed && signature.state !== 'refused' ? ' With --trust, a key that you trust must have signed.' : '';
    const ok = signature.state !== 'refused' && !isMissed;
    return { signature, check: { check: 'signature' as const, ok, message: message + remark } };
  };
  const refused = (message: string) => result({ state: 'refused' }, message);
  if (!found && publicKey === undefined) return result({ state: 'unsigned' }, 'Nobody signed the bundle.');
  if (!found) return refused('The statement names the key of its signer, and has no signature: was it removed?');
  if (publicKey === undefined) return refused('There is a signature, and the statement does not name the key for it.');
  const key = readKey(publicKey);
  if (typeof key === 'string') return refused(key);
  const keyid = keyidOf(key);
  const shown = fingerprintOf(keyid);
  if (found.keyid !== keyid)
    return refused(`The signature names another key than the statement, which names ${shown}.`);
  if (!isSignedBy(envelope, found, key)) {
    return refused(`The signature does not fit the statement: one of them was changed. Key: ${shown}.`);
  }
  return isAmong(trusted, keyid)
    ? result({ state: 'trusted', keyid }, `Signed by a key that you trust: ${shown}.`)
    : result({ state: 'unknown-signer', keyid }, `Signed by a key that you did not name (--trust): ${shown}.`);
}

export const isAmong = (keys: readonly KeyObject[], keyid: string): boolean =>
  keys.some((key) => keyidOf(key) === keyid);

/** What is wrong with it, as a sentence. */
function readKey(text: string): KeyObject | string {
  try {
    return publicKeyIn(text);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
