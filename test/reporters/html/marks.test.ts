import { expect, test } from 'vitest';
import { renderReport } from '../../../reporters/index.js';
import type { ExchangeEvidence, Finding, Report } from '../../../runner/judge/report.js';
import { cleanReport } from '../sample-report.js';

type Body = Extract<ExchangeEvidence['response'], { status: number }>['body'];

/** The page of a run whose one finding is this, on an answer with this body. */
function page(given: Partial<Finding>, body: Partial<Body> = {}): string {
  const [exchange] = cleanReport.exchanges;
  if (!exchange || 'failure' in exchange.response) throw new Error('The sample has an answer.');
  const text = body.text ?? '{"code":401,"message":"No."}';
  const whole: Body = { text, length: Buffer.byteLength(text), whole: true, digest: '', end: 'complete', ...body };
  const finding: Finding = {
    requirement: 'list.array',
    level: 'must',
    message: 'It deviates.',
    expected: 'status 401',
    actual: 'status 200 OK',
    at: 'status',
    exchange: exchange.id,
    cause: 'a-cause',
    ...given,
  };
  const report: Report = {
    ...cleanReport,
    scenarios: cleanReport.scenarios.map((scenario) => ({ ...scenario, findings: [finding] })),
    exchanges: [{ ...exchange, response: { ...exchange.response, body: whole } }],
  };
  return renderReport(report, 'html');
}

const marks = (text: string): string[] => [...text.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, marked = '']) => marked);

const expectedAndActual = (given: Partial<Finding>): string[] =>
  [...(/<dl class="versus">(.*?)<\/dl>/s.exec(page(given))?.[1]?.matchAll(/<dd>(.*?)<\/dd>/gs) ?? [])].map(
    ([, text = '']) => text,
  );

/** Of what came. */
const marksOnWire = (at: string, actual: string): string[] =>
  marks(/<figcaption>Came<\/figcaption>(.*?)<\/figure>/s.exec(page({ at, actual }))?.[1] ?? '');

test.each([
  ['status', 'status 401', 'status 200 OK', ['status <mark>401</mark>', 'status <mark>200</mark> OK']],
  ['status', 'one of 204, 401', 'status 403 No', ['one of 204, 401', 'status <mark>403</mark> No']],
  ['body /code', 'a string', 'null', ['a string', '<mark>null</mark>']],
  ['body', 'a JSON array', 'x'.repeat(81), ['a JSON array', 'x'.repeat(81)]],
  ['body', 'the same', 'the same', ['the same', 'the same']],
])('at %s, %s beside %s shows the difference', (at, expected, actual, shown) => {
  expect(expectedAndActual({ at, expected, actual })).toEqual(shown);
});

test.each([
  ['status', 'status 200 OK', ['200']],
  ['header content-type', 'text/html', ['Content-Type: application/json']],
  ['body /code', '401', ['401']],
  ['header Content-Type; body /code', '401', ['Content-Type: application/json', '401']],
  // A member is missing: what it says of that is not in the body.
  ['body /status', 'members code, message', []],
  ['bytes after the header', '401', []],
  ['body', '', []],
  // Which of the two quotation marks is meant?
  ['body byte 1', '"code"', ['&quot;code&quot;']],
  ['body byte 1', '"', []],
])('a finding at %s that shows %s marks it in what came', (at, actual, marked) => {
  expect(marksOnWire(at, actual)).toEqual(marked);
});

test('a header field that did not come is said to be missing', () => {
  expect(page({ at: 'header WWW-Authenticate' })).toContain('<span class="aside">no WWW-Authenticate header</span>');
});

test('deviations that say the same are shown once, with all their scenarios', () => {
  const [scenario] = cleanReport.scenarios;
  if (!scenario) throw new Error('The sample has a scenario.');
  const finding: Finding = {
    requirement: 'list.array',
    level: 'must',
    message: 'It deviates.',
    expected: 'a',
    actual: 'b',
    at: 'body',
    exchange: null,
    cause: 'a-cause',
  };
  const scenarios = ['one', 'two'].map((id) => ({ ...scenario, id, findings: [finding] }));
  const text = renderReport({ ...cleanReport, scenarios }, 'html');
  expect(text.match(/It deviates\./g)).toHaveLength(1);
  expect(text).toMatch(/in <a href="#scenario-one">.*<a href="#scenario-two">/);
});
