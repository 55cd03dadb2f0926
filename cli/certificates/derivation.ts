import type { Derivation } from '../../certificate/derivation.js';
import { reporters } from '../../reporters/index.js';
import { plan } from '../../runner/engine/plan.js';
import { retrace } from '../../runner/engine/retrace/retrace.js';
import type { Plan } from '../../runner/evidence/plan.js';
import { requestsOf } from '../../runner/evidence/plan.js';
import { ApiKey } from '../../runner/secrets/api-key.js';
import { obstacleTo } from '../../runner/secrets/credentials.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';

export const derivation: Derivation = {
  tool,
  contract: storeOrdersInterface,
  plansLike,
  retrace,
  renderings: {
    'report.json': (report) => reporters.json(report, {}),
    'report.html': (report) => reporters.html(report, {}),
    'junit.xml': (report) => reporters.junit(report, {}),
  },
};

/** One of each sort of key that lacks some of the keys derived from it: short ones, and ones without letters. */
const KEYS = ['aa', '11', 'a', '1'].map((key) => new ApiKey(key));

const EVERYTHING = { suites: [], scenarios: [], requirements: [], clauses: [] };

function plansLike(saved: Plan): readonly Plan[] {
  const { orders, concurrency, rate } = saved;
  const repeat = Math.max(1, ...requestsOf(saved).map(({ times = 1 }) => times));
  return KEYS.map((key) =>
    plan(storeOrdersInterface, {
      orders,
      select: EVERYTHING,
      readOnly: false,
      concurrency,
      rate,
      repeat,
      obstacle: (credential) => obstacleTo(credential, key),
    }),
  );
}
