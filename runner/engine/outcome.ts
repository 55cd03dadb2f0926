import type { Exchange } from '../evidence/exchange.js';
import type { Deletion, Finding } from '../judge/report.js';
import type { PlannedScenario } from './plan.js';

/** What one scenario said of one requirement. */
export type Check =
  | { readonly requirement: string; readonly result: 'held' }
  | { readonly requirement: string; readonly result: 'broken'; readonly finding: Finding }
  | { readonly requirement: string; readonly result: 'blocked' | 'inconclusive'; readonly reason: string };

/** How a scenario ended; its checks count in any case. */
export type Ending =
  | { readonly kind: 'finished' }
  | { readonly kind: 'blocked' | 'inconclusive' | 'skipped'; readonly reason: string }
  /** Something was thrown that is no signal: a defect of the suite. */
  | { readonly kind: 'error'; readonly reason: string };

/** An entry of the ambiguity register: what this target does where the contract leaves it open. */
export interface Observation {
  readonly ambiguity: string;
  readonly observed: string;
}

export interface ScenarioOutcome {
  readonly planned: PlannedScenario;
  readonly ending: Ending;
  readonly checks: readonly Check[];
  readonly notes: readonly string[];
  readonly observations: readonly Observation[];
  readonly durationMs: number;
}

/** Everything that a run learnt; the judge makes the report of it. */
export interface RunOutcome {
  readonly startedAt: string;
  readonly durationMs: number;
  /** In the order of the plan. */
  readonly scenarios: readonly ScenarioOutcome[];
  readonly deletions: readonly Deletion[];
  /** In the order in which they ended; repeated attempts share an id. */
  readonly exchanges: readonly Exchange[];
  readonly suspicions: readonly string[];
}
