import { type Markup, markup, prose } from '../../reporters/markup.js';
import { table } from '../../reporters/page-frame.js';
import { someOf } from '../../reporters/wording.js';
import type { RequirementResult } from '../../runner/judge/report.js';
import { classTag, day, none, placeOf, signerText } from './parts.js';
import type { Implementation, Registry } from './registry.js';

/** Of the requirements that are scored: how many hold, of how many that were judged. */
interface Score {
  readonly held: number;
  readonly judged: number;
}

export function scoreOf(results: readonly RequirementResult[], isMeant: (result: RequirementResult) => boolean): Score {
  const judged = results.filter(
    (result) => result.scored !== false && isMeant(result) && ['pass', 'warn', 'fail'].includes(result.verdict),
  );
  return { held: judged.filter(({ verdict }) => verdict === 'pass').length, judged: judged.length };
}

/** A row per implementation, a column per clause: it stays legible with hundreds. */
export function matrixView({ implementations, contract }: Registry): Markup {
  const clauses = [...new Set(contract.requirements.map(({ clause }) => clause))].sort(byNumber);
  const titles = new Map(contract.clauses.map(({ clause, title }) => [clause, title]));
  const columns = [
    ...[...SORTABLE].map(([name, title]) => sortable(name, title)),
    'Not applicable',
    ...clauses.map(
      (clause) => markup`<th scope="col"><abbr title="${titles.get(clause) ?? 'Preamble'}">§${clause}</abbr></th>`,
    ),
    'Signed by',
  ];
  const rows = implementations.map((implementation) => rowView(implementation, clauses));
  return markup`<section id="implementations">
<h2>Implementations</h2>
<div class="wide" role="region" aria-label="Implementations and requirements" tabindex="0">
${table(columns, rows)}</div>
</section>
`;
}

/** `4.2` before `10`. */
const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const SORTABLE = new Map([
  ['name', 'Implementation'],
  ['class', 'Class'],
  ['date', 'Run'],
  ['must', 'must'],
  ['should', 'should'],
]);

const sortable = (name: string, title: string): Markup =>
  markup`<th scope="col" aria-sort="none"><button type="button" data-sort="${name}">${title}</button></th>`;

function rowView(implementation: Implementation, clauses: readonly string[]): Markup {
  const { name, signer, current, history, isExpired } = implementation;
  const { subject, startedAt } = current.certificate;
  const scores = (['must', 'should'] as const).map((level) =>
    scoreOf(current.requirements, (result) => result.level === level),
  );
  const [must, should] = scores.map(({ held, judged }) => held - judged);
  const exempt = current.certificate.derived?.notApplicable.length ?? 0;
  const older = history.length > 1 ? markup` <span class="note">and ${history.length - 1} before</span>` : none;
  return markup`<tr data-row data-name="${name}" data-class="${current.class}" data-age="${isExpired ? 'expired' : 'current'}" data-date="${startedAt}" data-must="${1000 + (must ?? 0)}" data-should="${1000 + (should ?? 0)}"><th scope="row"><a href="${placeOf(implementation)}">${name}</a> ${subject.version}${older}</th><td>${classTag(current)}</td><td class="number">${day(startedAt)}${isExpired ? markup` <span class="expired">expired</span>` : none}</td>${scores.map(scoreCell)}<td class="number">${exempt === 0 ? '–' : exempt}</td>${clauses.map((clause) => scoreCell(scoreOf(current.requirements, (result) => result.clause === clause)))}<td class="number"><code>${signerText(signer)}</code></td></tr>
`;
}

function scoreCell({ held, judged }: Score): Markup {
  if (judged === 0) return markup`<td class="number">–</td>`;
  return markup`<td class="number ${held === judged ? 'pass' : 'warn'}">${held}/${judged}</td>`;
}

/** A row per requirement: who does not hold it. */
export function requirementsView({ contract, implementations }: Registry): Markup {
  const verdicts = implementations.map(
    ({ name, current }) =>
      ({ name, of: new Map(current.requirements.map(({ id, verdict }) => [id, verdict])) }) as const,
  );
  const rows = contract.requirements.map(({ id, level, clause, text }) => {
    const those = (verdict: string) => verdicts.filter(({ of }) => of.get(id) === verdict).map(({ name }) => name);
    const [deviating, exempt] = [those('warn'), those('not-applicable')];
    const result = [
      ...(deviating.length > 0 ? [markup`<span class="warn">broken by ${someOf(deviating)}</span>`] : []),
      ...(exempt.length > 0 ? [markup`<span>not applicable to ${someOf(exempt)}</span>`] : []),
    ];
    return markup`<tr><th scope="row">${id}</th><td class="number">§${clause}</td><td class="number">${level}</td><td class="long">${prose(text)}</td><td class="long">${result.length === 0 ? 'all hold it' : result.flatMap((part, index) => (index === 0 ? [part] : [markup`; `, part]))}</td></tr>
`;
  });
  return markup`<section id="requirements">
<h2>Requirements</h2>
${table(['Requirement', 'Clause', 'Level', 'Text', 'Result'], rows)}</section>
`;
}
