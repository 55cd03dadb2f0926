import type { KeyObject } from 'node:crypto';
import { VERIFICATION_SUMMARY } from '../attest.js';
import { parsed } from '../bundle/json.js';
import { isSignedBy } from '../signing/dsse.js';
import { fingerprintOf, keyidOf } from '../signing/keys.js';
import { envelopeIn } from '../verify/envelope.js';
import type { CertificateClass } from '../verify/result.js';

export interface SummaryFinding {
  readonly class: CertificateClass;
  /** Why the summary does not count: a sentence. */
  readonly remark?: string;
}

const LEVELS: ReadonlyMap<unknown, CertificateClass> = new Map([
  ['STORE_ORDERS_VERIFIED', 'verified'],
  ['STORE_ORDERS_WITNESSED', 'witnessed'],
]);

/**
 * What a verification summary (`verify --attest`) makes of a bundle.
 * @param sha256 of the statement of the bundle
 * @param programmes keys whose summaries count
 */
export function readSummary(text: string, sha256: string, programmes: readonly KeyObject[]): SummaryFinding {
  const no = (why: string): SummaryFinding => ({
    class: 'self-attested',
    remark: `The verification summary beside it does not count: ${why}.`,
  });
  const envelope = envelopeIn(text);
  if (typeof envelope === 'string') return no('it is not a DSSE envelope as `verify --attest` writes it');
  const [signature] = envelope.signatures;
  if (!signature) return no('nobody signed it');
  const key = programmes.find((programme) => isSignedBy(envelope, signature, programme));
  if (!key) return no('none of the keys that --programme names signed it');
  const by = fingerprintOf(keyidOf(key));
  const { predicateType, predicate } = Object(parsed(Buffer.from(envelope.payload, 'base64').toString('utf8')));
  if (predicateType !== VERIFICATION_SUMMARY) return no(`what ${by} signed is not a verification summary`);
  const { verificationResult, verifiedLevels, inputAttestations } = Object(predicate);
  const [input] = Array.isArray(inputAttestations) ? inputAttestations : [];
  if (Object(Object(input).digest).sha256 !== sha256) return no('it is about another bundle');
  if (verificationResult !== 'PASSED') return no('it says that the bundle did not verify');
  const found = LEVELS.get(Array.isArray(verifiedLevels) ? verifiedLevels[0] : undefined);
  return found ? { class: found } : no('it names no level that this version knows');
}
