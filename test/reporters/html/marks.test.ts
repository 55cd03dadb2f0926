import { expect, test } from 'vitest';
import { renderReport } from '../../../reporters/index.js';
import type { Finding } from '../../../runner/judge/report.js';
import { cleanReport, sampleReport } from '../sample-report.js';

/** The page of a run with one finding, on an answer with this body. */
function page(given: Partial<Finding>, text = '{"code":401,"message":"No."}'): string {
  const findings = sampleReport.findings
    .slice(0, 1)
    .map((found) => ({ ...found, requirement: 'list.array', ...given }));
  const exchanges = cleanReport.exchanges.map(({ response, ...exchange }) => ({
    ...exchange,
    response: 'failure' in response ? response : { ...response, body: { ...response.body, text } },
  }));
  return renderReport({ ...cleanReport, findings, exchanges }, 'html');
}

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

test('a body that is JSON is indented, but brackets do not become a page of blanks', () => {
  expect(page({ at: 'status' }, '[{"a\\"[,":[1,{}]}]')).toContain(
    '\n\n[\n  {\n    &#34;a\\&#34;[,&#34;: [\n      1,\n      {}\n    ]\n  }\n]</pre>',
  );
  const brackets = '['.repeat(4_000) + ']'.repeat(4_000);
  expect(page({}, brackets).length).toBeLessThan(page({}).length + 400_000);
});

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
])('a finding at %s that shows %s marks it in the response', (at, actual, marked) => {
  const [, came = ''] = /<figcaption>Came<\/figcaption>(.*?)<\/figure>/s.exec(page({ at, actual })) ?? [];
  expect([...came.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, text]) => text)).toEqual(marked);
});

test('a header field that did not come is said to be missing', () => {
  expect(page({ at: 'header WWW-Authenticate' })).toContain('<span class="aside">no WWW-Authenticate header</span>');
});
