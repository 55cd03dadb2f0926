// Dead Simple Signing Envelope, version 1: https://github.com/secure-systems-lab/dsse
import type { KeyObject } from 'node:crypto';
import { sign, verify } from 'node:crypto';

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

/** Whether a text is Base64 as it is written here: there are others for the same bytes, which nothing would protect. */
export const isCanonicalBase64 = (text: string): boolean => bytesOf(text).toString('base64') === text;
