import { sourceIn } from '../../runner/evidence/body.js';
import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import type { Broken } from '../../runner/judge/rule.js';
import { answered, orderIdOf } from '../answers.js';

/** `shipDate` is an expectation, which may change by itself. */
const MEMBERS = ['petId', 'quantity', 'complete'] as const;

/** §1: a cancel does not rewrite the orders that nobody cancelled. */
export function rewrittenMembers(evidence: Evidence): Broken[] {
  const [before, after] = [evidence.listing('before'), evidence.listing('after')];
  if (isUnjudged(before) || isUnjudged(after)) return [];
  const accepted = answered(evidence.answers(({ operation }) => operation === 'cancelOrder')).filter(
    ({ status, exchange }) => isSuccess(status) && exchange.begun < after.exchange.ended,
  );
  const cancelled = new Set(accepted.flatMap(({ request }) => orderIdOf(request) ?? []));
  return declaredOrders(evidence.plan)
    .filter(({ id }) => before.reading.elements.has(id) && !cancelled.has(id))
    .flatMap(({ id }) =>
      MEMBERS.flatMap((member): Broken[] => {
        const was = sourceIn(before.reading.elements.get(id), `/${member}`);
        const is = sourceIn(after.reading.elements.get(id), `/${member}`);
        if (was === undefined || sourceIn(after.reading.elements.get(id), '/id') === undefined) return [];
        if (is !== undefined && isSame(was, is)) return [];
        const message = `\`${member}\` of order ${id} changed after other orders were cancelled.`;
        return [{ message, expected: was, actual: is ?? 'no such member', at: 'body', exchange: after.exchange }];
      }),
    );
}

/** `1.0` is the integer 1; integers are compared to the digit. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/[.eE]/.test(one + other) && Number(one) === Number(other));
