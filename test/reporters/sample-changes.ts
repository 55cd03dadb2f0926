import type { Report } from '../../runner/judge/report.js';
import { answeredWith200, counts, finding, noShipped, repeatedMember, requirement, scenario } from './sample-parts.js';
import { cleanReport, nothingJudged, sampleReport } from './sample-report.js';

/** The same run, where the target, and whoever wrote the fixtures, put this text wherever they can. */
export const hostileReport = (text: string): Report => ({
  ...sampleReport,
  target: { ...sampleReport.target, name: text },
  causes: sampleReport.causes.map((cause) => ({ ...cause, headline: text, actual: text, at: text, repair: text })),
  requirements: sampleReport.requirements.map((result) =>
    result.reason === undefined ? result : { ...result, reason: text },
  ),
  findings: sampleReport.findings.map((found) => ({ ...found, message: text, actual: text, at: text })),
  scenarios: sampleReport.scenarios.map((result) =>
    result.reason === undefined ? result : { ...result, reason: text },
  ),
  ambiguities: sampleReport.ambiguities.map((result) => ({ ...result, observed: text })),
  fixtures: [text],
  notes: [text],
  exchanges: sampleReport.exchanges.map((exchange) => ({
    ...exchange,
    response:
      'failure' in exchange.response
        ? { failure: text }
        : {
            ...exchange.response,
            reason: text,
            headers: ['Content-Type', 'Location', 'Set-Cookie', text].map((name) => [name, text] as const),
            body: { ...exchange.response.body, text },
          },
  })),
});

/** Every text of a value replaced; names of members stay. */
export const withTexts = <Value>(value: Value, text: string): Value =>
  JSON.parse(JSON.stringify(value), (_, member: unknown) => (typeof member === 'string' ? text : member));

/** The style and the script of a page are files of their own, which other tests look at. */
export const withoutAssets = (page: string): string =>
  page.replaceAll(/(<(style|script)>).*(<\/\2>)/gs, '$1…$3').replaceAll(/sha256-[\w+/]+=*/g, 'sha256-…');

const hostile: readonly string[] = [
  Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join(''),
  'right \u202e to \u2066 left \u2069 \u200b \u2028 \u2029 \ufeff',
  'lone \ud800 surrogates \udc00 and \ufffe \uffff',
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
];

/** What can end a text, a line or a document too early, in one of the formats; whole texts make names that nobody reads. */
export const hostileTexts = hostile.map((text) => [JSON.stringify(text).slice(0, 80), text] as const);

/** What a reader of a format must be able to read, with a name for the test. */
export const readable: readonly (readonly [name: string, report: Report])[] = [
  ['a run with every verdict', sampleReport],
  ['a clean run', cleanReport],
  ['a run of which nothing was judged', nothingJudged],
  ...hostileTexts.map(([name, text]) => [name, hostileReport(text)] as const),
];

/** One requirement is broken in this many scenarios. */
export const withFinding = (actual: string, times: number): Report => {
  const [found, ...others] = Array.from({ length: times }, (_, index) =>
    finding('list.array', {
      message: `Listing ${index} is not an array.`,
      expected: 'a JSON array',
      actual,
      at: 'body',
      exchange: `list.${index}/list`,
      scenario: `list.${index}`,
    }),
  );
  if (!found) throw new Error('It is to be broken at least once.');
  const { message: headline, expected, at, exchange } = found;
  const about = {
    expected,
    actual,
    at,
    exchange,
    blocks: [],
    findings: times,
    answers: times,
    repair: 'Answer with an array.',
  };
  return {
    ...cleanReport,
    requirements: cleanReport.requirements.map((entry) => ({ ...entry, verdict: 'fail' })),
    findings: [found, ...others],
    scenarios: [found, ...others].map(({ scenario: id }) =>
      scenario(id, 'The listing is an array of orders', 'sent', ['list.array']),
    ),
    causes: [{ id: 'list.array', headline, level: 'must', requirements: ['list.array'], ...about }],
  };
};

/** Two known deviations, one of them about to expire, beside entries of every other state; texts are hostile. */
export const baselineReport: Report = {
  ...cleanReport,
  verdict: 'nonconformant',
  complete: false,
  counts: counts({ pass: 1, fail: 1, blocked: 1, warn: 1 }),
  requirementCounts: { must: counts({ pass: 1, fail: 1, blocked: 1 }), should: counts({ warn: 1 }), may: counts({}) },
  requirements: [
    requirement('cancel.pending.status', '4.2', 'must', 'fail', ['cancel.pending'], { known: true }),
    requirement('list.array', '4.1', 'must', 'pass', ['list.schema']),
    requirement('cancel.shipped.status', '4.2', 'must', 'blocked', ['cancel.shipped'], noShipped),
    requirement('list.repeated-members', '2', 'should', 'warn', ['list.schema'], { known: true }),
  ],
  findings: [
    finding('cancel.pending.status', answeredWith200),
    finding('list.repeated-members', {
      ...repeatedMember,
      actual: '{"note":1,"note":1}',
      exchange: null,
      scenario: 'list.schema',
    }),
  ],
  scenarios: [
    scenario('list.schema', 'The listing is an array of orders', 'sent', ['list.array', 'list.repeated-members']),
    scenario('cancel.pending', 'Cancelling a pending order is answered with 204', 'sent', ['cancel.pending.status']),
  ],
  baseline: [
    {
      requirement: 'cancel.pending.status',
      reason: 'The gateway rewrites it: <b>\u001b[2J\u202e # `&` ]]>\nSee the issue.',
      issue: 'https://issues.example/1?a=1&b="2"',
      expires: '2027-01-31',
      state: 'known',
    },
    {
      requirement: 'list.repeated-members',
      reason: 'An old library.',
      expires: '2026-11-30',
      state: 'known',
      remark: 'It expires in 9 days.',
    },
    {
      requirement: 'cancel.pending.status',
      cause: 'gateway',
      reason: 'Another.',
      expires: '2026-11-20',
      state: 'expired',
      remark: 'It has expired.',
    },
    {
      requirement: 'list.array',
      reason: 'Was broken.',
      expires: '2027-01-31',
      state: 'unneeded',
      remark: 'It is no longer needed: the requirement is held. Delete the entry.',
    },
    {
      requirement: 'cancel.shipped.status',
      reason: 'May be broken.',
      expires: '2027-01-31',
      state: 'unjudged',
      remark: 'It may or may not be needed.',
    },
  ],
};
