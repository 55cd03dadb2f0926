import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { UsageError } from '../../runner/input/usage-error.js';

/** A private key is protected by a passphrase where this variable holds one. */
export const PASSPHRASE_VARIABLE = 'STORE_ORDERS_KEY_PASSPHRASE';

export interface KeyPair {
  /** PKCS#8, PEM. */
  readonly privatePem: string;
  /** SPKI, PEM. */
  readonly publicPem: string;
  readonly keyid: string;
}

/** A new Ed25519 key pair; with a passphrase, its private half is encrypted. */
export function newKeyPair(passphrase?: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem', ...protection }).toString(),
    publicPem: pemOf(publicKey),
    keyid: keyidOf(publicKey),
  };
}

export const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** SHA-256 of the public key's SPKI in DER, in hexadecimal. */
export const keyidOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** As people compare it. */
export const fingerprintOf = (keyid: string): string => `SHA256:${keyid}`;

/**
 * @param origin the option and the file, for messages
 * @throws UsageError
 */
export function privateKeyFrom(pem: string, origin: string, passphrase?: string): KeyObject {
  const isEncrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----/.test(pem);
  if (isEncrypted && passphrase === undefined) {
    throw new UsageError(`${origin} is encrypted. Put its passphrase into the variable ${PASSPHRASE_VARIABLE}.`);
  }
  try {
    return demandEd25519(createPrivateKey({ key: pem, ...(isEncrypted && { passphrase: passphrase ?? '' }) }), origin);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = isEncrypted
      ? `could not be decrypted with the passphrase in ${PASSPHRASE_VARIABLE}`
      : `is not a private key in PEM (PKCS#8). \`keygen\` writes one`;
    throw new UsageError(`${origin} ${why}.`, { cause: error });
  }
}

/** @throws UsageError */
export function publicKeyFrom(pem: string, origin: string): KeyObject {
  try {
    // createPublicKey also takes a private key, which must not be handed around.
    if (!/^-----BEGIN PUBLIC KEY-----/.test(pem.trim())) throw new Error('not a public key');
    return demandEd25519(createPublicKey(pem), origin);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${origin} is not a public key in PEM (SPKI). \`keygen\` writes one, with the ending .pub.`, {
      cause: error,
    });
  }
}

function demandEd25519(key: KeyObject, origin: string): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(
    `${origin} is a key of the type ${key.asymmetricKeyType}; expected Ed25519. \`keygen\` makes one.`,
  );
}
