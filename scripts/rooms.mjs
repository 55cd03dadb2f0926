// The rooms of the product, from low to high: each imports the ones before it (.dependency-cruiser.cjs), with the lines of
// code that each should have, and the sum that all of them must not exceed (count.mjs).
import { readFileSync } from 'node:fs';

export const { rooms, sum: mostLines } = JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8'));

/** The folders at the top of the checkout that have rooms, and index.ts. */
export const topFolders = [...new Set(Object.keys(rooms).map((room) => room.split('/')[0]))];
