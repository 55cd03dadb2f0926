import { type LoadedEvidence, loadEvidence } from '../evidence/file/reader.js';
import { plan } from './plan.js';
import type { Selectable } from './selection.js';
import { unsentIn } from './unsent.js';

/**
 * Saved evidence, with the plan that follows from its inputs: nobody can edit that.
 * @param source its bytes, where they are not read from that path
 * @throws EvidenceFileError
 */
export const loadRun = (contract: Selectable, path: string, source?: AsyncIterable<Buffer>): Promise<LoadedEvidence> =>
  loadEvidence(path, { plan: (inputs) => plan(contract, inputs), unsent: unsentIn }, source);
