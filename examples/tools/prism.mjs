import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '../harness/judge.mjs';
import { freePort, startListening } from '../harness/processes.mjs';
import { DOCUMENT, program } from './places.mjs';

/** A defect of Prism: it refuses valid int64 ids above 2^53 - 1 (stoplightio/http-spec#253, stoplightio/prism#1992). */
export const isFalseAlarm = (violation) => violation.endsWith('must be <= 9007199254740991');

/** Judges a service through Prism's validating proxy. @returns the violations that Prism reports for its responses */
export async function prismProxy(target) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'prism-'));
  const command = [program('prism'), 'proxy', '--port', port, '--validate-request', 'false', DOCUMENT, target.baseUrl];
  const proxy = await startListening(command.map(String), port, { cwd: folder });
  try {
    const har = join(folder, 'run.har');
    await judge({ ...target, baseUrl: `http://127.0.0.1:${port}`, flags: ['--report', `har=${har}`] });
    const { entries } = JSON.parse(readFileSync(har, 'utf8')).log;
    const headers = entries.flatMap(({ response }) => response.headers);
    const said = headers.filter(({ name }) => name.toLowerCase() === 'sl-violations').flatMap(violationsIn);
    return [...new Set(said)].sort();
  } finally {
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The complete violations in a header that may be cut off, without the index of an order in the listing. */
const violationsIn = ({ value }) =>
  [...value.matchAll(/\{"location":\["response".*?"message":("(?:[^"\\]|\\.)*")\}/g)].map(([, message]) =>
    JSON.parse(message).replaceAll(/\b\d+\./g, '*.'),
  );
