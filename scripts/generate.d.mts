/** Writes the table of frameworks, the validators and the other generated modules. */
export function generate(): Promise<void>;
