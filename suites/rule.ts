import type { Answer, Evidence } from '../runner/evidence/evidence.js';
import { isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';
import type * as judge from '../runner/judge/rule.js';
import type { AmbiguityId, RequirementId } from './catalogue.generated.js';

export type Rule = judge.Rule<RequirementId>;

export type Observer = judge.Observer<AmbiguityId>;

/** Judges each answer; what is not an answer stays unjudged. */
export const judgeEach = (
  results: readonly (Answer | Unjudged)[],
  judgeOne: (answer: Answer) => judge.Result | readonly judge.Result[],
): judge.Result[] => results.flatMap((result) => (isUnjudged(result) ? result : judgeOne(result)));

/** A requirement that is judged from each of some answers by itself; it needs these scenarios. */
interface EachRule extends Pick<Rule, 'inTitleOf'> {
  readonly needs: Rule['from'];
  each(evidence: Evidence): readonly (Answer | Unjudged)[];
  judge(answer: Answer, evidence: Evidence): judge.Result | readonly judge.Result[];
}

export const rule = (requirement: RequirementId, { needs, inTitleOf, each, judge: judgeOne }: EachRule): Rule => ({
  requirement,
  from: needs,
  inTitleOf,
  judge: (evidence) => judgeEach(each(evidence), (answer) => judgeOne(answer, evidence)),
});
