import { groupBy } from '../../interface/helpers/helpers.js';
import { table } from '../../reporters/page/frame.js';
import { legend, section, strip } from '../../reporters/page/parts.js';
import { type Markup, markup } from '../../reporters/printable.js';
import { byNumber, isScored } from '../../reporters/wording.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Level } from '../../suites/terms/requirement.js';
import { classTag, day, type Product, placeOf, type VerifiedEntry } from './registry.js';

/** Two cells of a table, for `must` and `should`: how many of the scored requirements that were judged hold. */
export function scoresOf({ requirements }: VerifiedEntry): readonly Markup[] {
  const ofLevel = (level: Level): Markup => {
    const judged = requirements.filter(
      (result) => isScored(result) && result.level === level && ['pass', 'warn', 'fail'].includes(result.verdict),
    );
    const held = judged.filter(({ verdict }) => verdict === 'pass');
    return markup`<td class="number">${held.length}/${judged.length}</td>`;
  };
  return [ofLevel('must'), ofLevel('should')];
}

/** The columns: the parts of the contract, with all requirements of each, by number of their clauses. */
const columns = [
  ...groupBy(
    [...storeOrdersInterface.requirements].sort((a, b) => byNumber(a.clause, b.clause)),
    ({ clause }) => clause.split('.')[0] ?? clause,
  ),
];

/** A row for each implementation, by name, with a sign for each requirement. */
export const matrixView = (implementations: readonly Product[]): Markup =>
  section('implementations', 'Implementations', [
    markup`<div class="wide" role="region" aria-label="Implementations and requirements" tabindex="0">
${table(['Implementation', 'Class', 'Run', ...columns.map(([part]) => `§${part}`), 'must', 'should'], implementations.map(rowView))}</div>
`,
    legend,
  ]);

function rowView(implementation: Product): Markup {
  const { name, current, history } = implementation;
  const { subject, startedAt } = current.certificate;
  const older = history.length > 1 ? markup` <span class="note">and ${history.length - 1} before</span>` : '';
  const verdicts = new Map(current.requirements.map(({ id, verdict }) => [id, verdict]));
  const strips = columns.map(([, requirements]) => {
    const results = requirements.map(({ id }) => ({ id, verdict: verdicts.get(id) ?? ('skipped' as const) }));
    return markup`<td>${strip(results)}</td>`;
  });
  return markup`<tr class="implementation" data-item data-class="${current.class}"><th scope="row"><a href="${placeOf(implementation)}">${name}</a> ${subject.version}${older}</th><td>${classTag(current.class)}</td><td class="number">${day(startedAt)}</td>${strips}${scoresOf(current)}</tr>
`;
}
