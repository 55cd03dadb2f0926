import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { type Detection, detect, isDetected } from '../reference/detection.js';
import type { ExitCode, Io } from '../shell/io.js';
import { StatusLine } from '../shell/progress.js';

/** Proves on this machine that every fault breaks exactly its requirements, and that every variant passes. */
export async function selfCheckCommand(_flags: object, io: Io): Promise<ExitCode> {
  // One run works without a larger young generation (cli/main.ts); hundreds take a third longer without it.
  setFlagsFromString('--semi-space-growth-factor=2');
  const started = performance.now();
  const detections = await detectAll(io);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { requirements } = storeOrdersInterface;
  const wrong = detections.filter((detection) => !isDetected(detection));
  const wrongFaults = wrong.filter(({ expected }) => expected.length > 0).length;
  const caught = new Set(detections.filter(isDetected).flatMap(({ broken }) => broken));
  const uncaught = requirements.filter(({ id }) => !caught.has(id));
  const holds = wrong.length === 0 && uncaught.length === 0;
  io.out(
    [
      `faults        ${faults.length - wrongFaults} of ${faults.length} caught, each by exactly the requirements that it breaks`,
      `variants      ${variants.length - wrong.length + wrongFaults} of ${variants.length} conformant without a warning`,
      `requirements  ${caught.size} of ${requirements.length} proven to fail by some fault`,
      ...wrong.map(disagreement),
      ...uncaught.map(({ id }) => `No fault was caught by ${id}.`),
      `${holds ? 'The suite detects what it says' : 'The suite does NOT detect what it says; please report this'}, on this machine, in ${seconds} s.`,
      '',
    ].join('\n'),
  );
  return holds ? 0 : 4;
}

/**
 * Runs several detections at a time; the results have the order of the entries. If the user interrupts, the rest is
 * missing.
 */
async function detectAll(io: Io): Promise<readonly Detection[]> {
  const entries = [...faults, ...variants];
  const detections: Detection[] = [];
  const queue = entries.entries();
  let done = 0;
  const status = new StatusLine(io, () => `${done}/${entries.length} servers judged`);
  const worker = async () => {
    for (const [index, entry] of queue) {
      if (io.interrupted.aborted) return;
      detections[index] = await detect(entry);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, worker));
  // Races of a few milliseconds can be missed on a busy machine, so failed detections are repeated once, alone.
  for (const [index, detection] of detections.entries()) {
    const entry = entries[index];
    if (entry && detection && !isDetected(detection) && !io.interrupted.aborted)
      detections[index] = await detect(entry);
  }
  status.end();
  return detections;
}

export const disagreement = ({ id, broken, expected, report }: Detection): string =>
  `${id}: ${report.verdict}; broken: ${broken.join(', ') || 'nothing'}; expected: ${expected.join(', ') || 'nothing'}`;
