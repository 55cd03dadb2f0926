import type { Evidence } from '../evidence/evidence.js';
import { saidOnce } from '../interface/helpers/helpers.js';
import { type Contract, storeOrdersInterface } from '../suites/contract.js';
import { type Edition, type Level, scoredBy } from '../suites/terms/requirement.js';
import { isBroken } from '../suites/terms/rule.js';
import { causesOf } from './causes/causes.js';
import { requirementOfCause } from './causes/explanation.js';
import { cancelledBesides, ordersIn, warningsIn } from './orders.js';
import { applyBaseline } from './report/baseline.js';
import { type BaselineEntry, REPORT_FORMAT, type Report, type RequirementResult } from './report/report.js';
import { repeatOf } from './results/curl.js';
import { deletionsOf, exchangesOf, logOf } from './results/exchanges.js';
import { isComplete, type Judgement, judgeBy } from './results/judgement.js';
import { findingsOf, notesOf, requirementResult, round, scenarioResult } from './results/results.js';
import { countVerdicts, runObstacle, runVerdict } from './results/verdict.js';
import { waitsOf } from './results/waits.js';

export interface JudgeOptions extends Pick<Report, 'tool' | 'strict'> {
  readonly baseline?: readonly BaselineEntry[];
  /** The edition that the run is scored by. Absent: the newest. */
  readonly edition?: Edition;
}

/** Evidence → report. Pure: the same evidence gives the same report. */
export function judgeEvidence(
  evidence: Evidence,
  options: JudgeOptions,
  contract: Contract = storeOrdersInterface,
): Report {
  const { tool, strict, edition = newestEdition(contract) } = options;
  const { plan, target, startedAt } = evidence;
  const { orders, key: _, ...inputs } = plan.inputs;
  const { disposable, fresh, otherIsNone } = orders;
  const schemas = evidence.schemas?.loaded;
  const judgements = judgementsOf(contract, evidence, edition, strict);
  const { results, causes, findings } = explained(judgements, evidence);
  const scenarios = plan.scenarios.map((scenario) => scenarioResult(scenario, results, evidence));
  const accepted = {
    requirements: results,
    scenarios,
    causes,
    beside: besideIn(judgements),
    mainOf: mostBrokenBy(contract),
  };
  const { requirements, baseline, isOutOfDate } = applyBaseline(options.baseline, { ...accepted, startedAt });
  const notes = saidOnce([...cancelledBesides(evidence), ...notesOf(judgements, results, evidence)]);
  const scored = requirements.filter(isScored);
  const counts = countVerdicts(scored);
  const obstacle = runObstacle(evidence, scored);
  const isCut = evidence.missing(() => true).length > 0;
  const verdict = runVerdict(scored, plan.named, isCut, strict);
  const ofLevel = (level: Level) => countVerdicts(scored.filter((entry) => entry.level === level));
  return {
    format: REPORT_FORMAT,
    tool,
    contract: { name: contract.name, version: contract.version, clauses: contract.clauses },
    edition: { id: edition.id, digest: edition.digest },
    target: { baseUrl: target.baseUrl, name: target.name },
    implementation: target.implementation,
    settings: { ...inputs, disposable, fresh, otherIsNone, ...target.settings },
    schemas,
    startedAt,
    durationMs: round(evidence.durationMs),
    verdict,
    baselineOutOfDate: isOutOfDate || undefined,
    complete:
      !isCut && counts.error === 0 && !schemas && isWhole(judgements, evidence) && !requirements.some(isKnownMust),
    strict,
    counts,
    requirementCounts: { must: ofLevel('must'), should: ofLevel('should'), may: ofLevel('may') },
    obstacle,
    causes,
    requirements,
    findings,
    suites: contract.suites.map(({ id, title }) => ({ id, title })),
    scenarios,
    ambiguities: ambiguitiesIn(contract, evidence),
    deletions: deletionsOf(evidence),
    orders: ordersIn(evidence),
    fixtures: [...warningsIn(evidence), ...evidence.warnings],
    notes,
    requestCount: evidence.exchanges.length,
    exchanges: exchangesOf(evidence, new Set(findings.map(({ exchange }) => exchange ?? ''))),
    baseline,
  };
}

/** Joins the deviations to causes, and says of each open result which cause it waits for. */
function explained(judgements: readonly Judgement[], evidence: Evidence) {
  const judged = judgements.map((judgement) => requirementResult(judgement, evidence));
  const { causes, causeOf } = causesOf(judgements, evidence);
  const { blocks, reasons } = waitsOf(causes, judgements, judged, causeOf, evidence);
  return {
    results: judged.map((result) => ({ ...result, reason: reasons.get(result.id) ?? result.reason })),
    causes: causes.map((cause) => ({
      ...cause,
      blocks: blocks.get(cause.id) ?? [],
      log: logOf(cause.exchange, evidence),
      repeat: repeatOf(cause.exchange, evidence),
    })),
    findings: findingsOf(judgements, causeOf),
  };
}

export function newestEdition({ editions }: Pick<Contract, 'editions'>): Edition {
  const newest = editions.at(-1);
  if (!newest) throw new Error('The contract has no edition to score by.');
  return newest;
}

/** @testonly */
export function judgementsOf(contract: Contract, evidence: Evidence, edition: Edition, strict: boolean): Judgement[] {
  const rules = new Map(contract.rules.map((rule) => [rule.requirement, rule]));
  return contract.requirements.map((entry) => {
    const rule = rules.get(entry.id);
    if (!rule) throw new Error(`No rule judges ${entry.id}.`);
    const about = scoredBy(edition, entry, contract.editions);
    return evidence.plan.selected.includes(entry.id)
      ? judgeBy(rule, about, evidence, strict)
      : { ...about, rule, results: [] };
  });
}

/** The requirements that show whether a cause is gone: that of its name, or those of the level that it breaks; else all. */
const mostBrokenBy =
  ({ requirements }: Contract) =>
  (cause: string): readonly string[] | undefined => {
    const main = requirements.find(({ id }) => id === cause || id === requirementOfCause(cause));
    if (main?.id === cause) return [cause];
    return main?.level === 'must'
      ? requirements.filter(({ level }) => level === 'must').map(({ id }) => id)
      : undefined;
  };

const besideIn = (judgements: readonly Judgement[]): ReadonlySet<string> =>
  new Set(
    judgements.flatMap(({ requirement, results }) =>
      results.some(({ result }) => isBroken(result) && result.beside !== undefined) ? requirement.id : [],
    ),
  );

const ambiguitiesIn = ({ ambiguities, questions }: Contract, evidence: Evidence): Report['ambiguities'] =>
  ambiguities.map((ambiguity) => {
    const entries = questions.flatMap((each) => (each.ambiguity.id === ambiguity.id ? each.observe(evidence) : []));
    const texts = new Set(entries.map(({ observed }) => observed));
    return { ...ambiguity, observed: [...texts].join('; ') || 'not observed' };
  });

const isKnownMust = ({ known, level }: RequirementResult): boolean => known === true && level === 'must';

const isScored = ({ scored }: RequirementResult): boolean => scored !== false;

/**
 * True if every scored `must` requirement was judged, and no scenario was left out: one could have shown a deviation.
 */
const isWhole = (judgements: readonly Judgement[], { plan }: Evidence): boolean =>
  plan.scenarios.every(({ state }) => state !== 'skipped') && judgements.every(isComplete);
