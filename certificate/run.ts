import { createHash } from 'node:crypto';
import type { LoadedEvidence } from '../evidence/file/reader.js';
import type { PlanInputs } from '../evidence/plan.js';
import { MAX_TEXT } from '../interface/helpers/text-file.js';
import { judgeEvidence } from '../judge/judge.js';
import type { Report } from '../judge/report/report.js';
import { loadRun } from '../runner/engine/saved-run.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { EVIDENCE_FILE, Refusal } from './bundle.js';

/** The largest number of repetitions in a certified run: a verifier waits for all of them. */
const MAX_REPEAT = 50;

type Whole = Pick<PlanInputs, 'select' | 'readOnly' | 'repeat'>;

/**
 * Says why a run cannot be certified, as the end of "A certificate is about a complete run, and …": all that takes its
 * worth away, for each command.
 */
export function whyNoCertificate({ select, readOnly, repeat = 1 }: Whole, isInsecure: boolean, ownSchemas: boolean) {
  if (ownSchemas) return 'only the built-in schemas say what the contract does (--schemas)';
  if (isInsecure) return 'with --insecure, anybody on the way could have answered';
  if (Object.values(select).some(({ length }) => length > 0))
    return 'a selection (--suite, --scenario, --requirement, --clause) leaves requirements out';
  if (readOnly) return 'a read-only run (--read-only) judges no cancel';
  return repeat > MAX_REPEAT ? `more than ${MAX_REPEAT} repetitions (--repeat) take long to verify` : undefined;
}

/** The run of a bundle, read from its evidence. */
export interface CertifiedRun extends LoadedEvidence {
  /** The digest of the evidence file. */
  readonly sha256: string;
}

/** @throws EvidenceFileError */
export async function readRun(content: AsyncIterable<Buffer>, maxBytes = MAX_TEXT): Promise<CertifiedRun> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const bytes of content) {
      hash.update(bytes);
      yield bytes;
    }
  };
  const loaded = await loadRun(EVIDENCE_FILE, { bytes: hashed(), maxBytes }, ({ inputs, target, excerpt, schemas }) => {
    const isInsecure = target.settings?.tls.includes('insecure') === true;
    const why =
      excerpt === undefined ? whyNoCertificate(inputs, isInsecure, schemas !== undefined) : 'this is an excerpt';
    if (why !== undefined) return `A certificate is about a complete run, and ${why}.`;
    const isKey = inputs.key !== undefined && !inputs.key.isOneCharacter;
    return isKey ? undefined : 'Its run had an API key of one character, or none, which `certify` does not take.';
  });
  return { ...loaded, sha256: hash.digest('hex') };
}

/**
 * Judges the run by the rules of this version, with the edition of the run.
 * @throws Refusal for an edition that this version does not have
 */
export function judgeAgain({ header, evidence }: CertifiedRun): Report {
  const { tool } = header;
  const { editions } = storeOrdersInterface;
  const edition = editions.find(({ id }) => id === header.edition);
  if (edition) return judgeEvidence(evidence, { tool, strict: false, edition });
  const editionIds = editions.map(({ id }) => id).join(', ');
  throw new Refusal('verdict', `The run was scored by edition "${header.edition}"; this version knows ${editionIds}.`);
}
