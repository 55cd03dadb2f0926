import { rm } from 'node:fs/promises';
import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { excerptOf } from '../../evidence/file/excerpt.js';
import { idText, isCancel, sharedListingOf } from '../../evidence/request.js';
import type { Report } from '../../judge/report/report.js';
import { loadRun } from '../../runner/engine/saved-run.js';
import { writeWhole } from './files.js';
import { type Io, prose } from './io.js';

/**
 * Writes a file of evidence with the exchanges that the verdict of one requirement rests on, if that verdict and its
 * findings follow from them alone. False if they do not.
 * @param source the file that the evidence was read from
 */
export async function writeExcerpt(
  { requirement, path }: { readonly requirement: string; readonly path: string },
  source: string,
  evidence: Evidence,
  judged: (evidence: Evidence) => Report,
  io: Io,
): Promise<boolean> {
  const report = judged(evidence);
  const ids = basisOf(requirement, evidence, report);
  await writeWhole(path, excerptOf(source, requirement, ids));
  const part = await loadRun(path, { schemas: evidence.schemas });
  const isSame = verdictText(requirement, judged(part.evidence)) === verdictText(requirement, report);
  if (!isSame) await rm(path);
  const result = `the verdict of ${requirement} and its findings`;
  const sentence = isSame
    ? `The excerpt ${path} has the exchanges of ${ids.size} requests, from which ${result} follow.`
    : `No excerpt was written: by the ${ids.size} requests that it would have, ${result} would not be the same. Hand in the whole evidence.`;
  io.err(prose(`${sentence}\n`, io));
  return isSame;
}

/** The ids of all requests that a verdict rests on, with those that went before them on a kept connection. */
function basisOf(
  requirement: string,
  { exchanges }: Evidence,
  { requirements, findings, orders }: Report,
): Set<string> {
  const result = requirements.find(({ id }) => id === requirement);
  const own = findings.filter((finding) => finding.requirement === requirement);
  const found = new Set(own.map(({ exchange }) => exchange));
  const at = new Map(exchanges.map((exchange) => [idText(exchange.request.id), exchange]));
  const windows = orders.flatMap(({ window, stages }) =>
    window && stages.some(({ exchange }) => found.has(exchange))
      ? [{ from: at.get(window.after ?? '')?.begun ?? 0, to: at.get(window.before)?.ended ?? 0 }]
      : [],
  );
  const isBasis = ({ request, begun, ended }: Exchange): boolean =>
    sharedListingOf(request) !== undefined ||
    request.role === 'control' ||
    isCancel(request) || // so that what happened to an order is told in full
    result?.scenarios.includes(request.id.scenario) === true ||
    windows.some(({ from, to }) => ended >= from && begun <= to);
  // With --repeat, there may be 160,000 exchanges.
  const basis = new Set(exchanges.filter(isBasis));
  const connections = new Set([...basis].flatMap(({ request }) => request.connection ?? []));
  const all = exchanges.filter((exchange) => basis.has(exchange) || connections.has(exchange.request.connection ?? ''));
  return new Set(all.map(({ request }) => idText(request.id)));
}

/** Causes are left out: others than this requirement's decide how they are named. */
function verdictText(requirement: string, { requirements, findings }: Report): string {
  const { verdict, reason } = requirements.find(({ id }) => id === requirement) ?? {};
  const own = findings.filter((finding) => finding.requirement === requirement);
  return JSON.stringify([verdict, reason, own.map(({ cause: _, ...finding }) => finding)]);
}
