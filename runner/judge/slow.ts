import type { Evidence } from '../evidence/evidence.js';

/** Most services answer in a fraction of this time. A busy client machine does not reach it either. */
const SLOW_MS = 4000;
const FEW = 3;

/** A sentence of advice if several answers were slow. Undefined if not. */
export function slowNote({ exchanges }: Evidence): string | undefined {
  const slow = exchanges.filter(({ outcome, durationMs }) => outcome.kind === 'response' && durationMs >= SLOW_MS);
  if (slow.length < FEW) return undefined;
  const times = slow.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  const middle = ((times[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(1);
  const kept = slow.filter(({ sent }) => sent.kept).length;
  const where = kept === slow.length ? ', all on kept connections' : kept === 0 ? '' : `, ${kept} on kept connections`;
  return `${slow.length} of ${exchanges.length} answers took ${SLOW_MS / 1000} s or more (median ${middle} s${where}). ${ADVICE}`;
}

const ADVICE =
  'Look at the load of the service. A server with a thread for each connection waits like this while idle connections hold its threads: raise their number, or lower its keep-alive timeout.';
