import { resolve } from 'node:path';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { ApiKey } from '../secrets/api-key.js';
import type { Given, Sources } from './sources.js';
import { fromFile, fromFlag } from './sources.js';

const VARIABLE = 'STORE_ORDERS_API_KEY';

/**
 * The key from --api-key-file, else from the environment, else from the file that the configuration names. Messages
 * quote neither the key nor the path: who takes the one for the other would see the key in a log.
 * @throws UsageError
 */
export async function loadApiKey(sources: Sources): Promise<ApiKey | undefined> {
  const flag = fromFlag(sources.input, 'apiKeyFile');
  if (flag) return await readKeyFile(flag);
  const variable = fromFile(sources, 'apiKeyVariable')?.text ?? VARIABLE;
  const text = sources.input.env[variable];
  if (text) return parseApiKey(text, variable);
  const file = fromFile(sources, 'apiKeyFile');
  return file && (await readKeyFile(file));
}

/** @param origin begins the message: a variable, or the place that names a file. */
export function parseApiKey(text: string, origin: string): ApiKey {
  const parsed = ApiKey.parse(text);
  if (parsed.kind === 'invalid') throw new UsageError(`${origin}: ${parsed.message}`);
  return parsed.key;
}

async function readKeyFile({ text: path, origin, directory }: Given): Promise<ApiKey> {
  const text = await readTextFile(resolve(directory, path), `${origin}: The API key file`);
  const line = text.replace(/\r?\n$/, '');
  if (line === '') throw new UsageError(`${origin}: The API key file is empty. Put the key into it, on one line.`);
  if (/[\r\n]/.test(line)) {
    throw new UsageError(`${origin}: The API key file has several lines. Put the key into it alone, on one line.`);
  }
  return parseApiKey(line, origin);
}
