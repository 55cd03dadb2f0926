import type { RequirementId } from '../terms/ids.js';
import { isContradicted } from './sighting.js';
import { changesOrder, isDoubtful, SUSPICIONS } from './suspects.js';
import type { Window } from './windows.js';

export const CONSERVED = 'orders.conserved' satisfies RequirementId;

interface Blame {
  /** The requirement that the window breaks, if only one kind explains it. */
  readonly broken?: RequirementId | undefined;
  /** Says whether the order itself changed, whoever changed it. */
  readonly conservation: 'broken' | 'open' | 'untouched';
  readonly open: readonly RequirementId[];
}

/**
 * Decides who is blamed. One kind breaks its own requirement. Several kinds, each a `must`, break conservation only. If
 * one of several is doubtful, all stay open.
 */
export function blameFor({ kinds, timeline: { order }, sighting }: Window): Blame {
  if (kinds.includes('fixture')) {
    const isOpen = order.state === 'pending' && !isContradicted(sighting);
    return { conservation: 'untouched', open: isOpen ? ['cancel.pending.status'] : [] };
  }
  const possible = [...new Set(kinds.flatMap((kind) => SUSPICIONS[kind].breaks?.(order, sighting.exchange) ?? []))];
  const changing = kinds.filter(changesOrder).length;
  const isDoubted = kinds.some(isDoubtful);
  if (isDoubted && kinds.length > 1) return { conservation: changing > 0 ? 'open' : 'untouched', open: possible };
  if (possible.length > 1) return { conservation: 'broken', open: possible };
  // The contract does not say what a cancel of an order in another state does to it (§3).
  const isOwn = kinds.includes('own-cancel') && order.state === 'other';
  const conservation = changing < kinds.length ? 'open' : 'broken';
  return {
    broken: possible[0],
    conservation: changing === 0 || isOwn || isDoubted ? 'untouched' : conservation,
    open: [],
  };
}
