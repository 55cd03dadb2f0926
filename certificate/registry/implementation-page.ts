import { shellWord } from '../../judge/results/curl.js';
import { pageOf, table } from '../../reporters/page/frame.js';
import { factList, section, snippet } from '../../reporters/page/parts.js';
import { type Content, Markup, markup } from '../../reporters/printable.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { checkSection, factsOf } from '../facts.js';
import { fingerprintOf } from '../keys.js';
import { scoresOf } from './matrix.js';
import { badgeOf, classTag, day, type Product, placeOf, reportOf, type VerifiedEntry } from './registry.js';

/** The page of one implementation: its newest certificate and earlier ones. Their reports have every requirement. */
export function implementationPage(implementation: Product): string {
  const { name, signer, current, history } = implementation;
  const { certificate } = current;
  const { subject } = certificate;
  const facts: readonly (readonly [string, Content])[] = [
    ['class', classTag(current.class)],
    ['signed by', signer === undefined ? 'nobody: it is unsigned' : markup`<code>${fingerprintOf(signer)}</code>`],
    ...factsOf(certificate),
    ['bundle', current.file],
  ];
  return pageOf(
    `${name} ${subject.version}: ${storeOrdersInterface.name} ${storeOrdersInterface.version}`,
    markup`<header>
<p class="note"><a href="../index.html">All implementations</a></p>
<h1>${name} ${subject.version}</h1>
<p>${new Markup(current.badge)} <a href="../${reportOf(current)}">Report, requirement by requirement</a></p>
${factList(facts)}</header>
<main>
${checkSection(certificate, signer, shellWord(`./${current.file}`))}${section('badge', 'Badge', [
  markup`<p>Put the address of this registry before it:</p>\n`,
  snippet(`[![Store orders](${badgeOf(implementation)})](${placeOf(implementation)})`),
])}${section('history', 'History', [
  table(['Version', 'Class', 'Run', 'must', 'should', 'Report'], history.map(historyRow)),
])}</main>
`,
  );
}

function historyRow(entry: VerifiedEntry): Markup {
  const { version } = entry.certificate.subject;
  const date = day(entry.certificate.startedAt);
  return markup`<tr><th scope="row">${version}</th><td>${classTag(entry.class)}</td><td class="number">${date}</td>${scoresOf(entry)}<td><a href="../${reportOf(entry)}">Report of ${version}, ${date}</a></td></tr>
`;
}
