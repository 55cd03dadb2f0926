import { nearestOrAll } from '../../interface/helpers/usage-error.js';
import { causesLike, explainCause } from '../../judge/causes/explanation.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import type { BaselineEntry } from '../../judge/report/report.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { schemaProblems } from '../input/schema-problems.js';
import { MAX_PROBLEMS, type Problem, YamlDocument } from '../input/yaml-document.js';
import { validateBaseline } from './baseline-validators.generated.js';

/**
 * Reads a baseline.
 * @throws UsageError with the mistakes in its form, or else with every id that no report can have
 */
export function parseBaseline(label: string, text: string): readonly BaselineEntry[] {
  const document = new YamlDocument(label, text);
  document.failOn(schemaProblems(document, validateBaseline));
  const { entries } = document.value as { readonly entries: readonly BaselineEntry[] };
  const problems: Problem[] = [];
  for (const [index, entry] of entries.entries()) {
    if (problems.length > MAX_PROBLEMS) break; // names like an unknown one take long to find
    for (const [member, message] of unknownIds(entry)) {
      problems.push({ offset: document.offset(['entries', index, member]), message });
    }
  }
  document.failOn(problems);
  return entries.map((entry) => ({ ...entry, reason: entry.reason.trim() }));
}

/** A message for each id in the entry that does not exist, with the member that holds it. */
function unknownIds(entry: BaselineEntry): readonly (readonly [member: keyof BaselineEntry, message: string])[] {
  const { requirement, cause } = entry;
  if (requirement === undefined && cause === undefined) return [['reason', NO_ID]];
  const ids = storeOrdersInterface.requirements.map(({ id }) => id);
  const causes = [...fingerprints.map(({ id }) => id), ...ids];
  const messages = (['requirement', 'requirements'] as const).flatMap((member) => {
    const misspelt = [entry[member] ?? []].flat().filter((id) => !ids.includes(id));
    return misspelt.map(
      (id) => [member, `There is no requirement of that name; ${nearestOrAll(id, ids)} ${ALL_IDS}`] as const,
    );
  });
  if (cause === undefined || causes.includes(cause) || explainCause(cause) !== undefined) return messages;
  const hint = nearestOrAll(cause, [...causes, ...causesLike(cause)]);
  return [...messages, ['cause', `There is no cause of that name; ${hint} A report names its causes.`]];
}

const NO_ID = 'Expected the id of a requirement, of a cause, or both in this entry.';

const ALL_IDS = '`store-orders-conformance list` shows all ids.';
