import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Fault, faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { cell } from '../markdown-cell.js';
import { CELLS, type Cell, nameOf, REPEATS, recorded } from './chances.js';

const PATH = join(import.meta.dirname, '../../docs/generated/detection.md');

const { requirements } = storeOrdersInterface;

const code = (id: string): string => `\`${id}\``;

const breaking = (requirement: string): string[] =>
  faults.filter((fault) => fault.requirements.includes(requirement)).map(({ id }) => code(id));

const faultRow = ({ id, summary, who, requirements }: Fault): string =>
  `| ${code(id)} | ${cell(summary)} | ${cell(who)} | ${requirements.map(code).join(', ')} |`;

const record = recorded();

/** The share of the recorded runs that saw the fault. */
function share(entry: Cell): string {
  const runs = record[nameOf(entry)] ?? '';
  return `${Math.round((100 * runs.replaceAll('0', '').length) / runs.length)} %`;
}

const chanceRow = ({ every, of }: Cell): string =>
  `| 1 of ${every} ${of} | ${REPEATS.map((repeat) => share({ of, every, repeat })).join(' | ')} |`;

/** The rows of the tables by the headings above them; the rest of the document is written by hand. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  'Requirements, and the faults that break them': requirements.map(
    ({ id, clause, level }) => `| ${code(id)} | ${clause} | ${level} | ${breaking(id).join(', ')} |`,
  ),
  Faults: faults.map(faultRow),
  'Faults that show now and then': CELLS.filter(({ repeat }) => repeat === 1).map(chanceRow),
  'Permitted variants': variants.map(({ id, summary }) => `| ${code(id)} | ${cell(summary)} |`),
};

function withRows(document: string, [heading, rows]: readonly [string, readonly string[]]): string {
  const table = new RegExp(`(\\n## ${heading}\\n(?:(?!## ).*\\n)*?\\|[-|]+\\|\\n)(?:\\|.*\\n)*`);
  expect(document).toMatch(table);
  return document.replace(table, (_, head: string) => `${head}${rows.join('\n')}\n`);
}

test('docs/generated/detection.md agrees with the faults and variants', async () => {
  const counts = `${requirements.length} requirements, ${faults.length} faults, ${variants.length} permitted variants.`;
  const document = readFileSync(PATH, 'utf8').replace(/^\d+ requirements, .*$/m, counts);
  await expect(Object.entries(TABLES).reduce(withRows, document)).toMatchFileSnapshot(PATH);
});
