import type { Fault } from '../fault.js';

export const baseAddressFaults: readonly Fault[] = [
  {
    id: 'prefix-v2',
    summary: 'serves the operations below `/v2`',
    who: 'Services that moved on, and dropped v1.',
    requirements: ['base.version-prefix'],
    behaviour: () => ({ prefix: '/v2' }),
  },
  {
    id: 'no-prefix',
    summary: 'serves the operations without a version prefix',
    who: 'Gateways that strip the prefix, when the suite is pointed at the service itself.',
    requirements: ['base.version-prefix'],
    behaviour: () => ({ prefix: '' }),
  },
  {
    id: 'prefix-in-front',
    summary: 'serves the operations below `/v1/shop`',
    who: 'Platforms that version their gateway, and mount each service below it.',
    requirements: ['base.version-prefix'],
    behaviour: () => ({ prefix: '/v1/shop' }),
  },
];
