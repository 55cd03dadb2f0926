import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, StepFailed } from './processes.mjs';

export const SUITE = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/**
 * Judges a service with the built command line.
 * @returns the exit code, and the JSON report
 */
export async function judge({ baseUrl, fixtures, env, flags = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'store-orders-report-'));
  const file = join(folder, 'report.json');
  const command = ['node', SUITE, 'run', '--base-url', baseUrl, '--fixtures', fixtures, '--report', `json=${file}`];
  try {
    const { code, output } = await run([...command, ...flags], { cwd: folder, env });
    if (!existsSync(file) || ![0, 1, 3].includes(code))
      throw new StepFailed(`The suite ended with ${code}.\n${output}`);
    return { code, report: JSON.parse(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reasons why a run is not conformant, complete and without a warning. Empty if it is. */
export function flawsOf({ code, report }) {
  const reasons = new Map(report.requirements.map(({ id, reason = '' }) => [id, reason]));
  const flaws = Object.entries(deviationsOf(report)).map(([id, verdict]) => `${id}: ${verdict}. ${reasons.get(id)}`);
  if (!report.complete) flaws.push('the run is not complete');
  if (code !== 0) flaws.push(`exit code ${code}`);
  return flaws;
}

/** Requirement → verdict, unless it passed or does not apply. */
export const deviationsOf = (report) =>
  Object.fromEntries(
    report.requirements
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
      .map(({ id, verdict }) => [id, verdict]),
  );
