import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { orderIdOf, type Received } from '../engine/store.js';

type Files = ReadonlyMap<string, string>;

/** Regular files only: reading a pipe or a device may not end. */
function pathsIn(cwd: string): string[] {
  const entries = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/** Every file of the directory, with its bytes. */
export const filesIn = (cwd: string): Files =>
  new Map(pathsIn(cwd).map((path) => [path, readFileSync(path, 'latin1')]));

/** The text of a file. Evidence is compressed. */
export const textOf = (bytes: string): string =>
  bytes.startsWith('\u001f\u008b') ? gunzipSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes;

export function changes(before: Files, after: Files): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    if (before.get(path) === after.get(path)) return [];
    const mark = before.has(path) ? (after.has(path) ? '~' : '-') : '+';
    return [`${mark} ${path}`];
  });
}

/** Problems with the files of a run at the moment when this request arrives. */
export function problemsAt(request: Received, cwd: string): string[] {
  const id = orderIdOf(request);
  return pathsIn(cwd).flatMap((path) => {
    const isLedger = path.endsWith('.ledger.jsonl');
    const mode = (statSync(path).mode & 0o777).toString(8);
    const lacks =
      isLedger && request.method === 'DELETE' && !readFileSync(path, 'utf8').includes(`{"orderId":"${id}",`);
    return [
      ...(lacks ? [`A cancel of ${id} is not in ${path}.`] : []),
      ...((isLedger || path.endsWith('.partial')) && mode !== '600' ? [`${path} has the mode ${mode}.`] : []),
    ];
  });
}
