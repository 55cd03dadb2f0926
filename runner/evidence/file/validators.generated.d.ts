/** ajv's way: the problems of the last call are in `errors`. */
interface CompiledValidator {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

export declare const validateEvidenceLine: CompiledValidator;
