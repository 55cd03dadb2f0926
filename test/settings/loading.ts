import { type LoadInput, loadSettings, type RunFlags } from '../../runner/settings/load.js';
import type { Settings } from '../../runner/settings/settings.js';
import { directoryWith } from './directory.js';
import { refusal } from './refusal.js';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Loads in a new directory with these files. */
export async function load(
  flags: RunFlags,
  env: LoadInput['env'] = {},
  files: Files = {},
): Promise<Settings & { cwd: string }> {
  const cwd = await directoryWith(files);
  return { ...(await loadSettings({ flags, env, cwd })), cwd };
}

export const refusalOf = (flags: RunFlags, env: LoadInput['env'] = {}, files: Files = {}): Promise<string> =>
  refusal(() => load(flags, env, files));

export const baseUrl = 'http://localhost:8080/v1';
