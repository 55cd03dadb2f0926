function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const wall = ({ wallSeconds }) => wallSeconds;
export const cpu = ({ cpuSeconds }) => cpuSeconds;
export const peak = ({ peakMiB }) => peakMiB;

/** What one contestant needed, round by round. */
class Results {
  rounds = [];

  median(value) {
    return median(this.rounds.map(value));
  }

  /** The median of what each round gives when both sides are compared in it, so that a busy machine meets both. */
  compared(other, compare) {
    return median(this.rounds.map((own, i) => compare(own, other.rounds[i])));
  }

  ratioTo(other, value) {
    return this.compared(other, (own, others) => value(own) / value(others));
  }
}

/**
 * Lets all contestants run in turn, A B C A B C, so that what else the machine does meets all of them.
 * A contestant is `{ id, run }`; what `run` throws ends the measurement.
 */
export async function sideBySide(contestants, { rounds, warmUps = 0, onRun = () => undefined }) {
  const results = new Map(contestants.map(({ id }) => [id, new Results()]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const { id, run } of contestants) {
      onRun(id, round);
      const measured = await run();
      if (round >= 0) results.get(id).rounds.push(measured);
    }
  }
  return results;
}
