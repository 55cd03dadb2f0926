import type { Evidence } from '../evidence/evidence.js';
import { deletionsOf, exchangesOf } from './exchange-evidence.js';
import { fixtureWarnings } from './fixture-warnings.js';
import { isComplete, type Judgement, judgeBy } from './judgement.js';
import type { AmbiguityResult, Report } from './report.js';
import type { Ambiguity, Level, Requirement } from './requirement.js';
import { type ResultOptions, requirementResult, round, scenarioResult } from './results.js';
import type { Observer, Rule } from './rule.js';
import { countVerdicts, runVerdict } from './verdict.js';

/** What a report is about. */
export interface JudgedContract {
  readonly name: string;
  readonly version: string;
  readonly requirements: readonly Requirement[];
  readonly ambiguities: readonly Ambiguity[];
  readonly suites: readonly { readonly id: string; readonly title: string }[];
  /** One a requirement. */
  readonly rules: readonly Rule[];
  readonly observers: readonly Observer[];
}

export interface JudgeOptions extends ResultOptions {
  readonly tool: Report['tool'];
}

/** Evidence → report. Pure: the same evidence gives the same report. */
export function judge(contract: JudgedContract, evidence: Evidence, options: JudgeOptions): Report {
  const { plan } = evidence;
  const selected = new Set(plan.selected);
  const rules = new Map(contract.rules.map((rule) => [rule.requirement, rule]));
  const judgements = contract.requirements.flatMap((requirement): Judgement[] => {
    const rule = rules.get(requirement.id);
    if (!rule) throw new Error(`No rule judges ${requirement.id}.`);
    return [selected.has(requirement.id) ? judgeBy(rule, requirement, evidence) : { requirement, rule, results: [] }];
  });
  const requirements = judgements.map((judgement) => requirementResult(judgement, evidence, options));
  const scenarios = plan.scenarios.map((scenario) => scenarioResult(scenario, judgements, evidence, options));
  const found = new Set(scenarios.flatMap(({ findings }) => findings.map(({ exchange }) => exchange ?? '')));
  const counts = countVerdicts(scenarios);
  const ofLevel = (level: Level) => countVerdicts(requirements.filter((entry) => entry.level === level));
  return {
    format: 'store-orders-conformance/report/1',
    tool: options.tool,
    contract: { name: contract.name, version: contract.version },
    target: evidence.target,
    startedAt: evidence.startedAt,
    durationMs: round(evidence.durationMs),
    verdict: runVerdict(requirements, plan.named, counts),
    complete: evidence.defects.length === 0 && judgements.every(isComplete),
    strict: options.strict,
    counts,
    requirementCounts: { must: ofLevel('must'), should: ofLevel('should'), may: ofLevel('may') },
    requirements,
    suites: contract.suites.map(({ id, title }) => ({ id, title })),
    scenarios,
    ambiguities: contract.ambiguities.map((entry) => ambiguityResult(entry, contract.observers, evidence, options)),
    deletions: deletionsOf(evidence),
    fixtures: [...fixtureWarnings(evidence), ...evidence.warnings],
    requestCount: evidence.exchanges.length,
    exchanges: exchangesOf(evidence, found, options.redact),
  };
}

function ambiguityResult(
  { id, clause, question }: Ambiguity,
  observers: readonly Observer[],
  evidence: Evidence,
  { redact }: JudgeOptions,
): AmbiguityResult {
  const entries = observers
    .filter(({ ambiguity }) => ambiguity === id)
    .flatMap((observer) => observer.observe(evidence));
  const observed = new Set(entries.map(({ observed: own, quoted = '' }) => own + redact(quoted)));
  return { id, clause, question, observed: observed.size > 0 ? [...observed].join('; ') : 'not observed' };
}
