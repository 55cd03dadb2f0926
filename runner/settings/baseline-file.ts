import { YamlDocument } from '../input/yaml-document.js';
import { baselineProblems, entriesOf } from './baseline-entries.js';
import type { GivenEntry } from './settings.js';

/**
 * Reads a baseline. Whether its requirements exist is for whoever knows the contract.
 * @param label its path for messages.
 * @throws UsageError with every mistake in it.
 */
export function parseBaseline(label: string, text: string): readonly GivenEntry[] {
  const document = new YamlDocument(label, text);
  document.failOn(baselineProblems(document));
  return entriesOf(document, (path) => document.place(document.offset(path)));
}
