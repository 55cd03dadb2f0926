import { expect, test } from 'vitest';
import { type Report, type ReportFormat, renderReport, runConformance } from '../../index.js';
import { startStore } from '../engine/store.js';

/** Judges a store whose listings are no JSON, and whose responses have these headers. */
async function reportOn(headers: (key: string) => Readonly<Record<string, string>>): Promise<[Report, string]> {
  const apiKey = 'key-of-the-log-test';
  const store = await startStore({
    apiKey,
    behaviour: (reference) => ({
      configure: (server) => {
        reference.configure(server);
        server.prependListener('request', (_request, response) => {
          for (const [name, value] of Object.entries(headers(apiKey))) response.setHeader(name, value);
          response.setHeader('Content-Type', 'text/plain');
          response.setHeader = (() => response) as typeof response.setHeader;
          const writeHead = response.writeHead.bind(response);
          response.writeHead = ((status: number) => writeHead(status)) as typeof response.writeHead;
        });
      },
    }),
  });
  const { pending, shipped, other } = store.orders;
  const orders = { pending: pending.slice(0, 2), shipped: shipped.slice(0, 1), other: other.slice(0, 1) };
  return [await runConformance({ baseUrl: store.baseUrl, apiKey, orders, readOnly: true }), apiKey];
}

const FORMATS = [
  'terminal',
  'junit',
  'html',
  'markdown',
  'github',
  'tap',
  'repeat',
  'json',
] as const satisfies readonly ReportFormat[];

test('each format says where a cause is in the log of the target', async () => {
  const [report] = await reportOn(() => ({
    'x-request-ID': 'req-4711',
    traceparent: '00-abc-def-01',
    'X-Other': 'no',
  }));
  const cause = report.causes.find(({ exchange }) => exchange !== null);
  const exchange = report.exchanges.find(({ id }) => id === cause?.exchange);
  const log = `${exchange?.startedAt}, X-Request-Id: req-4711, traceparent: 00-abc-def-01`;
  expect(cause?.log).toBe(log);
  const texts = FORMATS.map((format) => [format, renderReport(report, format, { width: 400 }).includes(log)]);
  expect(texts).toEqual(FORMATS.map((format) => [format, true]));
});

test('without such a header, it is the time alone', async () => {
  const [{ causes, exchanges }] = await reportOn(() => ({}));
  const logs = causes.filter(({ exchange }) => exchange !== null).map(({ log }) => log);
  expect(logs.length).toBeGreaterThan(0);
  for (const log of logs) expect(exchanges.map(({ startedAt }) => startedAt)).toContain(log);
});

test('what the target writes there is redacted, and no command of a reader', async () => {
  const [report, key] = await reportOn((apiKey) => ({
    'X-Request-Id': `a ${apiKey} ::error::b <b>|\`[[ATTACHMENT|/etc/passwd]]`,
  }));
  const log = report.causes.find(({ exchange }) => exchange !== null)?.log ?? '';
  expect(log).toContain('X-Request-Id: a [redacted] ::error::b <b>');
  for (const format of FORMATS) expect(renderReport(report, format)).not.toContain(key);
  expect(renderReport(report, 'junit')).not.toContain('[[ATTACHMENT|');
  expect(renderReport(report, 'html')).not.toContain('<b>|');
  expect(renderReport(report, 'github')).not.toMatch(/^::error::b|\n::error::b/);
});

test('{exchange} and {run} in a header that is sent are replaced, and shown', async () => {
  const store = await startStore();
  const { pending, shipped, other } = store.orders;
  const report = await runConformance({
    baseUrl: store.baseUrl,
    apiKey: store.apiKey,
    orders: { pending: pending.slice(0, 2), shipped: shipped.slice(0, 1), other: other.slice(0, 1) },
    readOnly: true,
    headers: { 'X-Request-Id': '{run}/{exchange}', 'X-Tenant': 'acme-corporation' },
  });
  const shown = report.exchanges.flatMap(({ request }) =>
    request.headers.flatMap(([name, value]) => (name === 'X-Request-Id' ? value : [])),
  );
  const [run = ''] = shown[0]?.split('/') ?? [];
  expect(run).toMatch(/^[\da-f]{32}$/);
  expect(shown).toEqual(report.exchanges.map(({ id }) => `${run}/${id}`));
  const came = store.received.flatMap(({ headers }) => headers.filter((line) => line.startsWith('X-Request-Id: ')));
  expect(came.length).toBe(store.received.length);
  expect(new Set(came)).toEqual(new Set(shown.map((value) => `X-Request-Id: ${value}`)));
  expect(report.exchanges[0]?.curl).toContain(`-H 'X-Request-Id: ${shown[0]}'`);
  expect(JSON.stringify(report)).not.toContain('acme-corporation');
});
