import { type Evidence, showsAbsence } from '../evidence/evidence.js';
import { declaredOrders } from '../evidence/plan.js';
import { isUnjudged } from '../evidence/unjudged.js';

/** Declared orders that the listing contradicts: the fixtures may be wrong, or the listing. A sentence each. */
export function fixtureWarnings(evidence: Evidence): string[] {
  const warnings = allWarnings(evidence);
  const more = warnings.length - MAX_WARNINGS;
  if (more <= 0) return warnings;
  return [...warnings.slice(0, MAX_WARNINGS), `The listing contradicts ${more} more declared orders.`];
}

const MAX_WARNINGS = 100;

function allWarnings(evidence: Evidence): string[] {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [];
  const { reading } = before;
  const listed = evidence.plan.orders.unknown
    .filter((id) => reading.lists(id))
    .map((id) => `Order ${id} is declared unknown, but the target lists it. It is left alone; declare another id.`);
  if (!showsAbsence(reading)) return listed;
  const absent = declaredOrders(evidence.plan)
    .filter(({ id }) => !reading.lists(id))
    .map(
      ({ id, state }) =>
        `Order ${id} is declared ${state}, but the target does not list it: the fixture may be wrong, or the listing incomplete.`,
    );
  return [...listed, ...absent];
}
