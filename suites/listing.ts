import type { Suite } from '../runner/engine/scenario.js';
import { afterCancels } from './listing-after.js';
import { answer } from './listing-answer.js';
import { completeness } from './listing-completeness.js';
import { orders } from './listing-orders.js';
import { queries } from './listing-queries.js';

export const listing: Suite = {
  id: 'listing',
  title: 'The listing (§2, §4.1, §8)',
  scenarios: [answer, orders, afterCancels, completeness, queries],
};
