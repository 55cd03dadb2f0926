import { rm } from 'node:fs/promises';
import type { Evidence } from '../../evidence/evidence.js';
import { excerptOf } from '../../evidence/file/excerpt.js';
import { idText, isCancel, isValid, type Request, sharedListingOf } from '../../evidence/request.js';
import type { Report } from '../../judge/report/report.js';
import { loadRun } from '../../runner/engine/saved-run.js';
import { writeWhole } from './files.js';
import { type Io, prose } from './io.js';

/**
 * Writes a part of the evidence, if the verdict of one requirement and its findings follow from that part alone: the
 * smaller of two parts that does. False if neither does.
 * @param source the file that the evidence was read from
 */
export async function writeExcerpt(
  { requirement, path }: { readonly requirement: string; readonly path: string },
  source: string,
  evidence: Evidence,
  judged: (evidence: Evidence) => Report,
  io: Io,
): Promise<boolean> {
  const tell = (sentence: string): void => io.err(prose(`${sentence}\n`, io));
  const report = judged(evidence);
  const { scenarios = [] } = report.requirements.find(({ id }) => id === requirement) ?? {};
  const isNeeded = (request: Request): boolean =>
    scenarios.includes(request.id.scenario) || request.role === 'control' || sharedListingOf(request) !== undefined;
  const result = `the verdict of ${requirement} and its findings`;
  // The second part has everything that can change an order, or show it.
  for (const isIn of [
    isNeeded,
    (request: Request) => isNeeded(request) || isCancel(request) || isValid(request.credential),
  ]) {
    const ids = idsOf(evidence, isIn);
    await writeWhole(path, excerptOf(source, requirement, ids));
    // All of a run is no excerpt.
    const part = await loadRun(path, { schemas: evidence.schemas }).catch(() => undefined);
    if (part && textOf(requirement, judged(part.evidence)) === textOf(requirement, report)) {
      tell(`The excerpt ${path} has the exchanges of ${ids.size} requests, from which ${result} follow.`);
      return true;
    }
  }
  await rm(path);
  tell(`No excerpt was written: from a part of the evidence, ${result} would not be the same. Hand in all of it.`);
  return false;
}

/** The ids of these requests, and of all that shared a kept connection with one of them. */
function idsOf({ exchanges }: Evidence, isIn: (request: Request) => boolean): Set<string> {
  const requests = exchanges.map(({ request }) => request);
  const connections = new Set(requests.filter(isIn).flatMap(({ connection }) => connection ?? []));
  return new Set(
    requests.filter((each) => isIn(each) || connections.has(each.connection ?? '')).map(({ id }) => idText(id)),
  );
}

/**
 * A verdict, its findings, and the stories of all orders: a part without some cancels could tell another story. Causes
 * are left out: other requirements decide how they are named.
 */
function textOf(requirement: string, { requirements, findings, orders }: Report): string {
  const { verdict, reason } = requirements.find(({ id }) => id === requirement) ?? {};
  const deviations = findings.filter((finding) => finding.requirement === requirement);
  return JSON.stringify([verdict, reason, deviations.map(({ cause: _, ...finding }) => finding), orders]);
}
