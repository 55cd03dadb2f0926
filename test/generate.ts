import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { generate } from '../scripts/generate.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory for temporary files, removed after all tests. */
    temporary: string;
  }
}

/** Generates the table of frameworks and the validators from their data files before the tests. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  await generate();
  const temporary = mkdtempSync(join(tmpdir(), 'store-orders-tests-'));
  provide('temporary', temporary);
  return () => rmSync(temporary, { recursive: true, force: true });
}
