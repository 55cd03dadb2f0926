import { type SchemaError, schemaNames, validateError, validateOrder } from './validators.generated.js';

/** The schemas that decide which orders and errors are valid. */
export interface Schemas {
  validateOrder(value: unknown): readonly SchemaError[];
  validateError(value: unknown): readonly SchemaError[];
  /** Every name that the two schemas know a member by. */
  readonly names: ReadonlySet<string>;
  /** Absent for those of the contract. */
  readonly loaded?: LoadedSchemas;
}

/** Files that replace schemas of the contract. */
export interface LoadedSchemas {
  /** As it was given, relative to the working directory where it is below it. */
  readonly directory: string;
  /** The SHA-256 of each file, by its name. */
  readonly digests: Readonly<Record<string, string>>;
}

export const contractSchemas: Schemas = { validateOrder, validateError, names: schemaNames };

/** The schemas by their contents: two runs with the same text were judged alike. */
export const schemasText = (loaded?: Pick<LoadedSchemas, 'digests'>): string =>
  loaded
    ? Object.entries(loaded.digests)
        .map(([name, digest]) => `${name} (sha256 ${digest})`)
        .join(' and ')
    : 'the built-in schemas';
