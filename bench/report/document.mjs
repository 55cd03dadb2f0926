import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

const document = new URL('../../docs/generated/performance.md', import.meta.url);

/** Date, machine, versions and load of a measurement, without which its figures cannot be compared. */
export function circumstances(mode) {
  const [{ model }] = cpus();
  return (
    `${new Date().toISOString().slice(0, 10)}, ${mode} · ${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `${type()} ${release()} · Node ${process.versions.node} (V8 ${process.versions.v8}) · load average ${loadavg()[0].toFixed(1)}`
  );
}

/** The versions of the packages that the contestants use: `ajv 8.20.0, undici 7.30.2`. */
export async function versionsOf(packages) {
  const { packages: locked } = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  return packages.map((name) => `${name} ${locked[`node_modules/${name}`].version}`).join(', ');
}

/** Replaces the text between the marks of a part in docs/generated/performance.md. */
export async function writePart(id, text) {
  const before = await readFile(document, 'utf8');
  const start = `<!-- measured: ${id} -->`;
  const end = `<!-- end: ${id} -->`;
  const from = before.indexOf(start);
  const to = before.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`docs/generated/performance.md has no place for "${id}": put ${start} and ${end} into it.`);
  await writeFile(document, `${before.slice(0, from)}${start}\n\n${text}\n\n${before.slice(to)}`);
}
