// Dead Simple Signing Envelope, version 1: https://github.com/secure-systems-lab/dsse
import type { KeyObject } from 'node:crypto';
import { sign, verify } from 'node:crypto';
import { parseBounded } from '../runner/evidence/file/values.js';

/** What the payload is: an in-toto statement. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export interface Envelope {
  readonly payloadType: string;
  /** Base64, as the signatures are. */
  readonly payload: string;
  /** None: an unsigned statement. */
  readonly signatures: readonly EnvelopeSignature[];
}

export interface EnvelopeSignature {
  /** A hint, not under the signature: the fingerprint of the key. */
  readonly keyid: string;
  readonly sig: string;
}

/** The bytes that are signed: type and payload with their lengths, so that neither can be taken for the other. */
export const preAuthEncoding = (type: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

/** Signs the bytes that `preAuthEncoding` makes. */
export type Sign = (bytes: Uint8Array) => Promise<Uint8Array>;

export const signWith =
  (key: KeyObject): Sign =>
  (bytes) =>
    Promise.resolve(sign(null, bytes, key));

/** Puts a payload in an envelope; without a signer, in one that nobody signed. */
export async function seal(
  payload: Uint8Array,
  signer?: { readonly keyid: string; readonly sign: Sign },
): Promise<Envelope> {
  const signature = await signer?.sign(preAuthEncoding(PAYLOAD_TYPE, payload));
  return {
    payloadType: PAYLOAD_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures: signer && signature ? [{ keyid: signer.keyid, sig: Buffer.from(signature).toString('base64') }] : [],
  };
}

export const isSignedBy = ({ payloadType, payload }: Envelope, { sig }: EnvelopeSignature, key: KeyObject): boolean =>
  verify(null, preAuthEncoding(payloadType, bytesOf(payload)), key, bytesOf(sig));

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** Base64 as it is written here: there are other texts for the same bytes, which nothing would protect. */
const isCanonicalBase64 = (text: string): boolean => bytesOf(text).toString('base64') === text;

/** A file of ours: indented JSON. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** An envelope as `seal` makes it, with at most one signature; or what is wrong with the text, a sentence. */
export function envelopeIn(text: string): Envelope | string {
  const value = parsed(text);
  if (!isEnvelope(value)) return 'It is not a DSSE envelope: `payloadType`, `payload` and `signatures`.';
  const { payloadType, payload, signatures } = value;
  if (payloadType !== PAYLOAD_TYPE) return 'The envelope does not hold an in-toto statement.';
  if (signatures.length > 1) return `The envelope has ${signatures.length} signatures; expected one at most.`;
  if (![payload, ...signatures.map(({ sig }) => sig)].every(isCanonicalBase64)) {
    return 'The payload or the signature of the envelope is not valid Base64.';
  }
  const written = { payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) };
  return jsonText(written) === text ? written : 'The envelope holds more than `certify` writes, or was reformatted.';
}

export const payloadOf = ({ payload }: Envelope): string => bytesOf(payload).toString('utf8');

/** Undefined for a text that is not JSON, or could not be read in bounded memory. */
export function parsed(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  const { payloadType, payload, signatures } = Object(value) as Partial<Record<keyof Envelope, unknown>>;
  return (
    typeof payloadType === 'string' &&
    typeof payload === 'string' &&
    Array.isArray(signatures) &&
    signatures.every((entry) => typeof Object(entry).keyid === 'string' && typeof Object(entry).sig === 'string')
  );
}
