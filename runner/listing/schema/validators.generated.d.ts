/** One place that breaks a schema; the members are ajv's. */
export interface SchemaError {
  /** JSON Pointer of the place within the value: `` is the value itself. */
  readonly instancePath: string;
  /** The keyword that is broken: `type`, `required`. */
  readonly keyword: string;
  /** What the keyword wants, such as `{ type: 'integer' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export declare const validateError: (value: unknown) => readonly SchemaError[];
