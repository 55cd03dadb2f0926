import type { Scenario, ScenarioContext } from '../runner/engine/scenario.js';
import type { RequirementId } from './catalogue.generated.js';

/** What a scenario is given, with the requirement ids of the catalogue. Functions that send nothing take any name. */
export type Context = Omit<ScenarioContext<never, RequirementId>, 'send' | 'attempt' | 'list' | 'obstacle'>;

/** Checks a literal against the catalogue, and the names that it sends against the requests that it declares. */
export const scenario = <const Name extends string>(
  value: Scenario<Name, RequirementId>,
): Scenario<Name, RequirementId> => value;
