import { byNumber } from '../../reporters/wording.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Requirement } from '../../suites/terms/requirement.js';

const { requirements, rules, ambiguities, editions } = storeOrdersInterface;

/** Without dots, which pages drop when they make anchors from headings. */
const anchorOf = (id: string): string => id.replaceAll('.', '-');

/** docs/generated/requirements.md: every requirement with an anchor of its own, in the order of the catalogue. */
export function requirementsDocument(): string {
  const clauses = [...new Set(requirements.map(({ clause }) => clause))].sort(byNumber);
  return [
    '# The requirements',
    '',
    'Generated from the catalogue, the rules and the faults; `npx --no -- store-orders-conformance explain ID` prints the same for',
    'one requirement. Each has an anchor: its id, with `-` in place of each dot.',
    '',
    '`must`: the contract states it; a deviation makes the run nonconformant. `should`: it follows from the contract or from',
    'HTTP, but is not stated; a deviation is a warning, and fails the run only under `--strict`. *Proven by* names the faults',
    'of the reference that break the requirement: the tests judge each of them ([detection.md](detection.md)). *Judged from*',
    'names the scenarios without which it cannot be judged in full; every other answer that shows something counts, too.',
    '',
    ...clauses.map((clause) => `- [${clauseName(clause)}](#${clauseAnchor(clause)})`),
    '- [Where the contract is silent](#open-questions)',
    '',
    ...clauses.flatMap(clausePart),
    ...openQuestions(),
  ].join('\n');
}

const clausePart = (clause: string): string[] => [
  `<a id="${clauseAnchor(clause)}"></a>`,
  '',
  `## ${clauseName(clause)}`,
  '',
  ...requirements
    .filter((requirement) => requirement.clause === clause)
    .flatMap((requirement) => [
      ...heading(requirement),
      ...facts(requirement),
      ...prose('Why', requirement.why),
      ...prose('To fix', requirement.fix.text),
      ...sources(requirement),
    ]),
];

const heading = ({ id }: Requirement): string[] => [`<a id="${anchorOf(id)}"></a>`, '', `### \`${id}\``, ''];

function facts({ id, clause, level, operation, text }: Requirement): string[] {
  const scoring = editions.filter((edition) => id in edition.requirements).map((edition) => edition.id);
  const where = operation === 'both' ? 'both operations' : operation;
  const scored = scoring.length > 0 ? `edition ${scoring.join(', ')}` : 'in no edition yet';
  return [`${level} · ${clause === '0' ? 'preamble' : `§${clause}`} · ${where} · ${scored}`, '', escaped(text), ''];
}

const prose = (name: string, text: string | undefined): string[] =>
  text === undefined ? [] : [`*${name}:* ${escaped(text)}`, ''];

function sources({ id }: Requirement): string[] {
  const needs = rules.find(({ requirement }) => requirement === id)?.needs ?? [];
  const proving = faults.filter((fault) => fault.requirements.includes(id)).map((fault) => fault.id);
  return [`*Judged from:* ${codes(needs)}. *Proven by:* ${codes(proving)}.`, ''];
}

const openQuestions = (): string[] => [
  '<a id="open-questions"></a>',
  '',
  '## Where the contract is silent',
  '',
  'No verdict depends on these; the report records what the deployment does.',
  '',
  ...ambiguities.map(
    ({ id, clause, question }) => `- <a id="${anchorOf(id)}"></a>\`${id}\` (§${clause}): ${escaped(question)}`,
  ),
  '',
];

const codes = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

/** Outside of code spans, `<` would begin a tag. */
const escaped = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');

const clauseName = (clause: string): string => (clause === '0' ? 'Preamble' : `§${clause}`);
const clauseAnchor = (clause: string): string => `clause-${anchorOf(clause)}`;
