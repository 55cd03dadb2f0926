import { type Fault, faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';

/** docs/detection.md: what the suite catches, requirement by requirement; the matrix test proves each line. */
export function detectionDocument(): string {
  const { requirements } = storeOrdersInterface;
  return [
    '# What the suite detects',
    '',
    'Generated from the faults and variants of the embedded reference; `npm test` judges each of them over HTTP and',
    'compares: a fault must break exactly the requirements that are named here, a variant none. `npx',
    'store-orders-conformance self-check` does the same on your machine, and `serve --fault ID` or `--variant ID` runs',
    'any of them.',
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

const breaking = (requirement: string): string[] =>
  faults.filter(({ requirements }) => requirements.includes(requirement)).map(({ id }) => id);

const code = (id: string): string => `\`${id}\``;

/** A bar would end the cell, and a bracket could start markup. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const faultRow = ({ id, summary, who, requirements }: Fault): string =>
  `| ${code(id)} | ${cell(summary)} | ${cell(who)} | ${requirements.map(code).join(', ')} |`;
