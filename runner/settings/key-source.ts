import { resolve } from 'node:path';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { ApiKey, problemOfKey } from '../secrets/api-key.js';
import { OPTIONS } from './option-table.js';
import type { Given } from './settings.js';
import { fromFile, fromFlag, type Sources } from './sources.js';

/**
 * The key from --api-key-file, else from the environment, else from the file that the configuration names. Messages
 * quote neither the key nor the path: the one may be given for the other, and the key would show in a log.
 * @throws UsageError
 */
export async function loadApiKey(sources: Sources): Promise<ApiKey | undefined> {
  const flag = fromFlag(sources.input, 'apiKeyFile');
  if (flag) return await readKeyFile(flag);
  const variable = fromFile(sources, 'apiKeyVariable')?.value ?? OPTIONS.apiKeyVariable.default;
  const text = sources.input.env[variable];
  if (text) return parseApiKey(variable, text);
  const file = fromFile(sources, 'apiKeyFile');
  return file && (await readKeyFile(file));
}

/** @param origin begins the message: a variable, or the place that names a file. */
export function parseApiKey(origin: string, text: string): ApiKey {
  const problem = problemOfKey(text);
  if (problem !== undefined) throw new UsageError(`${origin}: ${problem}`);
  return new ApiKey(text);
}

async function readKeyFile({ value: path, origin, directory }: Given): Promise<ApiKey> {
  const text = await readTextFile(resolve(directory, path), `${origin}: The API key file`);
  return parseApiKey(origin, text.replace(/\r?\n$/, ''));
}
