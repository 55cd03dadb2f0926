// Asks the registry for known vulnerabilities of the bundled packages: vendors get no others.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const { components } = JSON.parse(readFileSync(`${root}dist/sbom.cdx.json`, 'utf8'));
const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', timeout: 60_000 });
const { vulnerabilities, message = 'it did not answer' } = JSON.parse(stdout || '{}');

if (vulnerabilities === undefined) {
  console.log(`not audited: the registry does not answer npm audit (${message})`);
} else {
  const found = components.flatMap(({ name }) => vulnerabilities[name] ?? []);
  for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}, see npm audit`);
  if (found.length > 0) process.exitCode = 1;
  else console.log(`no known vulnerabilities in ${components.map(({ name }) => name).join(', ')}`);
}
