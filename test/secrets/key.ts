import { ApiKey, problemOfKey } from '../../evidence/secrets/api-key.js';

export const keyOf = (text: string): ApiKey => {
  const problem = problemOfKey(text);
  if (problem !== undefined) throw new Error(problem);
  return new ApiKey(text);
};
