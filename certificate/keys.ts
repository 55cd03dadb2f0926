import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { UsageError } from '../runner/input/usage-error.js';

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

/** Exactly one, and nothing else: a reader of a file with two keys would take one of them. */
const PUBLIC_PEM = /^-----BEGIN PUBLIC KEY-----\r?\n[A-Za-z0-9+/=\r\n]{1,4096}-----END PUBLIC KEY-----\s{0,9}$/;

/** @throws UsageError */
export function publicKeyFrom(pem: string, origin: string): KeyObject {
  const isOne = pem.split('-----BEGIN ', 3).length === 2;
  if (!isOne && pem.includes('-----BEGIN '))
    throw new UsageError(`${origin} holds more than one key; give a file each.`);
  try {
    if (!PUBLIC_PEM.test(pem)) throw new Error('not a public key');
    return demandSafe(demandEd25519(createPublicKey(pem), origin), origin);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${origin} is not a public key in PEM (SPKI). \`keygen\` writes one, with the ending .pub.`, {
      cause: error,
    });
  }
}

/** As a statement names the key of its signer: SPKI in DER, Base64. */
export const publicKeyText = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

/** @throws UsageError */
export const publicKeyIn = (text: string): KeyObject =>
  publicKeyFrom(`-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`, 'The key in the statement');

function demandEd25519(key: KeyObject, origin: string): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(
    `${origin} is a key of the type ${key.asymmetricKeyType}; expected Ed25519. \`keygen\` makes one.`,
  );
}

/**
 * The points of Ed25519 whose order divides 8, in each spelling, without the sign in the last bit: under such a key, one
 * signature fits nearly every message.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  `00${'00'.repeat(31)}`,
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

function demandSafe(key: KeyObject, origin: string): KeyObject {
  const point = key.export({ type: 'spki', format: 'der' }).subarray(-32);
  const last = (point[31] as number) & 0x7f;
  if (!SMALL_ORDER.has(Buffer.concat([point.subarray(0, 31), Buffer.from([last])]).toString('hex'))) return key;
  throw new UsageError(`${origin} is a point of small order, so anybody can sign for it. \`keygen\` makes a safe one.`);
}
