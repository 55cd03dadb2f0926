import type { Suite } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { statusOf } from '../runner/evidence/exchange.js';
import { scenario } from './scenario.js';
import { judgeTable } from './status.js';
import {
  FAULTY_CREDENTIALS,
  type FaultyCredential,
  faultyCredentials,
  judgeRefusal,
  refusalRequirements,
} from './unauthenticated.js';

const refusal = (credential: FaultyCredential) =>
  scenario({
    id: `auth-list-${credential}`,
    title: `A listing with ${FAULTY_CREDENTIALS[credential]} is refused`,
    // The first of them stands for what all refusals have in common.
    requirements: [`auth.list.${credential}`, ...(credential === 'missing' ? refusalRequirements : [])],
    alsoJudges: ['list.status-table', ...(credential === 'missing' ? [] : refusalRequirements)],
    needs: {},
    requests: { probe: { operation: 'listOrders', credential } },
    async run(context) {
      const obstacle = await context.obstacle('probe');
      if (obstacle !== undefined) throw new CannotJudge('blocked', obstacle);
      const [control, exchange] = await Promise.all([context.before(), context.send('probe')]);
      judgeRefusal(context, exchange, {
        requirement: `auth.list.${credential}`,
        situation: `A listing with ${FAULTY_CREDENTIALS[credential]}`,
        keyAccepted: statusOf(control.exchange) === 200,
      });
    },
  });

const schemeLetterCase = scenario({
  id: 'auth-scheme-letter-case',
  title: 'The letter case of the scheme `Bearer` is observed',
  requirements: [],
  alsoJudges: ['list.status-table'],
  needs: {},
  requests: { probe: { operation: 'listOrders', credential: 'valid-lowercase-scheme' } },
  async run(context) {
    const exchange = await context.send('probe');
    // Whether such a key is valid is left open; that the answer is 200 or 401 is not.
    judgeTable(context, exchange);
    const status = statusOf(exchange);
    context.observe(
      'scheme-letter-case',
      status === 200 ? '`bearer` is accepted' : `\`bearer\` is answered with ${status}`,
    );
  },
});

export const authenticationOfListing: Suite = {
  id: 'auth-list',
  title: 'Authentication of listOrders (§5)',
  scenarios: [...faultyCredentials.map(refusal), schemeLetterCase],
};
