import type { Operation } from '../evidence/request.js';

/** RFC 2119 levels, lower case: `must` breaks conformance, `should` warns, `may` is only recorded. */
export type Level = 'must' | 'should' | 'may';

/** One requirement of the catalogue; a family in `suites/requirements.yaml` is written out to one for each value. */
export interface Requirement<Id extends string = string> {
  readonly id: Id;
  /** The part of the contract that it follows from, such as "4.2"; "0" is the preamble. */
  readonly clause: string;
  readonly level: Level;
  readonly operation: Operation | 'both';
  readonly text: string;
  /** Why it is judged so, where the text alone does not say it. */
  readonly why?: string;
  /** How an implementer repairs a deviation. */
  readonly fix: string;
}

/** One question that the contract leaves open. The report says what the target does. */
export interface Ambiguity<Id extends string = string> {
  readonly id: Id;
  readonly clause: string;
  readonly question: string;
}
