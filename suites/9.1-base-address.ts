import { endsWithVersion } from '../evidence/obstacle.js';
import { inconclusive } from '../evidence/unjudged.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { held } from './terms/rule.js';
import { scenario } from './terms/scenario.js';

/** §9.1: every base address carries the version. */
const { must } = clause('9.1', 'both', 'The version is carried in the path prefix: `/v1` on every base address.');

export const address = scenario({
  id: 'base-address',
  title: 'The base address ends with the version prefix',
  requests: {},
});

const versionPrefix = must('base.version-prefix', {
  text: 'The base address ends with the version prefix `/v1`.',
  why: 'Clients append the operation paths to the base address; without the prefix they would call an unversioned service.',
  fix: 'Publish the service under a base address that ends in `/v1`, and point the suite at exactly that address.',
  needs: [address],
  judgeRun: ({ target: { baseUrl }, obstacle }) => {
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
});

export const baseAddress: ClauseFile = { demands: [versionPrefix] };
