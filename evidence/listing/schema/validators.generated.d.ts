/** One place that breaks a schema; the members are ajv's. */
export interface SchemaError {
  /** JSON Pointer of the place within the value: `` is the value itself. */
  readonly instancePath: string;
  /** Of the keyword, within the schema: `#/properties/id/type`. */
  readonly schemaPath: string;
  /** The keyword that is broken: `type`, `required`. */
  readonly keyword: string;
  /** What the keyword wants, such as `{ type: 'integer' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** Only of an error about the name of a member, not about its value. */
  readonly propertyName?: string;
}

export declare const validateError: (value: unknown) => readonly SchemaError[];
export declare const validateOrder: (value: unknown) => readonly SchemaError[];

/** Every name that the two schemas know a member by. */
export declare const schemaNames: ReadonlySet<string>;
