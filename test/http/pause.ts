import { vi } from 'vitest';

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
