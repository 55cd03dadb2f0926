import type * as judge from '../runner/judge/rule.js';
import type { AmbiguityId, RequirementId } from './catalogue.generated.js';

/** A rule for a requirement of the catalogue. */
export type Rule = judge.Rule<RequirementId>;

/** An observer of an entry of the ambiguity register. */
export type Observer = judge.Observer<AmbiguityId>;
