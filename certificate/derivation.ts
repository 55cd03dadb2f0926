import type { Evidence } from '../runner/evidence/evidence.js';
import type { Plan } from '../runner/evidence/plan.js';
import type { JudgedContract } from '../runner/judge/judge.js';
import type { Report } from '../runner/judge/report.js';
import type { FileName } from './bundle/files.js';

/** What this version derives a certificate with: handed in, since nothing here plans, sends or renders. */
export interface Derivation {
  readonly tool: Report['tool'];
  readonly contract: JudgedContract;
  /** Every plan that a complete run with the same orders and limits can have; they differ by what the key allows. */
  plansLike(plan: Plan): readonly Plan[];
  /** What contradicts that the evidence was gathered by its plan, a sentence each. */
  retrace(evidence: Evidence, nonce?: string): readonly string[];
  readonly renderings: Readonly<Record<RenderedFile, (report: Report) => string>>;
}

/** Files of a bundle that follow from its report. */
export type RenderedFile = Extract<FileName, 'report.json' | 'report.html' | 'junit.xml'>;
