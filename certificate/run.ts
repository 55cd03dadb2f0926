import { createHash } from 'node:crypto';
import { loadRun } from '../runner/engine/saved-run.js';
import type { LoadedEvidence } from '../runner/evidence/file/reader.js';
import { judge } from '../runner/judge/judge.js';
import type { Report } from '../runner/judge/report.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { EVIDENCE_FILE } from './bundle.js';
import { Refusal } from './check.js';

/** Repetitions in the run of a certificate: a hundred are judged again in three seconds, and whoever verifies waits. */
export const MAX_REPEAT = 100;

/** The run that a bundle is about, as its evidence shows it. */
export interface CertifiedRun extends LoadedEvidence {
  /** Of the file of evidence. */
  readonly sha256: string;
}

/** @throws EvidenceFileError */
export async function readRun(content: AsyncIterable<Buffer>): Promise<CertifiedRun> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const bytes of content) {
      hash.update(bytes);
      yield bytes;
    }
  };
  const loaded = await loadRun(storeOrdersInterface, EVIDENCE_FILE, hashed(), MAX_REPEAT);
  return { ...loaded, sha256: hash.digest('hex') };
}

/**
 * As the run was scored, by the rules of this version.
 * @throws Refusal for an edition that this version does not have
 */
export function judgeAgain({ header, evidence }: CertifiedRun): Report {
  const { tool, strict } = header;
  const { editions } = storeOrdersInterface;
  const edition = editions.find(({ id }) => id === header.edition);
  if (edition) return judge(storeOrdersInterface, evidence, { tool, strict, edition });
  const known = editions.map(({ id }) => id).join(', ');
  throw new Refusal('verdict', `The run was scored by edition "${header.edition}"; this version knows ${known}.`);
}
