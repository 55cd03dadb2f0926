import type { Ambiguity, Requirement } from '../judge/requirement.js';
import type { Suite } from './scenario.js';

/** What is judged: the suites, and the catalogue that their checks refer to. */
export interface Contract {
  readonly name: string;
  readonly version: string;
  readonly requirements: readonly Requirement[];
  readonly ambiguities: readonly Ambiguity[];
  readonly suites: readonly Suite[];
}
