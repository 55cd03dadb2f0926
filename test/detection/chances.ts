import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeServer } from '../../cli/reference/detection.js';
import { faults } from '../../servers/faults/index.js';
import { intermittent, type Rate } from '../../servers/intermittent.js';

export interface Cell extends Required<Pick<Rate, 'every' | 'of'>> {
  readonly repeat: number;
}

export const RATES = [3, 10, 100] as const;
export const REPEATS = [1, 10, 100] as const;

/** A fault that shows in one of that many answers, or on one of that many connections. */
export const CELLS: readonly Cell[] = (['answers', 'connections'] as const).flatMap((of) =>
  RATES.flatMap((every) => REPEATS.map((repeat) => ({ of, every, repeat }))),
);

export const PATH = join(import.meta.dirname, 'chances.json');

export const nameOf = ({ of, every, repeat }: Cell): string => `1 of ${every} ${of}, --repeat ${repeat}`;

/** For each cell a digit for each of the seeds: 1 where the run with that seed saw the fault. */
export const recorded = (): Readonly<Record<string, string>> => JSON.parse(readFileSync(PATH, 'utf8'));

/** One run: the server's chances follow from the seed. */
export async function isSeen({ of, every, repeat }: Cell, seed: number): Promise<boolean> {
  const fault = faults.find(({ id }) => id === 'unknown-409');
  if (!fault) throw new Error('The fault unknown-409 is gone.');
  const server = intermittent(fault, { every, of, seed });
  const { verdict } = await judgeServer(server, { repeat, scenarios: ['cancel-unknown-plain'] });
  return verdict === 'nonconformant';
}

/** A run for each of these seeds, a few at a time. */
export async function measure(cell: Cell, seeds: readonly number[]): Promise<string> {
  const digits: string[] = [];
  const queue = seeds.entries();
  const work = async () => {
    for (const [index, seed] of queue) digits[index] = (await isSeen(cell, seed)) ? '1' : '0';
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return digits.join('');
}
