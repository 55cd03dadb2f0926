import { responseOf } from '../evidence/exchange.js';
import { shown } from '../evidence/quoted.js';
import { type ClauseFile, clause } from './terms/clause.js';
import type { Observation } from './terms/rule.js';

/** §8.2: the contract does not show limits, so nobody is failed for refusing requests for now. */
const { open } = clause('8.2', 'both', 'Request rate limits and payload size limits: not shown.');

const rateLimitHeaders = open('rate-limit-headers', 'Which rate-limit headers are sent?', ({ exchanges }) => {
  const responses = exchanges.flatMap((exchange) => responseOf(exchange) ?? []);
  if (responses.length === 0) return [];
  const names = responses.flatMap((response) => shown(response).headers.map(([name]) => name.toLowerCase()));
  const limits = [...new Set(names.filter((name) => /^(x-)?rate-?limit|^retry-after$/.test(name)))];
  const isRefused = responses.some(({ status }) => status === 429);
  const refused: Observation[] = isRefused ? [{ observed: 'requests were refused with 429' }] : [];
  return [...refused, { observed: limits.sort().join(', ') || 'none' }];
});

export const rateLimits: ClauseFile = { demands: [], questions: [rateLimitHeaders] };
