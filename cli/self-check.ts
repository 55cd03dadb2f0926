import { availableParallelism } from 'node:os';
import { faults } from '../servers/faults/index.js';
import { variants } from '../servers/variants/index.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { type Detection, detectAll, isDetected } from './detection.js';
import type { ExitCode, Io } from './io.js';

/** Proves on this machine that every fault is caught by exactly its requirements, and that every variant passes. */
export async function selfCheckCommand(io: Io): Promise<ExitCode> {
  const started = performance.now();
  const entries = [...faults, ...variants];
  let done = 0;
  const detections = await detectAll(entries, 2 * availableParallelism(), () => {
    done += 1;
    if (io.errIsTty) io.err(`\r${done}/${entries.length} servers judged`);
  });
  if (io.errIsTty) io.err('\r\u001b[2K');
  const wrong = detections.filter((detection) => !isDetected(detection));
  const caught = new Set(detections.filter(isDetected).flatMap(({ found }) => found));
  const uncaught = storeOrdersInterface.requirements.filter(({ id }) => !caught.has(id));
  io.out(
    summary(
      detections,
      wrong,
      uncaught.map(({ id }) => id),
      performance.now() - started,
    ),
  );
  return wrong.length === 0 && uncaught.length === 0 ? 0 : 4;
}

function summary(
  all: readonly Detection[],
  wrong: readonly Detection[],
  uncaught: readonly string[],
  ms: number,
): string {
  const right = (ids: readonly { readonly id: string }[]) => {
    const known = new Set(ids.map(({ id }) => id));
    return all.filter((detection) => known.has(detection.id) && isDetected(detection)).length;
  };
  const { requirements } = storeOrdersInterface;
  return [
    `faults        ${right(faults)} of ${faults.length} caught, each by exactly the requirements that it breaks`,
    `variants      ${right(variants)} of ${variants.length} conformant without a warning`,
    `requirements  ${requirements.length - uncaught.length} of ${requirements.length} shown to fail by some fault`,
    ...wrong.map(disagreement),
    ...uncaught.map((id) => `No fault was caught by ${id}.`),
    `${wrong.length + uncaught.length === 0 ? 'The suite detects what it says' : 'The suite does NOT detect what it says; please report this'}, on this machine, in ${(ms / 1000).toFixed(1)} s.`,
    '',
  ].join('\n');
}

export function disagreement({ id, found, expected, report }: Detection): string {
  const missed = expected.filter((requirement) => !found.includes(requirement));
  const extra = found.filter((requirement) => !expected.includes(requirement));
  return [
    `${id}: ${report.verdict}`,
    ...(missed.length > 0 ? [`did not find broken: ${missed.join(', ')}`] : []),
    ...(extra.length > 0 ? [`found broken as well: ${extra.join(', ')}`] : []),
    ...report.scenarios.flatMap(({ id: scenario, verdict, reason }) =>
      verdict === 'error' || (expected.length === 0 && verdict !== 'pass') ? [`${scenario} ${verdict}: ${reason}`] : [],
    ),
  ].join('; ');
}
