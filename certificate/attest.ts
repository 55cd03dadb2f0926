// https://slsa.dev/spec/v1.0/verification_summary

import { STATEMENT_TYPE } from './bundle/statement.js';
import { subjectText } from './bundle/subject.js';
import { type Envelope, seal } from './signing/dsse.js';
import type { Verification } from './verify/result.js';

export const VERIFICATION_SUMMARY = 'https://slsa.dev/verification_summary/v1';

/** What a programme says of a bundle that it verified; undefined where that says nothing of itself. */
export function summaryOf(verification: Verification, verifierId: string): object | undefined {
  const { certificate, verified, tool, verifiedAt } = verification;
  if (!certificate) return undefined;
  const { subject, sha256, edition } = certificate;
  const name = subjectText(subject);
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name, digest: { sha256 } }],
    predicateType: VERIFICATION_SUMMARY,
    predicate: {
      verifier: { id: verifierId, version: { [tool.name]: tool.version } },
      timeVerified: verifiedAt,
      resourceUri: `urn:store-orders-conformance:certificate:sha256:${sha256}`,
      policy: { uri: `urn:store-orders-conformance:edition:${edition.id}` },
      inputAttestations: [{ uri: 'statement.dsse.json', digest: { sha256 } }],
      verificationResult: verified ? 'PASSED' : 'FAILED',
      verifiedLevels: verified ? [`STORE_ORDERS_${verification.class.toUpperCase()}`] : [],
      conformance: {
        class: verification.class,
        checks: verification.checks,
        differences: verification.differences,
        notProven: verification.notProven,
      },
    },
  };
}

/** The same in an envelope that the programme signs. */
export const attest = (summary: object, programme: Parameters<typeof seal>[1]): Promise<Envelope> =>
  seal(Buffer.from(JSON.stringify(summary)), programme);
