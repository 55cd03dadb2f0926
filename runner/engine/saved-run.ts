import type { HeaderLine } from '../../evidence/file/lines.js';
import { type EvidenceSource, type LoadedEvidence, loadEvidence } from '../../evidence/file/reader.js';
import type { Plan } from '../../evidence/plan.js';
import type { Request } from '../../evidence/request.js';
import { ORDER_LISTS } from '../../interface/declared.js';
import { MAX_ORDERS } from '../../interface/helpers/text-file.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { unsentIn } from './condition.js';
import { outgoing } from './outgoing.js';
import { planRequests } from './plan.js';

const messageOf = (request: Request, planned: Plan, baseUrl: string) => {
  const { method, path, orderId } = outgoing(request, planned, false);
  return { method, url: baseUrl + path, orderId };
};

/**
 * Loads saved evidence. Its plan is computed from the saved inputs, so nobody can edit it.
 * @param whyNot says in a sentence why the caller refuses this evidence; called before anything is planned or read
 * @throws EvidenceFileError
 */
export function loadRun(
  path: string,
  source: EvidenceSource = {},
  whyNot: (header: HeaderLine) => string | undefined = () => undefined,
): Promise<LoadedEvidence> {
  const refusal = (header: HeaderLine): string | undefined => whyUnreadable(header) ?? whyNot(header);
  return loadEvidence(path, { whyNot: refusal, plan: planRequests, message: messageOf, unsent: unsentIn }, source);
}

/** Says why no command can judge this evidence again. */
function whyUnreadable({ contract, excerpt, inputs: { orders } }: HeaderLine): string | undefined {
  const { name, version, requirements } = storeOrdersInterface;
  if (contract.name !== name || contract.version !== version)
    return `The evidence is of ${contract.name} ${contract.version}; this version judges ${name} ${version}.`;
  if (excerpt !== undefined && !requirements.some(({ id }) => id === excerpt))
    return `It is an excerpt for ${JSON.stringify(excerpt)}, and there is no requirement of that name.`;
  const amount = ORDER_LISTS.flatMap((list) => orders[list]).length;
  return amount > MAX_ORDERS ? `It declares ${amount} orders; at most ${MAX_ORDERS} are read.` : undefined;
}
