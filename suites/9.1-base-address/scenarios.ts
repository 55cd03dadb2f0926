import { scenario } from '../../runner/engine/scenario.js';

export const baseAddress = scenario({
  id: 'base-address',
  title: 'The base address ends with the version prefix',
  requests: {},
});
