import { coverage } from '../runner/engine/coverage.js';
import { deletesOf, needsTarget, type Scenario, type Suite } from '../runner/engine/scenario.js';
import { faults } from '../servers/faults/index.js';
import { variants } from '../servers/variants/index.js';
import { storeOrdersInterface } from '../suites/contract.js';
import type { ExitCode, Io } from './io.js';

export interface ListFlags {
  readonly faults?: boolean;
  readonly json?: boolean;
}

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
  coverage: coverage(storeOrdersInterface.suites),
});

const scenarioEntry = (suite: Suite, scenario: Scenario) => {
  const { id, title, order } = scenario;
  return {
    id,
    suite: suite.id,
    title,
    requirements: requirementsFrom(id),
    needs: {
      key: needsTarget(scenario),
      orders: order ? [order.state] : [],
      sharesOrders: order?.shared ?? false,
      deletes: deletesOf(scenario).length,
    },
  };
};

/** What cannot be judged in full without this scenario. */
export const requirementsFrom = (scenario: string): string[] =>
  storeOrdersInterface.rules.filter(({ from }) => from.includes(scenario)).map(({ requirement }) => requirement);

function contractText(): string {
  const { suites, requirements } = storeOrdersInterface;
  const { pending, shipped, other } = coverage(storeOrdersInterface.suites);
  return [
    `Full coverage needs ${pending} pending orders (one with an id above 2^53, if your ids go that high), ${shipped} shipped and ${other} in another state.`,
    ...suites.flatMap((suite) => ['', suite.title, ...suite.scenarios.map(scenarioLine)]),
    '',
    'Requirements',
    ...requirements.map(({ id, clause, level, text }) => `  ${id}  §${clause}  ${level}\n      ${text}`),
    '',
  ].join('\n');
}

function scenarioLine({ id, title, order }: Scenario): string {
  const need = order ? `  [needs 1 ${order.state} order${order.shared ? ' (may be shared)' : ''}]` : '';
  return `  ${id}${need}\n      ${title}`;
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
