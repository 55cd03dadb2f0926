import { ApiKey, problemOfKey } from '../../runner/secrets/api-key.js';
import { Secrets } from '../../runner/secrets/redaction.js';

export const keyOf = (text: string): ApiKey => {
  const problem = problemOfKey(text);
  if (problem !== undefined) throw new Error(problem);
  return new ApiKey(text);
};

export const redact = (key: ApiKey, text: string): string => new Secrets([key]).redact(text);

export const redactBytes = (key: ApiKey, bytes: Uint8Array): Uint8Array => new Secrets([key]).redactBytes(bytes);
