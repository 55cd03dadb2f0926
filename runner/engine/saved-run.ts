import { EvidenceFileError, type LoadedEvidence, loadEvidence } from '../evidence/file/reader.js';
import type { Plan, PlanInputs } from '../evidence/plan.js';
import { plan } from './plan.js';
import type { Selectable } from './selection.js';
import { unsentIn } from './unsent.js';

/**
 * Saved evidence, with the plan that follows from its inputs: nobody can edit that.
 * @param source its bytes, where they are not read from that path
 * @param maxRepeat repetitions of a request at most: what takes long to judge is refused before it is read
 * @throws EvidenceFileError
 */
export function loadRun(
  contract: Selectable,
  path: string,
  source?: AsyncIterable<Buffer>,
  maxRepeat = Number.POSITIVE_INFINITY,
): Promise<LoadedEvidence> {
  const planned = (inputs: PlanInputs): Plan => {
    const { repeat = 1 } = inputs;
    if (repeat <= maxRepeat) return plan(contract, inputs);
    throw new EvidenceFileError(`${path}: its run has ${repeat} repetitions; at most ${maxRepeat} are read here.`);
  };
  return loadEvidence(path, { plan: planned, unsent: unsentIn }, source);
}
