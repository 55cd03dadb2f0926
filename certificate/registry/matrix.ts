import { legend, partOf, placesOf, strip } from '../../reporters/drawing.js';
import { table } from '../../reporters/page/frame.js';
import { type Markup, markup } from '../../reporters/printable.js';
import { byNumber, isScored } from '../../reporters/wording.js';
import type { Level } from '../../runner/judge/requirement.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { CLASSES, classTag, day, type Implementation, placeOf, type VerifiedEntry } from './registry.js';

/** The number of scored requirements that hold, out of those that were judged. */
export function scoresOf({ requirements }: VerifiedEntry) {
  const ofLevel = (wanted: Level) => {
    const judged = requirements.filter(
      (result) => isScored(result) && result.level === wanted && ['pass', 'warn', 'fail'].includes(result.verdict),
    );
    return { held: judged.filter(({ verdict }) => verdict === 'pass').length, judged: judged.length };
  };
  return [ofLevel('must'), ofLevel('should')] as const;
}

/** The columns: all requirements, sorted by clause. */
export const columns = [...storeOrdersInterface.requirements].sort((a, b) => byNumber(a.clause, b.clause));

/**
 * A row for each implementation, with a narrow square for each requirement. The strongest class comes first, then the
 * newest run.
 */
export function matrixView(implementations: readonly Implementation[]): Markup {
  const rank = ({ current }: Implementation): number => CLASSES.indexOf(current.class);
  const newest = ({ current }: Implementation): number => Date.parse(current.certificate.startedAt);
  const sorted = [...implementations].sort((a, b) => rank(a) - rank(b) || newest(b) - newest(a));
  return markup`<section id="implementations">
<h2>Implementations</h2>
<div class="wide" role="region" aria-label="Implementations and requirements" tabindex="0">
${table(['Implementation', 'Class', 'Run', markup`<th scope="col">${clauseHeads()}</th>`, 'must', 'should'], sorted.map(rowView))}</div>
${legend}</section>
`;
}

/** The number of each clause above its first column. */
function clauseHeads(): Markup {
  const parts = columns.map(({ clause }) => partOf(clause));
  const { places, width } = placesOf(parts);
  const heads = [...new Set(parts)].map(
    (part) => markup`<text x="${places[parts.indexOf(part)] ?? 0}" y="12">${part === '0' ? '§' : part}</text>`,
  );
  return markup`<svg class="heads" role="img" aria-label="Requirements by clause" width="${width}" height="16">${heads}</svg>`;
}

function rowView(implementation: Implementation): Markup {
  const { name, current, history } = implementation;
  const { subject, startedAt } = current.certificate;
  const older = history.length > 1 ? markup` <span class="note">and ${history.length - 1} before</span>` : '';
  const scores = scoresOf(current).map(({ held, judged }) => markup`<td class="number">${held}/${judged}</td>`);
  return markup`<tr data-row data-class="${current.class}"><th scope="row"><a href="${placeOf(implementation)}">${name}</a> ${subject.version}${older}</th><td>${classTag(current.class)}</td><td class="number">${day(startedAt)}</td><td>${strip(columns, current.requirements)}</td>${scores}</tr>
`;
}
