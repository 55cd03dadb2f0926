import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { coverage, storeOrdersInterface } from '../../suites/contract.js';
import { deletesOf, isShared, needsTarget } from '../../suites/terms/scenario.js';
import type { ExitCode, Io } from '../shell/io.js';

type ListFlags = Readonly<Partial<Record<'faults' | 'json', boolean>>>;

export async function listCommand(flags: ListFlags, io: Io): Promise<ExitCode> {
  const content = flags.faults ? servers : contract();
  const lines = flags.faults ? serversLines() : contractLines();
  io.out(flags.json ? `${JSON.stringify(content, null, 2)}\n` : `${lines.join('\n')}\n`);
  return 0;
}

const servers = {
  faults: faults.map(({ id, summary, who, requirements }) => ({ id, summary, who, requirements })),
  variants: variants.map(({ id, summary }) => ({ id, summary })),
};

function contract() {
  const { suites, requirements, ambiguities, editions } = storeOrdersInterface;
  return {
    suites: suites.map(({ id, title, scenarios }) => ({ id, title, scenarios: scenarios.map(({ id }) => id) })),
    scenarios: suites.flatMap((suite) =>
      suite.scenarios.map((scenario) => ({
        id: scenario.id,
        suite: suite.id,
        title: scenario.title,
        requirements: requirementsFrom(scenario.id),
        needs: {
          key: needsTarget(scenario),
          orders: scenario.order ? [scenario.order.state] : [],
          sharesOrders: scenario.order !== undefined && isShared(scenario.order),
          deletes: deletesOf(scenario).length,
        },
      })),
    ),
    requirements,
    ambiguities,
    editions,
    /** How many orders of each kind full coverage needs. */
    coverage,
  };
}

/** The requirements that cannot be judged in full without this scenario. */
export const requirementsFrom = (scenario: string): string[] =>
  storeOrdersInterface.rules.filter(({ needs }) => needs.includes(scenario)).map(({ requirement }) => requirement);

const entry = (id: string, remark: string, text: string): string => `  ${id}${remark}\n      ${text}`;

function contractLines(): string[] {
  const { suites, requirements, editions } = storeOrdersInterface;
  const { pending, shipped, other } = coverage;
  const scenarioLines = suites.flatMap(({ id: suite, title, scenarios }) => [
    '',
    `${title}, suite ${suite}`,
    ...scenarios.map(({ id, title, order }) => {
      const remark = order && isShared(order) ? ' (may be shared)' : '';
      return entry(id, order ? `  [needs 1 ${order.state} order${remark}]` : '', title);
    }),
  ]);
  return [
    `Full coverage needs ${pending} pending orders (one with an id above 2^53, if your ids go that high), ${shipped} shipped and ${other} in another state.`,
    ...scenarioLines,
    '',
    'Editions, the newest last: `--edition` scores by one of them',
    ...editions.map(({ id, requirements }) => `  ${id}  ${Object.keys(requirements).length} requirements`),
    '',
    'Requirements',
    ...requirements.map(({ id, clause, level, text }) => entry(id, `  §${clause}  ${level}`, text)),
  ];
}

const serversLines = (): string[] => [
  'Faults, and the requirements that catch them',
  ...faults.map(({ id, summary, requirements }) => entry(id, `  [${requirements.join(', ')}]`, summary)),
  '',
  'Permitted variants',
  ...variants.map(({ id, summary }) => entry(id, '', summary)),
];
