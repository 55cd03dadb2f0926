import { Markup, markup } from '../../reporters/markup.js';
import { pageOf, table } from '../../reporters/page-frame.js';
import { fingerprintOf } from '../keys.js';
import * as assets from './assets.generated.js';
import { scoreOf } from './matrix.js';
import { classTag, day, reportOf } from './parts.js';
import type { Implementation, Registry, VerifiedEntry } from './registry.js';

/** One implementation: its newest certificate and those before. Their reports have every requirement. */
export function implementationPage(implementation: Implementation, { contract }: Registry): string {
  const { name, signer, current, history, isExpired } = implementation;
  const { certificate } = current;
  const title = `${name} ${certificate.subject.version}: ${contract.name} ${contract.version}`;
  const facts: [string, string | Markup][] = [
    ['class', classTag(current)],
    ['signed by', signer === undefined ? 'nobody: it is unsigned' : markup`<code>${fingerprintOf(signer)}</code>`],
    ['target', certificate.target.baseUrl],
    ['run', `${certificate.startedAt}${isExpired ? ' (expired)' : ''}`],
    ['edition', certificate.edition.id],
    ['suite', `${certificate.tool.name} ${certificate.tool.version}, self-check ${certificate.selfCheck}`],
    ['declared', certificate.declared.join(', ') || 'nothing'],
    [
      'not applicable',
      certificate.derived?.notApplicable.map(({ requirement }) => requirement).join(', ') || 'nothing',
    ],
    ['bundle', current.file],
    ...(current.remark === undefined ? [] : [['remark', current.remark] satisfies [string, string]]),
  ];
  return pageOf(
    title,
    markup`<header>
<p class="note"><a href="../index.html">All implementations</a></p>
<h1>${name} ${certificate.subject.version}</h1>
<p class="lede">${isExpired ? markup`<span class="expired">This certificate expired.</span>` : new Markup(current.badge)} <a href="../${reportOf(current)}">Report, requirement by requirement</a></p>
<dl class="facts">
${facts.map(([term, value]) => markup`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>
</header>
<main>
<section>
<h2>History</h2>
${table(['Version', 'Class', 'Run', 'must', 'should', 'Report'], history.map(historyRow))}</section>
</main>
`,
    assets,
  );
}

function historyRow(entry: VerifiedEntry): Markup {
  const { certificate, requirements } = entry;
  const scores = ['must', 'should'].map((level) => scoreOf(requirements, (result) => result.level === level));
  return markup`<tr><th scope="row">${certificate.subject.version}</th><td>${classTag(entry)}</td><td class="number">${day(certificate.startedAt)}</td>${scores.map(({ held, judged }) => markup`<td class="number">${held}/${judged}</td>`)}<td><a href="../${reportOf(entry)}">Report of ${certificate.subject.version}, ${day(certificate.startedAt)}</a></td></tr>
`;
}
