import { type Markup, markup, prose } from '../../reporters/markup.js';
import { table } from '../../reporters/page-frame.js';
import { byNumber, groupBy, isScored, someOf } from '../../reporters/wording.js';
import type { RequirementResult } from '../../runner/judge/report.js';
import type { Level } from '../../runner/judge/requirement.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { fingerprintOf } from '../keys.js';
import { classTag, day, type Implementation, placeOf, type VerifiedEntry } from './registry.js';

/** Of the requirements that are scored: how many hold, of how many that were judged. */
function scoreOf({ requirements }: VerifiedEntry, isMeant: (result: RequirementResult) => boolean) {
  const judged = requirements.filter(
    (result) => isScored(result) && isMeant(result) && ['pass', 'warn', 'fail'].includes(result.verdict),
  );
  return { held: judged.filter(({ verdict }) => verdict === 'pass').length, judged: judged.length };
}

export function scoresOf(entry: VerifiedEntry) {
  const ofLevel = (wanted: Level) => scoreOf(entry, ({ level }) => level === wanted);
  return [ofLevel('must'), ofLevel('should')] as const;
}

/** A row per implementation, a column per clause: it stays legible with hundreds. */
export function matrixView(implementations: readonly Implementation[]): Markup {
  const { requirements, clauses } = storeOrdersInterface;
  const titles = new Map(clauses.map(({ clause, title }) => [clause, title]));
  const judged = [...new Set(requirements.map(({ clause }) => clause))].sort(byNumber);
  const columns = [
    'Implementation',
    'Class',
    'Run',
    'must',
    'should',
    'Not applicable',
    ...judged.map(
      (clause) => markup`<th scope="col"><abbr title="${titles.get(clause) ?? 'Preamble'}">§${clause}</abbr></th>`,
    ),
    'Signed by',
  ];
  const rows = implementations.map((implementation) => rowView(implementation, judged));
  return markup`<section id="implementations">
<h2>Implementations</h2>
<div class="wide" role="region" aria-label="Implementations and requirements" tabindex="0">
${table(columns, rows)}</div>
</section>
`;
}

function rowView(implementation: Implementation, clauses: readonly string[]): Markup {
  const { name, signer, current, history, isExpired } = implementation;
  const { subject, startedAt, notApplicable } = current.certificate;
  const age = isExpired ? 'expired' : 'current';
  const older = history.length > 1 ? markup` <span class="note">and ${history.length - 1} before</span>` : '';
  const shown = signer === undefined ? 'unsigned' : `${fingerprintOf(signer).slice(0, 23)}…`;
  return markup`<tr data-row data-class="${current.class}" data-age="${age}"><th scope="row"><a href="${placeOf(implementation)}">${name}</a> ${subject.version}${older}</th><td>${classTag(current.class)}</td><td class="number">${day(startedAt)}${isExpired ? markup` <span class="expired">expired</span>` : ''}</td>${scoresOf(current).map(scoreCell)}<td class="number">${notApplicable.length || '–'}</td>${clauses.map((clause) => scoreCell(scoreOf(current, (result) => result.clause === clause)))}<td class="number"><code>${shown}</code></td></tr>
`;
}

function scoreCell({ held, judged }: ReturnType<typeof scoreOf>): Markup {
  if (judged === 0) return markup`<td class="number">–</td>`;
  return markup`<td class="number ${held === judged ? 'pass' : 'warn'}">${held}/${judged}</td>`;
}

/** A row per requirement: who does not hold it. */
export function requirementsView(implementations: readonly Implementation[]): Markup {
  const results = groupBy(
    implementations.flatMap(({ name, current }) =>
      current.requirements.map(({ id, verdict }) => ({ name, id, verdict })),
    ),
    ({ id, verdict }) => `${id} ${verdict}`,
  );
  const rows = storeOrdersInterface.requirements.map(({ id, level, clause, text }) => {
    const those = (verdict: string) => results.get(`${id} ${verdict}`)?.map(({ name }) => name) ?? [];
    const [deviating, exempt] = [those('warn'), those('not-applicable')];
    const result = [
      ...(deviating.length > 0 ? [markup`<p><span class="warn">broken by ${someOf(deviating)}</span></p>`] : []),
      ...(exempt.length > 0 ? [markup`<p>not applicable to ${someOf(exempt)}</p>`] : []),
    ];
    return markup`<tr><th scope="row">${id}</th><td class="number">§${clause}</td><td class="number">${level}</td><td class="long">${prose(text)}</td><td class="long">${result.length === 0 ? 'all hold it' : result}</td></tr>
`;
  });
  return markup`<section id="requirements">
<h2>Requirements</h2>
${table(['Requirement', 'Clause', 'Level', 'Text', 'Result'], rows)}</section>
`;
}
