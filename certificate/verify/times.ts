import type { Evidence } from '../../runner/evidence/evidence.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { idText } from '../../runner/evidence/request.js';
import { type Check, checkThat } from './check.js';

/** Clocks are set while a run goes on, and instants are rounded. */
const TOLERANCE_MS = 2_000;

/** The clocks of who certifies and who verifies differ. */
const CLOCKS_MS = 10 * 60_000;

/** Whether instants, durations and the order of events are free of contradiction. */
export function checkTimes(evidence: Evidence, issuedAt: string, now: number): Check {
  const { startedAt, durationMs, exchanges } = evidence;
  const from = Date.parse(startedAt);
  const to = from + durationMs;
  const problems = [
    ...exchanges.flatMap((exchange) => {
      const outside =
        exchange.durationMs < 0 || startOf(exchange) < from - TOLERANCE_MS || endOf(exchange) > to + TOLERANCE_MS;
      return outside
        ? [`${idText(exchange.request.id)} was not begun and ended within the run: ${exchange.startedAt}.`]
        : [];
    }),
    ...orderProblems(exchanges),
    ...(Date.parse(issuedAt) < to - TOLERANCE_MS
      ? [`The statement was issued at ${issuedAt}, before the run had ended.`]
      : []),
    ...(Date.parse(issuedAt) > now + CLOCKS_MS
      ? [`The statement was issued at ${issuedAt}, which is in the future.`]
      : []),
  ];
  return checkThat('times', problems, `Begun at ${startedAt}; instants, durations and order agree.`);
}

/** What was begun after another one had ended, as the events count, was so by the clock, too. */
function orderProblems(exchanges: readonly Exchange[]): string[] {
  const byEnd = [...exchanges].sort((a, b) => a.ended - b.ended);
  const byBeginning = [...exchanges].sort((a, b) => a.begun - b.begun);
  let last: Exchange | undefined;
  let next = 0;
  for (const exchange of byBeginning) {
    for (let ended = byEnd[next]; ended && ended.ended < exchange.begun; ended = byEnd[++next]) {
      if (!last || endOf(ended) > endOf(last)) last = ended;
    }
    if (last && startOf(exchange) < endOf(last) - TOLERANCE_MS) {
      return [
        `${idText(exchange.request.id)} was begun after ${idText(last.request.id)} had ended, and its instant is before that.`,
      ];
    }
  }
  return [];
}

const startOf = ({ startedAt }: Exchange): number => Date.parse(startedAt);
const endOf = (exchange: Exchange): number => startOf(exchange) + exchange.durationMs;
