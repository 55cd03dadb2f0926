import { expect, test } from 'vitest';
import { renderReport } from '../../../reporters/index.js';
import type { ExchangeEvidence, Finding, Report } from '../../../runner/judge/report.js';
import { listing } from '../sample-parts.js';
import { cleanReport } from '../sample-report.js';

type Body = Extract<ExchangeEvidence['response'], { status: number }>['body'];

const deviation: Finding = {
  requirement: 'list.array',
  level: 'must',
  message: 'It deviates.',
  expected: 'status 401',
  actual: 'status 200 OK',
  at: 'status',
  exchange: listing.id,
  scenario: listing.scenario,
  cause: 'a-cause',
};

/** The page of a run whose one finding is this, on an answer with this body. */
function page(given: Partial<Finding>, body: Partial<Body> = {}): string {
  const text = body.text ?? '{"code":401,"message":"No."}';
  const whole: Body = { text, length: Buffer.byteLength(text), whole: true, end: 'complete', ...body };
  const report: Report = {
    ...cleanReport,
    findings: [{ ...deviation, ...given }],
    exchanges: [{ ...listing, response: { ...listing.response, body: whole } }],
  };
  return renderReport(report, 'html');
}

const marks = (text: string): string[] => [...text.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, marked = '']) => marked);

/** The expected and the actual text of the finding, as the page marks them. */
const shown = (given: Partial<Finding>): string[] => {
  const [, finding = ''] = /<div class="finding">(.*?)<p class="note">/s.exec(page(given)) ?? [];
  return [...finding.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, found = '']) => found);
};

test.each([
  ['status', 'status 401', 'status 200 OK, body []', ['status <mark>401</mark>', 'status <mark>200</mark> OK']],
  ['status', 'one of 204, 401', 'status 403 No', ['one of 204, 401', 'status <mark>403</mark> No']],
  ['header X', 'a string', 'null', ['a string', '<mark>null</mark>']],
  ['body', 'a JSON array', 'x'.repeat(81), ['a JSON array', 'x'.repeat(81)]],
  ['body', 'the same', 'the same', ['the same', 'the same']],
  [
    'body',
    'text/json: {"a": "…"}',
    'text/json: {"b":9007199254740993,"b":[ ]}',
    [
      'text/json: {\n  &#34;<mark>a</mark>&#34;: &#34;…&#34;\n}',
      'text/json: {\n  &#34;<mark>b</mark>&#34;: 9007199254740993,\n  &#34;b&#34;: []\n}',
    ],
  ],
])('at %s, %s beside %s shows the difference', (at, expected, actual, difference) => {
  expect(shown({ at, expected, actual })).toEqual(difference);
});

test.each([
  ['[{"a\\"[,":[1,{}]}]', '[\n  {\n    &#34;a\\&#34;[,&#34;: [\n      1,\n      {}\n    ]\n  }\n]'],
  ['[error] a, b: c', '[error] a, b: c'],
])('a body is indented if it is JSON: %s', (text, body) => {
  expect(page({ at: 'status' }, { text })).toContain(`\n\n${body}</pre>`);
});

test('a body of brackets does not become a page of blanks', () => {
  const text = '['.repeat(4_000) + ']'.repeat(4_000);
  expect(page({}, { text }).length).toBeLessThan(page({}).length + 400_000);
});

/** Of what came. */
const onWire = (given: Partial<Finding>, body: Partial<Body> = {}): string[] =>
  marks(/<figcaption>Came<\/figcaption>(.*?)<\/figure>/s.exec(page(given, body))?.[1] ?? '');

test.each([
  ['status', 'status 200 OK', ['200']],
  ['header content-type', 'text/html', ['Content-Type: application/json']],
  ['body /code', '401', ['401']],
  ['header Content-Type; body /code', '401', ['Content-Type: application/json']],
  // A member is missing: what it says of that is not in the body.
  ['body /status', 'members code, message', []],
  ['bytes after the header', '401', []],
  ['body', '', []],
  // Which of the two quotation marks is meant?
  ['body byte 1', '"code"', ['&#34;code&#34;']],
  ['body byte 1', '"', []],
])('a finding at %s that shows %s marks it in what came', (at, actual, marked) => {
  expect(onWire({ at, actual })).toEqual(marked);
});

test('bytes after a response are shown after it', () => {
  const response = { ...listing.response, bytesAfter: { length: 16, text: '{"deleted":true}' } };
  const text = renderReport({ ...cleanReport, exchanges: [{ ...listing, response }] }, 'html');
  expect(text).toContain(
    '<span class="aside">16 bytes after the response:</span>\n<mark>{&#34;deleted&#34;:true}</mark>',
  );
});

test('a header field that did not come is said to be missing', () => {
  expect(page({ at: 'header WWW-Authenticate' })).toContain('<span class="aside">no WWW-Authenticate header</span>');
});

test('deviations that say the same are shown once, with all their scenarios', () => {
  const [scenario] = cleanReport.scenarios;
  if (!scenario) throw new Error('The sample has a scenario.');
  const scenarios = ['one', 'two'].map((id) => ({ ...scenario, id }));
  const findings = scenarios.map(({ id }) => ({ ...deviation, scenario: id }));
  const text = renderReport({ ...cleanReport, scenarios, findings }, 'html');
  expect(text.match(/It deviates\./g)).toHaveLength(1);
  expect(text).toMatch(/ in <a href="#scenario-one">.*<a href="#scenario-two">/);
});
