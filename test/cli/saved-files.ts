import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { printableJson } from '../../reporters/printable.js';
import type { Fault } from '../../servers/fault.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { runSavedTo } from '../detection/saved.js';
import { fault } from '../engine/servers.js';

/** Evidence and reports of the reference, and of it with faults. */
async function made(): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const directory = mkdtempSync(join(inject('temporary'), 'saved-files-'));
  const save = async (name: string, changed?: Fault) => {
    const evidence = join(directory, `${name}.gz`);
    const report = await judgeInMemory(changed, { record: runSavedTo(evidence).record });
    return { [`${name}.gz`]: readFileSync(evidence), [`${name}.json`]: printableJson(report) };
  };
  const faults = { clean: undefined, broken: fault('list-type-text'), wrapped: fault('list-envelope-data') };
  const saved = await Promise.all(Object.entries(faults).map(([name, changed]) => save(name, changed)));
  return Object.assign({}, ...saved);
}

let files: ReturnType<typeof made> | undefined;

/** These files, made once. */
export const savedFiles = (): ReturnType<typeof made> => {
  files ??= made();
  return files;
};
