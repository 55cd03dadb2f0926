import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeServer } from '../../cli/reference/detection.js';
import { intermittent, type Rate } from '../../servers/intermittent.js';
import { fault } from '../engine/servers.js';

export interface Cell extends Required<Pick<Rate, 'every' | 'of'>> {
  readonly repeat: number;
}

const RATES = [3, 10, 100] as const;
export const REPEATS = [1, 10, 100] as const;

/** Faults that show in one of N answers, or on one of N connections. */
export const CELLS: readonly Cell[] = (['answers', 'connections'] as const).flatMap((of) =>
  RATES.flatMap((every) => REPEATS.map((repeat) => ({ of, every, repeat }))),
);

export const PATH = join(import.meta.dirname, 'chances.json');

export const nameOf = ({ of, every, repeat }: Cell): string => `1 of ${every} ${of}, --repeat ${repeat}`;

/** Cell → a digit for each seed: 1 if the run with that seed saw the fault. */
export const recorded = (): Readonly<Record<string, string>> => JSON.parse(readFileSync(PATH, 'utf8'));

/** Whether a run sees the fault. The seed decides which answers or connections have it. */
async function isSeen({ of, every, repeat }: Cell, seed: number): Promise<boolean> {
  const server = intermittent(fault('unknown-409'), { every, of, seed });
  const { verdict } = await judgeServer(server, { repeat, scenarios: ['cancel-unknown-plain'] });
  return verdict === 'nonconformant';
}

/** Runs with this many seeds, ten at a time. */
export async function measure(cell: Cell, count: number): Promise<string> {
  let digits = '';
  while (digits.length < count) {
    const seeds = Array.from({ length: Math.min(10, count - digits.length) }, (_, index) => digits.length + index + 1);
    const seen = await Promise.all(seeds.map((seed) => isSeen(cell, seed)));
    digits += seen.map(Number).join('');
  }
  return digits;
}
