// https://slsa.dev/spec/v1.0/verification_summary
import type { KeyObject } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { MAX_LINE } from '../runner/input/limits.js';
import { STATEMENT_FILE } from './bundle.js';
import { type Envelope, envelopeIn, isSignedBy, parsed, payloadOf, type Signer, seal } from './dsse.js';
import { STATEMENT_TYPE, subjectText } from './statement.js';
import type { Verification } from './verification.js';

const VERIFICATION_SUMMARY = 'https://slsa.dev/verification_summary/v1';
const LEVEL = 'STORE_ORDERS_VERIFIED';

/** Where the summary of a bundle is: beside it. */
export const summaryPathOf = (bundle: string): string => `${bundle.replace(/\.tar\.gz$/, '')}.summary.dsse.json`;

/** Undefined where there is none; an empty text where what is there is not a file, cannot be read, or is too long. */
export async function summaryBeside(bundle: string): Promise<string | undefined> {
  const path = summaryPathOf(bundle);
  const found = await lstat(path).catch(() => undefined);
  return found && (found.isFile() && found.size <= MAX_LINE ? readFile(path, 'utf8').catch(() => '') : '');
}

/** What a programme says of a bundle that it verified, signed; undefined where that says nothing of itself. */
export async function summaryOf(
  verification: Verification,
  verifierId: string,
  programme: Signer,
): Promise<Envelope | undefined> {
  const { certificate, result, tool, verifiedAt, checks, notProven } = verification;
  if (!certificate) return undefined;
  const { subject, sha256, edition, startedAt } = certificate;
  const holds = result !== 'refused';
  const summary = {
    _type: STATEMENT_TYPE,
    subject: [{ name: subjectText(subject), digest: { sha256 } }],
    predicateType: VERIFICATION_SUMMARY,
    predicate: {
      verifier: { id: verifierId, version: { [tool.name]: tool.version } },
      timeVerified: verifiedAt,
      resourceUri: `urn:store-orders-conformance:certificate:sha256:${sha256}`,
      policy: { uri: `urn:store-orders-conformance:edition:${edition.id}` },
      inputAttestations: [{ uri: STATEMENT_FILE, digest: { sha256 } }],
      verificationResult: holds ? 'PASSED' : 'FAILED',
      verifiedLevels: holds ? [LEVEL] : [],
      // What the bundle is by this summary, and when its run began: a page about it says both.
      conformance: { class: holds ? ('verified' as const) : undefined, startedAt, checks, notProven },
    },
  };
  return seal(JSON.stringify(summary), programme);
}

/**
 * Why a summary does not make the bundle with this statement `verified`, as the end of a sentence; undefined where it does.
 * @param programmes keys whose summaries count
 */
export function whyNoSummary(
  text: string,
  sha256: string | undefined,
  programmes: readonly KeyObject[],
): string | undefined {
  const envelope = envelopeIn(text);
  if (!envelope) return 'it is not a DSSE envelope as `verify --attest` writes it';
  const [signature] = envelope.signatures;
  if (!signature) return 'nobody signed it';
  if (!programmes.some((programme) => isSignedBy(envelope, signature, programme))) {
    return 'none of the keys that --programme names signed it';
  }
  const { predicateType, predicate } = Object(parsed(String(payloadOf(envelope))));
  if (predicateType !== VERIFICATION_SUMMARY) return 'what was signed is not a verification summary';
  const { verificationResult, verifiedLevels, inputAttestations } = Object(predicate);
  if (Object(inputAttestations)[0]?.digest?.sha256 !== sha256) return 'it is about another bundle';
  const isPassed = verificationResult === 'PASSED' && Object(verifiedLevels)[0] === LEVEL;
  return isPassed ? undefined : 'it does not say that the bundle verified';
}
