function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const wall = ({ wallSeconds }) => wallSeconds;
export const cpu = ({ cpuSeconds }) => cpuSeconds;
export const peak = ({ peakMiB }) => peakMiB;

/** The measurements of one contestant, one for each round. */
class Results {
  rounds = [];

  median(value) {
    return median(this.rounds.map(value));
  }

  /** Compares both sides within each round, so that a busy machine slows both, and returns the median. */
  compared(other, compare) {
    return median(this.rounds.map((own, i) => compare(own, other.rounds[i])));
  }

  ratioTo(other, value) {
    return this.compared(other, (own, others) => value(own) / value(others));
  }
}

/**
 * Runs the contestants in turn, A B C A B C, so that a busy machine slows all of them.
 * A contestant is `{ id, run }`. If `run` throws, the measurement ends.
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
