import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/** Loads a module anew, for which `pause` is there instead of the pauses of node:timers/promises. */
export async function withPauses<T>(pause: (...given: never[]) => Promise<void>, load: () => Promise<T>): Promise<T> {
  // Other test files, which share their modules with this one, wait.
  vi.resetModules();
  vi.doMock('node:timers/promises', () => ({ setTimeout: pause }));
  const loaded = await load();
  vi.doUnmock('node:timers/promises');
  vi.resetModules();
  return loaded;
}

/** Until the end of the test, pauses of node:timers/promises end at once. Returns their lengths in milliseconds. */
export function skippedPauses(): () => readonly number[] {
  const spied = vi.spyOn(timers, 'setTimeout').mockClear().mockResolvedValue(undefined);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spied.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spied.mock.calls.map(([milliseconds = 0]) => milliseconds);
}

/** The timers that were set since, in milliseconds, but for those of other lengths: how long these take is the machine's. */
export function timersOf(...lengths: readonly number[]): () => readonly number[] {
  const spied = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => void spied.mockRestore());
  return () => spied.mock.calls.flatMap(([, ms = 0]) => (lengths.includes(ms) ? [ms] : []));
}

/** Until the end of the test, timers run only when the test advances them. */
export function heldTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}
