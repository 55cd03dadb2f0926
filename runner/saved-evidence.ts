import { rm } from 'node:fs/promises';
import type { Evidence } from '../evidence/evidence.js';
import { redactedExchange } from '../evidence/file/redacted.js';
import { EvidenceWriter } from '../evidence/file/writer.js';
import { Secrets } from '../evidence/secrets/redaction.js';
import { tool } from '../interface/helpers/helpers.js';
import type { Report } from '../judge/report/report.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { loadRun } from './engine/saved-run.js';
import { judge, type Run } from './run.js';
import { secretsOf } from './settings/secrets.js';

/**
 * Saves the evidence of a run while it is gathered, if the settings ask for it.
 * @throws Error if the file cannot be created
 */
export function writerFor({ settings, plan, target }: Run): EvidenceWriter | undefined {
  const { evidence, strict, edition, schemas } = settings;
  if (evidence === undefined) return undefined;
  const { name, version } = storeOrdersInterface;
  const contract = { name, version };
  const scoring = { strict, edition: edition.id, schemas: schemas?.loaded };
  return new EvidenceWriter(evidence, { tool, contract, target, ...scoring, inputs: plan.inputs }, secretsOf(settings));
}

/**
 * Judges saved evidence again, without its secrets. Where a verdict differs, removes the file, and says why in a
 * sentence.
 */
export async function whyLeftOut(
  { path, hasRedacted }: EvidenceWriter,
  { settings }: Run,
  report: Report,
  { exchanges }: Evidence,
): Promise<string | undefined> {
  if (!hasRedacted) return undefined;
  const saved = await loadRun(path, { schemas: settings.schemas })
    .then(({ evidence }) => judge({ settings }, evidence).requirements)
    .catch(() => []);
  const verdictOf = (id: string) => saved.find((requirement) => requirement.id === id)?.verdict;
  const differing = report.requirements.find(({ id, verdict }) => verdictOf(id) !== verdict);
  if (!differing) return undefined;
  await rm(path, { force: true });
  const repeated = secretsOf(settings).secrets.filter((secret) => {
    const alone = new Secrets([secret]);
    return exchanges.some((exchange) => redactedExchange(exchange, alone) !== exchange);
  });
  const { id, verdict } = differing;
  const names = repeated.map(({ subject }) => subject).join(', ') || 'A secret';
  return `The evidence was left out, and not saved in ${path}; the verdict stands. Secrets are taken out of evidence, and without what the target repeats of them, ${id} would be ${verdictOf(id) ?? 'not judged at all'} instead of ${verdict}. It repeats: ${names}. Use a value that is not an ordinary word, or leave that header out.`;
}
