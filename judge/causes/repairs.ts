import { around, REPAIRS, type Repair } from '../../suites/terms/repair.js';
import { fixOf, type SituationId } from '../../suites/terms/situation.js';
import { reasons } from './reasons.generated.js';

/** Says how to answer a request with the valid key that got this status. */
export const repairOf = (situation: SituationId, got: number): Repair =>
  around(reasonFor(situation, got), fixOf(situation), got >= 500 ? 'The log of the service says what went wrong.' : '');

interface Reason {
  readonly text: string;
  readonly situations?: readonly SituationId[];
  readonly statuses: readonly string[];
}

const REASONS: readonly Reason[] = reasons;

const reasonFor = (situation: SituationId, got: number): string =>
  REASONS.find(
    ({ situations, statuses }) =>
      (situations?.includes(situation) ?? true) &&
      (statuses.includes(String(got)) || statuses.includes(`${Math.floor(got / 100)}xx`)),
  )?.text ?? '';

/** Frameworks answer with these if they have no route for a path or its method. */
export const isUnserved = (status: number): boolean => status === 404 || status === 405 || status === 501;

/** The repair if every cancel gets this status. `isRouted`: the service itself answered that it does not find the order. */
export function repairOfEvery(got: number, isRouted: boolean): Repair {
  if (isUnserved(got)) return isRouted ? REPAIRS.sameOrders : REPAIRS.serve;
  const text = reasonFor('pending', got);
  return text === '' ? REPAIRS.everyCancel : { ...REPAIRS.everyCancel, text };
}
