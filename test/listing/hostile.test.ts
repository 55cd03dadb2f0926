import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'hostile-test-'));
const reader = join(directory, 'reader.mjs');
const program = fileURLToPath(new URL('hostile-body.mjs', import.meta.url));
/** The limit for a process that only reads; a whole run needs more. */
const MAX_MIB = 150;
/** How long the event loop may be blocked. */
const LONGEST_MS = 500;

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../evidence/listing/index.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile: reader, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(() => rmSync(directory, { recursive: true }));

interface Cost {
  readonly problem?: string;
  readonly unread: boolean;
  readonly longestMs: number;
  readonly peakMiB: number;
}

/** Lines that name a body of hostile-body.mjs, and say whether it is read. */
const bodies = readFileSync(new URL('hostile-bodies.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

async function costOf(body: string): Promise<Cost> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, reader, body, String(BYTES)]);
  return JSON.parse(stdout) as Cost;
}

/** Each body takes a process: `npm test` tries every third body with half a listing, CI all of them. */
const isWhole = process.env.CI === 'true';
const BYTES = isWhole ? 10_000_000 : 5_000_000;
const isSampled = (index: number): boolean => isWhole || index % 3 === 0;

describe.concurrent(`a listing of ${BYTES / 1e6} MB takes little memory, and never blocks for long`, () => {
  test.each(bodies.filter((_, index) => isSampled(index)))('%s', { timeout: 60_000 }, async (line) => {
    const [body = '', how] = line.split(': ');
    const { longestMs, peakMiB, problem, unread } = await costOf(body);
    expect([problem, unread ? 'not read' : 'read']).toEqual([undefined, how]);
    expect(peakMiB).toBeLessThan(MAX_MIB);
    expect(longestMs).toBeLessThan(LONGEST_MS);
  });
});
