import { type Fault, faults } from '../../servers/faults/index.js';

/** For each requirement, the fault that breaks the fewest others besides. */
const sharpest = (requirement: string): Fault[] =>
  faults
    .filter(({ requirements }) => requirements.includes(requirement))
    .sort((a, b) => a.requirements.length - b.requirements.length)
    .slice(0, 1);

const broken = new Set(faults.flatMap(({ requirements }) => requirements));

/** A fault for each requirement: few enough to be judged for every mutant. */
export const representatives: readonly Fault[] = [...new Set([...broken].flatMap(sharpest))];
