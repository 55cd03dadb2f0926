import type * as judge from '../runner/judge/rule.js';
import type { AmbiguityId, RequirementId } from './catalogue.generated.js';

export type Rule = judge.Rule<RequirementId>;

export type Observer = judge.Observer<AmbiguityId>;
