import type { Evidence } from '../../evidence/evidence.js';
import { idText, type Request } from '../../evidence/request.js';
import { isUnjudged, type Unjudged } from '../../evidence/unjudged.js';
import { isCalledFor } from '../condition.js';
import { STOPPED } from '../gather.js';
import { DeletionLedger } from '../ledger.js';
import type { Retraced } from './retraced.js';

/** Whether what was not sent was left out for a reason, and nothing else was sent. */
export function unsentContradictions(requests: readonly Retraced[], evidence: Evidence): string[] {
  const ledger = ledgerAfterListing(evidence);
  const planned = new Set(requests.flatMap(({ attempts }) => [...attempts.keys()].map(({ id }) => idText(id))));
  const unknown = [...evidence.unsent.keys()].filter((id) => !planned.has(id));
  return [
    ...unknown.map((id) => `${id} is said not to have been sent, and is not in the plan.`),
    ...requests.flatMap(({ request, attempts }) => {
      const isMeant = request.when === undefined || isCalledFor(request.when, request, evidence);
      const reasons = reasonsAgainst(request, evidence, ledger);
      return [...attempts].flatMap(([each, exchanges]) => {
        const id = idText(each.id);
        const unsent = evidence.unsent.get(id);
        const problem =
          exchanges.length > 0 ? whyNotToSend(request, isMeant, unsent) : whyToSend(isMeant, reasons, unsent);
        return problem === undefined ? [] : [`${id} ${problem}.`];
      });
    }),
  ];
}

function whyNotToSend(request: Request, isMeant: boolean, unsent: Unjudged | undefined): string | undefined {
  if (unsent) return 'was sent, and is said not to have been sent';
  if (request.obstacle) return 'was sent, though it cannot be sent with this key';
  return isMeant ? undefined : 'was sent, though the answers before it do not call for it';
}

function whyToSend(
  isMeant: boolean,
  reasons: readonly (string | undefined)[],
  unsent: Unjudged | undefined,
): string | undefined {
  if (!unsent) return isMeant ? 'is in the plan and was not sent, without a reason' : undefined;
  return reasons.includes(unsent.reason) ? undefined : 'was not sent, for a reason that the evidence does not bear out';
}

/** Why a request may not have been sent, as `gather` puts it. */
function reasonsAgainst(request: Request, evidence: Evidence, ledger: DeletionLedger): (string | undefined)[] {
  const { aim, obstacle } = request;
  const orderId = aim.kind === 'listing' ? '' : ledger.orderIdFor({ ...request, aim });
  return [obstacle?.reason, typeof orderId === 'object' ? orderId.reason : undefined, evidence.obstacle, STOPPED];
}

/** As it stands once the first listing was read. */
function ledgerAfterListing(evidence: Evidence): DeletionLedger {
  const ledger = new DeletionLedger(evidence.plan);
  const before = evidence.listing('before');
  if (!isUnjudged(before)) ledger.known.admit(before.reading);
  return ledger;
}
