import type { Evidence } from '../../evidence/evidence.js';
import type { Plan, Selection } from '../../evidence/plan.js';
import { NO_ORDERS } from '../../interface/declared.js';
import { type JudgeOptions, judgeEvidence } from '../../judge/judge.js';
import type { Report, RequirementResult, Verdict } from '../../judge/report/report.js';
import type { Contract } from '../../suites/contract.js';
import type { Edition, Level } from '../../suites/terms/requirement.js';
import { type Broken, held, type Result, type Rule } from '../../suites/terms/rule.js';
import type { PendingPurpose } from '../../suites/terms/scenario.js';
import { cancelOwn, idOf, madeUpScenario } from '../engine/made-up.js';
import { planOfContract } from '../engine/plans.js';

const requirement = (id: string, level: Level) =>
  ({ id, clause: '4.2', level, operation: 'cancelOrder', text: `Text of ${id}`, fix: { text: 'Do.' } }) as const;

/** Judges the answers to these requests: a 204 holds, any other answer does not. */
export const judgedFrom =
  (...ids: readonly string[]): Rule['judge'] =>
  (evidence) =>
    ids.flatMap((id): Result[] => {
      const answer = evidence.answer(idOf(id));
      if (!answer || 'unjudged' in answer) return answer ? [answer] : [];
      return [answer.status === 204 ? held(answer.exchange) : { ...broken, exchange: answer.exchange }];
    });

/** Judges every run as broken, with this exchange as proof. */
export const showing =
  (id?: string): Rule['judge'] =>
  (evidence) => [{ ...broken, exchange: id === undefined ? undefined : evidence.exchange(idOf(id)) }];

export const broken: Broken = { message: 'No.', expected: 'a', actual: 'b', at: 'status' };

/** Scenarios `one` and `two` cancel a pending order each; `listed` is about the listing. */
export const contract = (rules: Readonly<Record<string, Partial<Rule>>> = {}): Contract => ({
  name: 'A contract',
  version: '1.0.0',
  clauses: [{ clause: '4.2', title: 'Cancelling' }],
  requirements: [requirement('first', 'must'), requirement('second', 'must'), requirement('advice', 'should')],
  ambiguities: [
    { id: 'open', clause: '3.1', question: 'What then?' },
    { id: 'unseen', clause: '3.2', question: 'And then?' },
  ],
  suites: [
    { id: 'left', title: 'Left', scenarios: [cancelling('one', 'told-apart')] },
    {
      id: 'right',
      title: 'Right',
      scenarios: [cancelling('two', 'alone'), madeUpScenario({ id: 'listed', listings: ['before'] })],
    },
  ],
  rules: [
    { requirement: 'first', needs: ['one'], judge: judgedFrom('one/cancel'), ...rules.first },
    { requirement: 'second', needs: ['one', 'two'], judge: judgedFrom('one/cancel', 'two/cancel'), ...rules.second },
    { requirement: 'advice', needs: ['two'], judge: judgedFrom('two/cancel'), ...rules.advice },
  ],
  questions: [],
  editions: [edition('0', {}), edition('1', { first: 'must', second: 'must', advice: 'should' })],
});

/** The result of a requirement in a report; a `must` unless `differs` says otherwise. */
export const resultOf = (
  id: string,
  verdict: Verdict,
  differs: Partial<RequirementResult> = {},
): RequirementResult => ({
  id,
  clause: '4.2',
  level: 'must',
  operation: 'cancelOrder',
  text: `Text of ${id}`,
  verdict,
  scenarios: ['one'],
  ...differs,
});

export const edition = (id: string, requirements: Edition['requirements']): Edition => ({
  id,
  digest: `sha256:${id}`,
  requirements,
});

const cancelling = (id: string, purpose: PendingPurpose) =>
  madeUpScenario({ id, order: { state: 'pending', for: purpose }, requests: { cancel: cancelOwn } });

export const planned = (of: Contract, { pending = [101n, 102n], ...differs }: PlanOptions = {}): Plan =>
  planOfContract(of, { orders: { ...NO_ORDERS, pending }, concurrency: 4, ...differs });

interface PlanOptions {
  readonly pending?: readonly bigint[];
  readonly select?: Partial<Selection>;
  readonly readOnly?: boolean;
}

export const reportOn = (
  of: Contract,
  evidence: Evidence,
  options: Omit<JudgeOptions, 'tool' | 'strict'> & { readonly strict?: boolean } = {},
): Report => judgeEvidence(evidence, { tool: { name: 'tool', version: '0' }, strict: false, ...options }, of);
