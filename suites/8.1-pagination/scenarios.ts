import { type ListSpec, scenario } from '../../runner/engine/scenario.js';

/** The parameters that frameworks page and filter by, one a probe. */
const QUERIES = [
  'limit=1',
  'page=2',
  'per_page=1',
  'offset=1',
  'offset=1000000',
  'status=pending',
  'status=shipped',
] as const;

type Query = (typeof QUERIES)[number];

const probes = Object.fromEntries(
  QUERIES.map((query) => [
    query,
    { role: 'query', credential: 'valid', query, reads: 'page', phase: 'untouched' } as const,
  ]),
) as unknown as Record<Query, ListSpec<never>>;

export const queries = scenario({
  id: 'listing-queries',
  title: 'Query parameters do not change the orders that are listed',
  reads: ['before'],
  requests: {
    ...probes,
    // The store may have changed by itself: what counts is a listing taken afterwards, before any cancel changes it.
    control: {
      role: 'query-control',
      phase: 'untouched',
      credential: 'valid',
      reads: 'presence',
      after: QUERIES,
      when: { differs: QUERIES },
    },
  },
});
