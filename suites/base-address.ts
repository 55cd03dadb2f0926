import type { Suite } from '../runner/engine/scenario.js';
import { scenario } from './scenario.js';

const versionPrefix = scenario({
  id: 'base-address',
  title: 'The base address ends with the version prefix',
  requirements: ['base.version-prefix'],
  needs: {},
  requests: {},
  async run(context) {
    context.check('base.version-prefix', new URL(context.baseUrl).pathname.endsWith('/v1'), () => ({
      message: 'The base address of the target does not end with /v1.',
      expected: 'a path that ends with /v1',
      actual: context.baseUrl,
      at: 'base address',
    }));
  },
});

export const baseAddress: Suite = { id: 'base', title: 'Base address (§9.1)', scenarios: [versionPrefix] };
