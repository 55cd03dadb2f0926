import { scenario } from '../../runner/engine/scenario.js';

export const orders = scenario({
  id: 'listing-orders',
  title: 'Every element of the listing is an Order',
  reads: ['before'],
  requests: {},
});
