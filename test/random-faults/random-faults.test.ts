import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { judgerFor } from '../detection/in-memory.js';
import { headers, statuses } from './arbitraries.js';
import { mutatedServer } from './mutated-server.js';
import type { Mutation } from './mutation.js';
import { type Expectation, expectationOf } from './oracle.js';

/** For hours: `RANDOM_FAULTS=5000 SEED=7 npx vitest run --project unit test/random-faults`. */
const cases = Number(process.env.RANDOM_FAULTS ?? 5);

/** Mutations that were once judged wrongly, tried in each run. */
const REGRESSIONS: readonly Mutation[] = [
  { kind: 'status', situation: 'cancel-pending', status: 401 },
  { kind: 'status', situation: 'cancel-other', status: 401 },
  { kind: 'status', situation: 'cancel-shipped-again', status: 200 },
];

const HEADER_REGRESSIONS: readonly Mutation[] = [
  { kind: 'header', answer: 'listing', name: 'X-Total-Count', only: 'listing-after-cancel', value: '1' },
];

/** Mutations of answers. Those of orders are in the matrix, where each has a server. */
const areas = [
  { area: 'a status', mutations: statuses, share: 0.4, found: REGRESSIONS },
  { area: 'a header, or the framing of a message', mutations: headers, share: 0.3, found: HEADER_REGRESSIONS },
];

type Judgement = Exclude<Expectation['violates'], 'open'> | 'defect of the suite';

function judgementOf({ verdict, counts, requirements }: Report): Judgement {
  if (counts.error > 0) return 'defect of the suite';
  switch (verdict) {
    case 'nonconformant':
      return 'must';
    case 'inconclusive':
      return 'cannot-be-told';
    case 'conformant':
      return requirements.some((requirement) => requirement.verdict === 'warn') ? 'should' : 'nothing';
  }
}

async function judged(
  mutation: Mutation,
): Promise<{ readonly violates: Judgement; readonly requirements: readonly string[] }> {
  const server = mutatedServer(mutation);
  const report = await judgerFor(server)(server);
  const broken = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return { violates: judgementOf(report), requirements: broken.map(({ id }) => id).sort() };
}

/** The expectation of the oracle in the form of a judgement; requirements that may be named as well are taken from the judgement. */
function expected(expectation: Exclude<Expectation, { violates: 'open' }>, found: readonly string[]) {
  const { violates } = expectation;
  if (!('requirements' in expectation)) return { violates, requirements: [] };
  const permitted = expectation.also.filter((id) => found.includes(id));
  return { violates, requirements: [...new Set([...expectation.requirements, ...permitted])].sort() };
}

describe('the suite and an oracle that shares nothing with it agree on the reference with a random mutation of', () => {
  test.concurrent.each(areas)('$area', { timeout: 60_000 + 3_000 * cases }, async ({ mutations, share, found }) => {
    const isDecided = (mutation: Mutation) => expectationOf(mutation).violates !== 'open';
    const property = fc.asyncProperty(mutations.filter(isDecided), async (mutation) => {
      const expectation = expectationOf(mutation);
      if (expectation.violates === 'open') return;
      const actual = await judged(mutation);
      expect(actual).toEqual(expected(expectation, actual.requirements));
    });
    await fc.assert(property, {
      numRuns: Math.ceil(cases * share),
      examples: found.map((mutation) => [mutation]),
    });
  });
});
