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
    { stage: 'beside', role: 'query', credential: 'valid', query, reads: 'page' } as const,
  ]),
) as unknown as Record<Query, ListSpec<never>>;

/** The store may change by itself: what counts is the next shared listing, before any cancel that changes it. */
export const queries = scenario({
  id: 'listing-queries',
  title: 'Query parameters do not change the orders that are listed',
  reads: ['before'],
  requests: probes,
});
