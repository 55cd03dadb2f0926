/** The members are ajv's. */
interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
}

export declare const validateReport: (value: unknown) => readonly SchemaError[];
