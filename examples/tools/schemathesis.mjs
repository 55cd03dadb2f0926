import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../harness/processes.mjs';
import { DOCUMENT, FOLDER } from './places.mjs';

const OPTIONS = '--phases examples,coverage,fuzzing --max-examples 20 --seed 1 --continue-on-failure --no-color';

/** @returns the names of Schemathesis' findings in a service that has orders */
export async function schemathesis({ baseUrl, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-')); // a new folder: Schemathesis stores its findings there, and would try them first
  try {
    const { code, output } = await run(
      [
        ...[join(FOLDER, '.venv/bin/schemathesis'), '--config-file', join(FOLDER, 'schemathesis.toml')],
        ...['run', DOCUMENT, '--url', baseUrl, '-H', `Authorization: Bearer ${env.API_KEY}`],
        ...OPTIONS.split(' '),
      ],
      { cwd: folder },
    );
    if (code !== 0 && code !== 1) throw new Error(`Schemathesis ended with ${code}.\n${output}`);
    return [...output.matchAll(/❌ ST\d+ ([^:\n]+): \d+/g)].map(([, name]) => name).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
