export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What one contestant needed, round by round, or why it could not do it. */
export class Results {
  rounds = [];
  failure;

  median(value) {
    return this.failure || this.rounds.length === 0 ? undefined : median(this.rounds.map(value));
  }

  /** The median of what each round gives when both sides are compared in it, so that a busy machine meets both. */
  compared(other, compare) {
    if (this.failure || other.failure) return undefined;
    return median(this.rounds.map((own, i) => compare(own, other.rounds[i])));
  }

  ratioTo(other, value) {
    return this.compared(other, (own, others) => value(own) / value(others));
  }
}

/**
 * Lets all contestants run in turn, A B C A B C, so that what else the machine does meets all of them.
 * A contestant is `{ id, run }`; what `run` throws is its failure, and it takes no further part.
 */
export async function sideBySide(contestants, { rounds, warmUps = 0, onRun = () => undefined }) {
  const results = new Map(contestants.map(({ id }) => [id, new Results()]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const { id, run } of contestants) {
      const own = results.get(id);
      if (own.failure) continue;
      onRun(id, round);
      try {
        const measured = await run();
        if (round >= 0) own.rounds.push(measured);
      } catch (error) {
        own.failure = error.message;
      }
    }
  }
  return results;
}
