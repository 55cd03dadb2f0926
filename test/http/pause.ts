import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import pauses from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

const atOnce = (): Promise<void> => Promise.resolve();

/** Until the end of the test, `pause` replaces the pauses of node:timers/promises. Returns their lengths in milliseconds. */
export function skippedPauses(pause: (milliseconds: number) => Promise<void> = atOnce): () => readonly number[] {
  const spied = vi
    .spyOn(pauses, 'setTimeout')
    .mockClear()
    .mockImplementation((milliseconds = 0) => pause(milliseconds));
  syncBuiltinESMExports();
  onTestFinished(() => {
    spied.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spied.mock.calls.map(([milliseconds = 0]) => milliseconds);
}

/** A turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Until the end of the test, time passes only in pauses. Returns the time in milliseconds. */
export function heldClock(): () => number {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  skippedPauses(async (milliseconds) => {
    const end = now + milliseconds;
    await turn();
    now = Math.max(now, end);
  });
  return () => now;
}

/** Returns the timers of these lengths, in milliseconds, that were set since. */
export function timersOf(...lengths: readonly number[]): () => readonly number[] {
  const spied = vi.spyOn(timers, 'setTimeout');
  syncBuiltinESMExports();
  onTestFinished(() => {
    spied.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spied.mock.calls.flatMap(([, ms = 0]) => (lengths.includes(ms) ? [ms] : []));
}

/** Until the end of the test, timers run only when the test advances them. */
export function heldTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The program takes Node's own timers, which a host cannot replace.
  const { setTimeout, clearTimeout } = globalThis;
  const own = { setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout };
  Object.assign(timers, { setTimeout, clearTimeout });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(timers, own);
    syncBuiltinESMExports();
  });
}
