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
const marksOnWire = (at: string, body?: Partial<Body>): string[] =>
  marks(/<figcaption>Came<\/figcaption>(.*?)<\/figure>/s.exec(page({ at }, body))?.[1] ?? '');

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
  ['status', undefined, ['200']],
  ['header content-type', undefined, ['Content-Type: application/json']],
  ['body /code', undefined, ['401']],
  // Missing: what should hold it.
  ['body /status', undefined, ['{&quot;code&quot;:401,&quot;message&quot;:&quot;No.&quot;}']],
  ['body byte 3', { text: '"é€x"' }, ['€']],
  ['header Content-Type; body /code', undefined, ['Content-Type: application/json', '401']],
  ['bytes after the header', undefined, []],
  // The text has other bytes than the body: a byte order mark, a redacted key.
  ['body byte 1', { text: '[]', length: 5 }, []],
  ['body byte 9', { text: '\ufffd and more', whole: false }, []],
  ['body byte 99', undefined, []],
])('a finding at %s marks it in what came', (at, body, marked) => {
  expect(marksOnWire(at, body)).toEqual(marked);
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
