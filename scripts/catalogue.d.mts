import type { Ambiguity, Requirement } from '../runner/judge/requirement.js';

/** The catalogue with every family written out. Throws an Error that names the entry and its place in the file. */
export function readCatalogue(
  source: string,
  schema: object,
  tables: Readonly<Record<string, Readonly<Record<string, { readonly words: string }>>>>,
): { readonly requirements: Requirement[]; readonly ambiguities: Ambiguity[] };
