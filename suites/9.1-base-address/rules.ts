import { endsWithVersion } from '../../runner/evidence/obstacle.js';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { held } from '../../runner/judge/rule.js';
import type { Rule } from '../rule.js';

export const baseAddressRules: readonly Rule[] = [
  {
    requirement: 'base.version-prefix',
    from: ['base-address'],
    judge: ({ target: { baseUrl }, obstacle }) => {
      if (endsWithVersion(baseUrl)) return [held()];
      // Nothing shows that the service is there: the address may be the user's mistake.
      if (obstacle !== undefined) return [inconclusive(obstacle)];
      return [
        {
          message: 'The base address of the target does not end with /v1.',
          expected: 'a path that ends with /v1',
          actual: baseUrl,
          at: 'base address',
        },
      ];
    },
  },
];
