import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import type { Variant } from '../../servers/variant.js';
import { judgerFor } from '../detection/in-memory.js';
import { runSavedTo } from '../detection/saved.js';

/** As in a bundle. */
export const EVIDENCE_FILE = 'evidence.jsonl.gz';

/** A directory that is removed after all tests. */
export const temporary = (): string => mkdtempSync(join(inject('temporary'), 'evidence-'));

/** Judges the reference with this change, and saves the evidence in the directory. */
export const record = (directory: string, changed?: Variant): Promise<Report> =>
  judgerFor(changed ?? {})(changed, { record: runSavedTo(join(directory, EVIDENCE_FILE)).record });

// biome-ignore lint/suspicious/noExplicitAny: the lines are changed in ways that no type allows
export type Line = any;

export const linesIn = (directory: string): Line[] =>
  gunzipSync(readFileSync(join(directory, EVIDENCE_FILE)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

export const textOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export const writeLines = (directory: string, lines: readonly Line[]): void =>
  writeFileSync(join(directory, EVIDENCE_FILE), gzipSync(textOf(lines), { level: 1 }));
