import { held } from '../../runner/judge/rule.js';
import type { Rule } from '../rule.js';

export const baseAddressRules: readonly Rule[] = [
  {
    requirement: 'base.version-prefix',
    from: ['base-address'],
    judge: ({ target: { baseUrl } }) => [
      new URL(baseUrl).pathname.endsWith('/v1')
        ? held()
        : {
            message: 'The base address of the target does not end with /v1.',
            expected: 'a path that ends with /v1',
            actual: baseUrl,
            at: 'base address',
          },
    ],
  },
];
