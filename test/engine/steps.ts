import { type Request, sharedListingOf } from '../../evidence/request.js';
import { CONSECUTIVE_STAGES, STAGE_NAMES, STAGES, type Stage } from '../../evidence/stages.js';

/** A stage that runs beside others begins with the stage after it. */
const stageOf = ({ stage }: Request): Stage =>
  STAGE_NAMES.slice(STAGE_NAMES.indexOf(stage)).find((name) => CONSECUTIVE_STAGES.includes(name)) ?? stage;

/**
 * The steps of a run in which a request may begin, and must have ended: its stage, or the listing after that. A request
 * that opens a connection may start together with the listing before its stage. One that follows a cancel on its connection may
 * last until the last listing.
 */
export function stepsOf(request: Request): { readonly first: number; readonly last: number } {
  const step = (stage: Stage): number => CONSECUTIVE_STAGES.indexOf(stage) * 2;
  const { until } = STAGES[request.stage];
  const first = step(stageOf(request));
  if (until) return { first, last: step(until) };
  if (request.role === 'opener') return { first: Math.max(0, first - 1), last: first };
  if (request.role === 'next') return { first, last: step('again') };
  const isListing = sharedListingOf(request) !== undefined && request.stage !== 'look';
  return isListing ? { first: first + 1, last: first + 1 } : { first, last: first };
}
