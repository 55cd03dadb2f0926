import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { UsageError } from '../interface/helpers/usage-error.js';

/** If this variable is set, its value protects the private key as a passphrase. */
export const PASSPHRASE_VARIABLE = 'STORE_ORDERS_KEY_PASSPHRASE';

/** A new Ed25519 key pair in PEM (PKCS#8 and SPKI); with a passphrase, its private half is encrypted. */
export function newKeyPair(passphrase?: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem', ...protection }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    publicKey,
  };
}

const derOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** SHA-256 of the public key's SPKI in DER, in hexadecimal. */
export const keyidOf = (key: KeyObject): string => createHash('sha256').update(derOf(key)).digest('hex');

export const isAmong = (keys: readonly KeyObject[], keyid: string | undefined): boolean =>
  keys.some((key) => keyidOf(key) === keyid);

/** The fingerprint as people compare it. */
export const fingerprintOf = (keyid: string): string => `SHA256:${keyid}`;

/** The signer's key as in a statement: SPKI in DER, Base64. */
export const publicKeyText = (key: KeyObject): string => derOf(key).toString('base64');

/** @throws UsageError */
export const publicKeyIn = (text: string): KeyObject =>
  publicKeyFrom(`-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`, 'The key in the statement');

/** @throws UsageError */
export function privateKeyFrom(pem: string, origin: string, passphrase = ''): KeyObject {
  const isEncrypted = pem.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----');
  if (isEncrypted && passphrase === '') {
    throw new UsageError(`${origin} is encrypted. Put its passphrase into the variable ${PASSPHRASE_VARIABLE}.`);
  }
  const wrong = isEncrypted
    ? `could not be decrypted with the passphrase in ${PASSPHRASE_VARIABLE}`
    : 'is not a private key in PEM (PKCS#8). `keygen` writes one';
  return readKey(() => createPrivateKey({ key: pem, passphrase }), origin, wrong);
}

/** @throws UsageError */
export function publicKeyFrom(pem: string, origin: string): KeyObject {
  const wrong = 'is not one public key in PEM (SPKI). `keygen` writes one, with the ending .pub';
  // Exactly one key: a reader of a file with two would take one of them.
  const [before, begin, , end, after, ...more] = pem.trim().split('-----');
  const isOne = begin === 'BEGIN PUBLIC KEY' && end === 'END PUBLIC KEY' && [before, after, ...more].join() === ',';
  return readKey(() => createPublicKey(isOne ? pem : ''), origin, wrong);
}

function readKey(read: () => KeyObject, origin: string, wrong: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (error) {
    throw new UsageError(`${origin} ${wrong}.`, { cause: error });
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(
    `${origin} is a key of the type ${key.asymmetricKeyType}; expected Ed25519. \`keygen\` makes one.`,
  );
}
