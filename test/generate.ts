import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { generate } from '../scripts/generate.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory for what tests leave; it goes away when all of them are over. */
    temporary: string;
  }
}

/** The table of frameworks and the validators are derived from data files; the tests judge with the current ones. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  await generate();
  const temporary = mkdtempSync(join(tmpdir(), 'store-orders-tests-'));
  provide('temporary', temporary);
  return () => rmSync(temporary, { recursive: true, force: true });
}
