// https://docs.sigstore.dev/about/bundle/, version 0.3
import { verify, X509Certificate } from 'node:crypto';
import { canonical } from '../bundle/json.js';
import { type Envelope, preAuthEncoding } from '../signing/dsse.js';
import { type Check, passed, refused } from './check.js';

interface SigstoreBundle {
  readonly certificate: X509Certificate;
  readonly envelope: Envelope;
}

/**
 * Whether a bundle of Sigstore, such as keyless signing in a CI makes, is a signature of this statement by the key in its
 * certificate. That Sigstore issued and logged that certificate is not for an offline look to say.
 */
export function checkSigstore({ payload, payloadType }: Envelope, text: string): Check {
  const bundle = sigstoreBundleIn(text);
  if (typeof bundle === 'string') return refused('sigstore', bundle);
  const { certificate, envelope } = bundle;
  const [signature] = envelope.signatures;
  // A tool may spell the same statement in another way.
  if (envelope.payloadType !== payloadType || meaningOf(envelope.payload) !== meaningOf(payload)) {
    return refused('sigstore', 'The Sigstore bundle signs another statement than the one in the bundle.');
  }
  const signed = preAuthEncoding(payloadType, Buffer.from(envelope.payload, 'base64'));
  const isRight =
    signature !== undefined && verify('sha256', signed, certificate.publicKey, Buffer.from(signature.sig, 'base64'));
  if (!isRight) return refused('sigstore', 'The signature in the Sigstore bundle does not fit the statement.');
  return passed(
    'sigstore',
    `Signed with a certificate for ${certificate.subjectAltName ?? 'nobody'}. Who issued it, and that it was logged: \`cosign verify-blob-attestation\` checks that.`,
  );
}

const meaningOf = (base64: string): string => canonical(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')));

function sigstoreBundleIn(text: string): SigstoreBundle | string {
  const WRONG = 'The Sigstore bundle is not one of version 0.3 with a DSSE envelope and a certificate.';
  try {
    const { mediaType, verificationMaterial, dsseEnvelope } = JSON.parse(text);
    if (mediaType !== 'application/vnd.dev.sigstore.bundle.v0.3+json') return WRONG;
    const certificate = new X509Certificate(Buffer.from(verificationMaterial.certificate.rawBytes, 'base64'));
    if (!Array.isArray(dsseEnvelope.signatures) || dsseEnvelope.signatures.length !== 1) return WRONG;
    meaningOf(dsseEnvelope.payload);
    return { certificate, envelope: dsseEnvelope };
  } catch {
    return WRONG;
  }
}
