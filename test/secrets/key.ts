import { ApiKey } from '../../runner/secrets/api-key.js';

export const keyOf = (text: string): ApiKey => {
  const parsed = ApiKey.parse(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return parsed.key;
};
