import type { Evidence } from '../../runner/evidence/evidence.js';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { held, type Result } from '../../runner/judge/rule.js';
import type { RequirementId } from '../catalogue.generated.js';
import { diagnosed } from './diagnosed.js';
import { type FirstCancels, firstCancels, isUsedUpByText, whyOpen } from './first-cancels.js';
import type { Suspect } from './suspects.js';
import type { Sighting, Timeline } from './timeline.js';

interface Probe {
  readonly requirement: RequirementId;
  /** What must leave an order as it is. */
  readonly suspect: Suspect;
  /** The orders without which it is not judged in full. */
  isAbout(first: FirstCancels): boolean;
}

/** What the diagnosis says; held where a pending order outlived all that was tried on it; open where nothing shows that. */
export function outlivedOrOpen(evidence: Evidence, { requirement, suspect, isAbout }: Probe): Result[] {
  const told = diagnosed(evidence, requirement);
  const shown = firstCancels(evidence).flatMap((first): Result[] => {
    const { timeline, answers, open } = first;
    const seen = outlived(timeline, suspect);
    if (seen) return [held(seen.exchange)];
    if (!isAbout(first) || told.length > 0 || isUsedUpByText(evidence, first)) return [];
    const why = whyOpen(evidence, first);
    if (why) return [why];
    const nothing = `Nothing shows order ${timeline.order.id} as it was after that.`;
    return answers.length + open.length > 0 ? [inconclusive(nothing, answers[0]?.request.id.scenario)] : [];
  });
  return [...told, ...shown];
}

/** That an order was as declared after all that such cancels do (`label`), as far as anything shows it. */
function outlived({ sightings, events }: Timeline, suspect: Suspect): Sighting | undefined {
  const seen = sightings.findLast(({ of, shows }) => of === 'state' && shows === 'declared');
  if (!seen) return undefined;
  const { begun } = seen.exchange;
  const alike = events.filter((event) => event.suspect === suspect);
  const before = new Set(alike.filter(({ exchange }) => exchange.ended < begun).map(({ label }) => label));
  // What came after its own cancel succeeded could not change it any more.
  const isAfterAll = seen.by === 'cancel' || alike.every(({ label }) => before.has(label));
  return isAfterAll && before.size > 0 ? seen : undefined;
}
