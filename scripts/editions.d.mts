import type { Edition } from '../runner/judge/edition.js';

/** The editions, the oldest first. Throws an Error that names the edition. */
export function readEditions(source: string, catalogue: readonly { readonly id: string }[]): readonly Edition[];
