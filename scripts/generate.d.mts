/** Writes the catalogue module and the validators. */
export function generate(): Promise<void>;
