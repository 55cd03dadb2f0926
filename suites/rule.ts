import { type Answer, type Evidence, isSilence } from '../runner/evidence/evidence.js';
import type { Exchange } from '../runner/evidence/exchange.js';
import { isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';
import type * as judge from '../runner/judge/rule.js';
import type { AmbiguityId, RequirementId } from './ids.js';

export type Rule = judge.Rule<RequirementId>;

export type Observer = judge.Observer<AmbiguityId>;

/** Judges each answer; what is not an answer stays unjudged, unless something is made of what gets none each time. */
export const judgeEach = (
  results: readonly (Answer | Unjudged)[],
  judgeOne: (answer: Answer) => judge.Result | readonly judge.Result[],
  judgeSilence?: (exchange: Exchange) => judge.Result,
): judge.Result[] =>
  results.flatMap((result) => {
    if (!isUnjudged(result)) return judgeOne(result);
    return judgeSilence && isSilence(result) ? judgeSilence(result.silent) : result;
  });

/** A requirement that is judged from each of some answers by itself; it needs these scenarios. */
interface EachRule {
  readonly needs: Rule['from'];
  each(evidence: Evidence): readonly (Answer | Unjudged)[];
  judge(answer: Answer, evidence: Evidence): judge.Result | readonly judge.Result[];
  /** What gets no answer, however often it is sent; absent: it is not judged. */
  readonly judgeSilence?: (exchange: Exchange) => judge.Result;
}

export const rule = (requirement: RequirementId, { needs, each, judge: judgeOne, judgeSilence }: EachRule): Rule => ({
  requirement,
  from: needs,
  judge: (evidence) => judgeEach(each(evidence), (answer) => judgeOne(answer, evidence), judgeSilence),
});
