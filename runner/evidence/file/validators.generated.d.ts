/** The members are ajv's. */
interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
}

export declare const validateEvidenceLine: (value: unknown) => readonly SchemaError[];
