/** The members are ajv's. */
interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
}

export declare const validateStatement: (value: unknown) => readonly SchemaError[];
export declare const validateConfiguration: (value: unknown) => readonly SchemaError[];
