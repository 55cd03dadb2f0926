import {
  EvidenceFileError,
  type EvidenceSource,
  type LoadedEvidence,
  loadEvidence,
} from '../../evidence/file/reader.js';
import type { Look, Plan, PlanInputs } from '../../evidence/plan.js';
import type { Request } from '../../evidence/request.js';
import { MAX_ORDERS } from '../../interface/helpers/text-file.js';
import { unsentIn } from './condition.js';
import { outgoing } from './outgoing.js';
import { planRequests } from './plan.js';

const messageOf = (request: Request, planned: Plan, baseUrl: string) => {
  const { method, path, orderId } = outgoing(request, planned, false);
  return { method, url: baseUrl + path, orderId };
};

/**
 * Loads saved evidence. Its plan is computed from the saved inputs, so nobody can edit it.
 * @param whyNot says in a sentence why the caller refuses these inputs; called before anything is planned or read
 * @throws EvidenceFileError
 */
export function loadRun(
  path: string,
  source: EvidenceSource = {},
  whyNot: (inputs: PlanInputs) => string | undefined = () => undefined,
): Promise<LoadedEvidence> {
  const planned = (inputs: PlanInputs, look?: Look): Plan => {
    const { pending, shipped, other, unknown } = inputs.orders;
    const amount = pending.length + shipped.length + other.length + unknown.length;
    const problem =
      amount > MAX_ORDERS ? `It declares ${amount} orders; at most ${MAX_ORDERS} are read.` : whyNot(inputs);
    if (problem !== undefined) throw new EvidenceFileError(`${path}: ${problem}`);
    return planRequests(inputs, look);
  };
  return loadEvidence(path, { plan: planned, message: messageOf, unsent: unsentIn }, source);
}
