import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One hostile behaviour of a server, a proxy or a network. rows.yaml explains its members. */
export interface Row {
  readonly id: string;
  readonly does: string;
  readonly sends?: string;
  readonly body?: string;
  readonly then?: 'waits' | 'resets';
  readonly goesOn?: string;
  readonly everyMs?: number;
  readonly times?: number;
  readonly timeoutMs?: number;
  readonly deadlineMs?: number;
}

export interface Group {
  readonly title: string;
  readonly withinMs: number;
  readonly rows: readonly Row[];
}

interface RowsById extends Omit<Group, 'rows'> {
  readonly rows: Readonly<Record<string, Omit<Row, 'id'>>>;
}

/** The bundle of scripts/measure-robustness.mjs is in the folder beside this one. */
const text = readFileSync(new URL('../robustness/rows.yaml', import.meta.url), 'utf8');

export const groups: readonly Group[] = (parse(text) as readonly RowsById[]).map(({ rows, ...about }) => ({
  ...about,
  rows: Object.entries(rows).map(([id, row]) => ({ id, ...row })),
}));
