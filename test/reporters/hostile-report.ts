import type { Report } from '../../judge/report/report.js';
import { sampleReport } from './sample-report.js';

const withReason = <Result extends { readonly reason?: string }>(
  results: readonly Result[],
  reason: string,
): Result[] => results.map((result) => (result.reason === undefined ? result : { ...result, reason }));

/** The sample with this text wherever the target or the author of the fixtures could put it. */
export const hostileReport = (text: string): Report => ({
  ...sampleReport,
  target: { ...sampleReport.target, name: text },
  causes: sampleReport.causes.map((cause) => ({ ...cause, headline: text, actual: text, at: text, repair: text })),
  requirements: withReason(sampleReport.requirements, text),
  findings: sampleReport.findings.map((found) => ({ ...found, message: text, actual: text, at: text })),
  scenarios: withReason(sampleReport.scenarios, text),
  ambiguities: sampleReport.ambiguities.map((result) => ({ ...result, observed: text })),
  fixtures: [text],
  notes: [text],
  exchanges: sampleReport.exchanges.map((exchange) => ({ ...exchange, response: hostileResponse(exchange, text) })),
});

function hostileResponse({ response }: Report['exchanges'][number], text: string): typeof response {
  if ('failure' in response) return { failure: text };
  return {
    ...response,
    reason: text,
    headers: ['Content-Type', 'Location', 'Set-Cookie', text].map((name) => [name, text]),
    body: { ...response.body, text },
    bytesAfter: { length: 1, text },
  };
}

/** Every text of the report replaced; names of members stay. */
export const withTexts = (report: Report, text: string): Report =>
  JSON.parse(JSON.stringify(report, (_, member: unknown) => (typeof member === 'string' ? text : member)));

/** Characters that a terminal, a browser or an XML parser obeys instead of showing, without the line feed. */
export const ACTING = /(?!\n)[\p{Cc}\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/u;

/**
 * Lines that a CI system obeys in a log: GitHub (`::`, `##[`), Azure Pipelines (`##vso[`, `##[`), TeamCity (`##teamcity[`).
 * White space may precede `::`.
 */
export const obeyedIn = (text: string): string[] =>
  text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => /##\w*\[/.test(line) || /^\s*::/.test(line));

/** Characters that reorder a line, are invisible, or cannot be encoded. */
const UNSEEN =
  'right \u202e to \u2066 left \u2069 \u200b \u2028 \u2029 \ufeff, lone \ud800 and \udc00, and \ufffe \uffff';

const hostile: readonly string[] = [
  `${Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('')} ${UNSEEN}`,
  ']]> --> */ <!-- <![CDATA[ <?xml ?>',
  '</script></style></svg></title><script>alert(1)</script><img src=x onerror=alert(1)>',
  '"quoted" \'too\' &amp; &lt; &#60; % %0A::error::x %25',
  'one\n::error::two\r\n::set-env name=PATH::x\n\n    four\n\ttab',
  '# SKIP # TODO \\# not ok 2 - x',
  '\n...\n---\nok 1\n1..0\nBail out!\n  ...\n',
  '| a | b |\n| --- | --- |\n\\| `|` \\`|` ``` ` ~~~',
  '@team, (@org/team) a@b.example #1 GH-1 org/repo#1 !1 https://evil.example/x?y=@z www.evil.example. `@team` ``@team` @`x`@y',
  '[x](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example> [x]: https://evil.example',
  '</details>\n\n# heading\n\n- item\n\n1. item\n===\n---\n> quote\n<br><b>bold</b>',
  '$(rm -rf /) $HOME %PATH% \u001b[2J \u001b]0;title\u0007',
  '##[add-path]/evil ##vso[task.setvariable variable=PATH]/evil ##teamcity[buildStop] ##[group]',
  ' \n\u00a0 ::error::x\n::add-mask::y',
  '::error::z',
  'x'.repeat(5_000),
  '<@`|\\#'.repeat(700),
  '',
  '```\n<b>bold</b>\n```',
];

/** Texts that could end a string, a line or a document of some format too early. Test titles shorten them. */
export const hostileTexts = hostile.map((text) => [JSON.stringify(text).slice(0, 80), text] as const);
