import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Compiles a schema of this checkout under Ajv's strict mode; `path` is relative to the root. */
export function validatorOf(path: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: false });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')));
}

/** Where and why a value is invalid: `/scenarios/0/verdict enum`; empty where it is valid. */
export function problemsOf(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}
