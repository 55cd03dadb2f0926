import { coverage } from '../runner/engine/coverage.js';
import { needsTarget, type Scenario, type Suite } from '../runner/engine/scenario.js';
import { faults } from '../servers/faults/index.js';
import { variants } from '../servers/variants/index.js';
import { storeOrdersInterface } from '../suites/contract.js';
import type { ListFlags } from './flags.js';
import type { ExitCode, Io } from './io.js';

export function listCommand(flags: ListFlags, io: Io): Promise<ExitCode> {
  const content = flags.faults ? servers() : contract();
  io.out(flags.json ? `${JSON.stringify(content, null, 2)}\n` : flags.faults ? serversText() : contractText());
  return Promise.resolve(0);
}

const servers = () => ({
  faults: faults.map(({ id, summary, who, requirements }) => ({ id, summary, who, requirements })),
  variants: variants.map(({ id, summary }) => ({ id, summary })),
});

const contract = () => ({
  suites: storeOrdersInterface.suites.map(({ id, title, scenarios }) => ({
    id,
    title,
    scenarios: scenarios.map((scenario) => scenario.id),
  })),
  scenarios: storeOrdersInterface.suites.flatMap((suite) =>
    suite.scenarios.map((scenario) => scenarioEntry(suite, scenario)),
  ),
  requirements: storeOrdersInterface.requirements,
  ambiguities: storeOrdersInterface.ambiguities,
  /** How many orders of each kind full coverage needs. */
  coverage: coverage(storeOrdersInterface),
});

const scenarioEntry = (suite: Suite, scenario: Scenario) => {
  const { id, title, requirements, alsoJudges = [], needs, requests } = scenario;
  return {
    id,
    suite: suite.id,
    title,
    requirements,
    alsoJudges,
    needs: {
      key: needsTarget(scenario),
      orders: needs.orders ?? [],
      sharesOrders: needs.sharesOrders ?? false,
      deletes: Object.values(requests).filter(({ operation }) => operation === 'cancelOrder').length,
    },
  };
};

function contractText(): string {
  const { suites, requirements } = storeOrdersInterface;
  const { pending, shipped, other } = coverage(storeOrdersInterface);
  return [
    `Full coverage needs ${pending} pending orders (one with an id above 2^53, if ids grow so far), ${shipped} shipped and ${other} in another state.`,
    ...suites.flatMap((suite) => ['', suite.title, ...suite.scenarios.map(scenarioLine)]),
    '',
    'Requirements',
    ...requirements.map(({ id, clause, level, text }) => `  ${id}  §${clause}  ${level}\n      ${text}`),
    '',
  ].join('\n');
}

function scenarioLine({ id, title, needs }: Scenario): string {
  const orders = (needs.orders ?? []).map((state) => `1 ${state} order${needs.sharesOrders ? ' (may be shared)' : ''}`);
  return `  ${id}${orders.length > 0 ? `  [needs ${orders.join(', ')}]` : ''}\n      ${title}`;
}

const serversText = (): string =>
  [
    'Faults, and the requirements that catch them',
    ...faults.map(({ id, summary, requirements }) => `  ${id}  [${requirements.join(', ')}]\n      ${summary}`),
    '',
    'Permitted variants',
    ...variants.map(({ id, summary }) => `  ${id}\n      ${summary}`),
    '',
  ].join('\n');
