/** Options about a target that `init` does not use: it writes the fixtures, and judges nothing. */
export const UNUSED = ['fixtures', 'fresh', 'baseline', 'schemas'] as const;
