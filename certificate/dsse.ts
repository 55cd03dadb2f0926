// Dead Simple Signing Envelope, version 1: https://github.com/secure-systems-lab/dsse
import { type KeyObject, verify } from 'node:crypto';
import { keyidOf } from './keys.js';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export type Envelope = Awaited<ReturnType<typeof seal>>;

export interface Signer {
  readonly publicKey: KeyObject;
  /** Signs the bytes that `preAuthEncoding` makes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** The bytes to sign: type and payload with their lengths, so that neither can be mistaken for the other. */
export const preAuthEncoding = (type: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

/** Puts a payload into an envelope. Without a signer, the envelope has no signature. */
export async function seal(payload: string, signer?: Signer) {
  const bytes = Buffer.from(payload);
  const signature = await signer?.sign(preAuthEncoding(PAYLOAD_TYPE, bytes));
  const sig = Buffer.from(signature ?? []).toString('base64');
  return {
    payloadType: PAYLOAD_TYPE,
    payload: bytes.toString('base64'),
    // The fingerprint of the key is a hint, which the signature does not cover.
    signatures: signer ? [{ keyid: keyidOf(signer.publicKey), sig }] : [],
  };
}

export const isSignedBy = (envelope: Envelope, { sig }: Envelope['signatures'][number], key: KeyObject): boolean =>
  verify(null, preAuthEncoding(PAYLOAD_TYPE, payloadOf(envelope)), key, Buffer.from(sig, 'base64'));

export const payloadOf = ({ payload }: Envelope): Buffer => Buffer.from(payload, 'base64');

/** A file of ours: indented JSON. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Parses an envelope. Undefined for a text that differs from the output of `seal`, or has more than one signature. */
export function envelopeIn(text: string): Envelope | undefined {
  const { payload, signatures } = Object(parsed(text));
  const all: unknown[] = Array.isArray(signatures) ? signatures.slice(0, 1) : [];
  const envelope: Envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: canonical(payload),
    signatures: all.map(Object).map(({ keyid, sig }) => ({ keyid: textIn(keyid), sig: canonical(sig) })),
  };
  return jsonText(envelope) === text ? envelope : undefined;
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Base64 in our spelling. Other spellings of the same bytes would not be covered by the signature. */
const canonical = (base64: unknown): string => Buffer.from(textIn(base64), 'base64').toString('base64');

/** Undefined for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
