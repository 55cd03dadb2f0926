import type { Evidence } from '../../runner/evidence/evidence.js';
import { once } from '../../runner/once.js';
import { type Conflict, conflicts } from './conflicts.js';
import { AGAINST, MISTAKES, type Mistake, NAMED_SLACK, SLACK } from './mistakes.js';

// Who is to blame: the smallest sets of mistakes that explain all that was seen of all orders (Reiter, 1987).

/** What explains one conflict, in the best explanations of all. */
export interface Explained {
  readonly conflict: Conflict;
  /** The likeliest first. */
  readonly mistakes: readonly Mistake[];
  /** These would explain it, too, if something little likelier were not the case. */
  readonly named: readonly Mistake[];
}

export const diagnosis = once((evidence: Evidence): readonly Explained[] => {
  const open = conflicts(evidence).filter(({ by }) => by.size > 0);
  const sets = explanations(open);
  const best = sets[0]?.cost ?? 0;
  const within = (slack: number) => sets.filter(({ cost }) => cost <= best + slack).map(({ mistakes }) => mistakes);
  const [good, named] = [within(SLACK), within(NAMED_SLACK)];
  return open.map((conflict) => {
    const of = (some: readonly (readonly Mistake[])[]) => [
      ...new Set(some.flatMap((set) => likeliest(conflict, set) ?? [])),
    ];
    // What only an effect that takes its time explains is not worth a word beside what is likelier, and needs no such thing.
    const isOnTime = (mistake: Mistake): boolean => (conflict.by.get(mistake) ?? 0) < AGAINST.late;
    const mistakes = of(good);
    // Of the hundred cancels that do not name the order, only those are told that explain what no nearer one does.
    const near = new Set(conflict.suspects.flatMap(({ suspect, isFar }) => (isFar ? [] : suspect)));
    const suspects = conflict.suspects.filter(
      ({ suspect, isFar }) => !isFar || (mistakes.includes(suspect) && !near.has(suspect)),
    );
    return {
      conflict: { ...conflict, suspects },
      mistakes,
      named: of(named).filter((mistake) => isOnTime(mistake) || mistakes.includes(mistake)),
    };
  });
});

const ALL = Object.keys(MISTAKES) as readonly Mistake[];

interface Explanation {
  readonly mistakes: readonly Mistake[];
  readonly cost: number;
}

/** Every set of mistakes that leaves no conflict unexplained, and in which none is idle; the likeliest first. */
function explanations(open: readonly Conflict[]): readonly Explanation[] {
  const different = [...new Map(open.map((conflict) => [JSON.stringify([...conflict.by].sort()), conflict])).values()];
  const useful = ALL.filter((mistake) => different.some(({ by }) => by.has(mistake)));
  const found = Array.from({ length: 2 ** useful.length }, (_, bits) => {
    const mistakes = useful.filter((_, bit) => bits & (2 ** bit));
    return { mistakes, cost: costOf(mistakes, different) };
  }).filter(({ cost }) => cost < Number.POSITIVE_INFINITY);
  // One more mistake is worth it where it asks clearly less to be believed than what it takes the place of.
  const isMinimal = ({ mistakes, cost }: Explanation): boolean =>
    !found.some(
      (other) =>
        other.cost <= cost + SLACK &&
        other.mistakes.length < mistakes.length &&
        other.mistakes.every((each) => mistakes.includes(each)),
    );
  return found.filter(isMinimal).sort((one, other) => one.cost - other.cost);
}

/** Each conflict has the likeliest of the set; what is against a mistake counts once. */
function costOf(set: readonly Mistake[], open: readonly Conflict[]): number {
  const against = new Map<Mistake, number>();
  for (const conflict of open) {
    const mistake = likeliest(conflict, set);
    if (!mistake) return Number.POSITIVE_INFINITY;
    against.set(mistake, Math.max(against.get(mistake) ?? 0, conflict.by.get(mistake) ?? 0));
  }
  return set.reduce((sum, mistake) => sum + MISTAKES[mistake].cost + (against.get(mistake) ?? 0), 0);
}

/** Of a set, what explains this conflict best. */
function likeliest({ by }: Conflict, set: readonly Mistake[]): Mistake | undefined {
  const costIn = (mistake: Mistake): number => MISTAKES[mistake].cost + (by.get(mistake) ?? 0);
  return set.filter((mistake) => by.has(mistake)).sort((one, other) => costIn(one) - costIn(other))[0];
}
