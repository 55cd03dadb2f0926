import { resolve } from 'node:path';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { ApiKey } from '../secrets/api-key.js';
import { OPTIONS } from './option-table.js';
import type { Given } from './settings.js';
import type { Sources } from './sources.js';
import { fromFile, fromFlag } from './sources.js';

/**
 * The key from --api-key-file, else from the environment, else from the file that the configuration names. Messages
 * quote neither the key nor the path: the one may be given for the other, and the key would show in a log.
 * @throws UsageError
 */
export async function loadApiKey(sources: Sources): Promise<ApiKey | undefined> {
  const flag = fromFlag(sources.input, 'apiKeyFile');
  if (flag) return await readKeyFile(flag, sources);
  const variable = fromFile(sources, 'apiKeyVariable')?.value ?? OPTIONS.apiKeyVariable.default;
  const text = sources.input.env[variable];
  if (text) return parseApiKey(variable, text);
  const file = fromFile(sources, 'apiKeyFile');
  return file && (await readKeyFile(file, sources));
}

/** @param origin begins the message: a variable, or the place that names a file. */
export function parseApiKey(origin: string, text: string): ApiKey {
  const parsed = ApiKey.parse(text);
  if (parsed.kind === 'invalid') throw new UsageError(`${origin}: ${parsed.message}`);
  return parsed.key;
}

async function readKeyFile({ value, origin, directory }: Given, { input }: Sources): Promise<ApiKey> {
  const path = resolve(directory, value);
  input.onRead?.(path);
  const text = await readTextFile(path, `${origin}: The API key file`);
  return parseApiKey(origin, text.replace(/\r?\n$/, ''));
}
