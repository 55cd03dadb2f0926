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

/** The timers that were set since, in milliseconds, but for those of other lengths: how long these take is the machine's. */
export function timersOf(...lengths: readonly number[]): () => readonly number[] {
  const spied = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => void spied.mockRestore());
  return () => spied.mock.calls.flatMap(([, ms = 0]) => (lengths.includes(ms) ? [ms] : []));
}
