import { type Fault, faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { CELLS, nameOf, RATES, REPEATS, recorded } from './chances.js';

/** docs/generated/detection.md: what the suite catches, requirement by requirement; the matrix test proves each line. */
export function detectionDocument(): string {
  const { requirements } = storeOrdersInterface;
  return [
    '# What the suite detects',
    '',
    'Generated from the faults and variants of the embedded reference; `npm test` judges each of them and compares: a',
    'fault must break exactly the requirements that are named here, a variant none. `npx --no -- store-orders-conformance',
    'self-check` does the same over HTTP on your machine, and `serve --fault ID` or `--variant ID` runs any of them.',
    '',
    `${requirements.length} requirements, ${faults.length} faults, ${variants.length} permitted variants.`,
    '',
    '## Requirements, and the faults that break them',
    '',
    '| requirement | § | level | faults |',
    '|---|---|---|---|',
    ...requirements.map(
      ({ id, clause, level }) => `| \`${id}\` | ${clause} | ${level} | ${breaking(id).map(code).join(', ')} |`,
    ),
    '',
    '## Faults',
    '',
    'The reference with one deviation each.',
    '',
    '| fault | what it does | who makes this mistake | breaks |',
    '|---|---|---|---|',
    ...faults.map(faultRow),
    '',
    ...chances(),
    ...MUTATION,
    '## Permitted variants',
    '',
    'What the contract leaves open; each is conformant without a warning.',
    '',
    '| variant | what it does |',
    '|---|---|',
    ...variants.map(({ id, summary }) => `| ${code(id)} | ${cell(summary)} |`),
    '',
  ].join('\n');
}

/** The last mutation run that was read through: what it found is in the tests. */
const MUTATION = [
  '## Changes of the checker itself',
  '',
  'Faults show that the checker sees what servers do wrong; changes of the checker show whether anybody would notice if it saw',
  'less. On 2026-11-22, each of 4,724 changes that Stryker makes of `suites/` and `runner/judge/`, wording apart, was held against the saved',
  'runs of the matrix and the tests of `test/mutation/killers.ts`: 4,574 are noticed, 96.8 %. The others were read: most of them nothing can show',
  '(a condition that another one implies, or that only the types need), and the rest decide which of two true reasons is told.',
  '',
];

/** The share of the recorded runs that saw the fault. */
function chances(): string[] {
  const record = recorded();
  const share = (of: 'answers' | 'connections', every: number, repeat: number): string => {
    const cell = CELLS.find((entry) => entry.of === of && entry.every === every && entry.repeat === repeat);
    const runs = (cell && record[nameOf(cell)]) ?? '';
    return `${Math.round((100 * runs.replaceAll('0', '').length) / runs.length)} %`;
  };
  const runs = Object.values(record)[0]?.length ?? 0;
  const rows = (['answers', 'connections'] as const).flatMap((of) =>
    RATES.map((every) => `| 1 of ${every} ${of} | ${REPEATS.map((repeat) => share(of, every, repeat)).join(' | ')} |`),
  );
  return [
    '## Faults that show now and then',
    '',
    'Where one replica of several is the old version, or a cache is stale, a fault shows in some answers only. `--repeat N`',
    'sends every request that does not use up an order N times, half of the times on a kept connection. The chance that one probe sees',
    `such a fault, measured in ${runs} runs each against a server that fails at that rate; a fault that several probes show`,
    'is seen more often. A load balancer chooses a replica for each connection: all that goes over a kept one gets the same.',
    '',
    `| the fault shows in | ${REPEATS.map((repeat) => (repeat === 1 ? 'one run' : `\`--repeat ${repeat}\``)).join(' | ')} |`,
    `|---|${REPEATS.map(() => '---|').join('')}`,
    ...rows,
    '',
  ];
}

const breaking = (requirement: string): string[] =>
  faults.filter(({ requirements }) => requirements.includes(requirement)).map(({ id }) => id);

const code = (id: string): string => `\`${id}\``;

/** A bar would end the cell, and a bracket could start markup. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const faultRow = ({ id, summary, who, requirements }: Fault): string =>
  `| ${code(id)} | ${cell(summary)} | ${cell(who)} | ${requirements.map(code).join(', ')} |`;
