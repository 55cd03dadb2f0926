import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ConformanceOptions, type Report, runConformance, UsageError } from '../../index.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { fault } from './servers.js';
import { asChanged, startStore } from './store.js';

describe('runConformance', () => {
  test('resolves to the report that the schema describes', async () => {
    const { baseUrl, apiKey, orders } = await startStore(asChanged(fault('unknown-410')));
    const report: Report = await runConformance({ baseUrl, apiKey, orders });
    expect(report.verdict).toBe('nonconformant');
    expect(problemsOf(validatorOf('schemas/report.schema.json'), JSON.parse(JSON.stringify(report)))).toEqual([]);
  });

  test('prints nothing, and leaves the exit code and the listeners of the process alone', async () => {
    const { baseUrl, apiKey, orders } = await startStore(asChanged(fault('cancels-delivered')));
    const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
    const exits = vi.spyOn(process, 'exit');
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const exitCode = process.exitCode;
    await runConformance({ baseUrl, apiKey, orders });
    expect([...writes, exits].map(({ mock }) => mock.calls)).toEqual([[], [], []]);
    expect(process.exitCode).toBe(exitCode);
    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(listeners);
  });

  test('takes ids as bigints, numbers and strings of digits', async () => {
    const { baseUrl, apiKey } = await startStore();
    const orders = { pending: [9_007_199_254_740_993n, 101, '102'], shipped: ['201'], other: [301] };
    const report = await runConformance({ baseUrl, apiKey, orders });
    expect([report.verdict, report.complete]).toEqual(['conformant', true]);
    expect(new Set(report.deletions.map(({ orderId }) => orderId))).toContain('9007199254740993');
  });

  test('reads nothing from the environment', async () => {
    const other = await startStore();
    vi.stubEnv('STORE_ORDERS_BASE_URL', other.baseUrl);
    vi.stubEnv('STORE_ORDERS_API_KEY', 'a-key-of-the-environment');
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${other.port}`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { baseUrl, apiKey, orders } = await startStore();
    const report = await runConformance({ baseUrl, apiKey, orders });
    expect([report.verdict, other.connections()]).toEqual(['conformant', 0]);
  });

  test('runs several times at once, each for itself', async () => {
    const stores = await Promise.all([startStore(), startStore(asChanged(fault('cancels-delivered'))), startStore()]);
    const reports = await Promise.all(
      stores.map(({ baseUrl, apiKey, orders }) => runConformance({ baseUrl, apiKey, orders })),
    );
    expect(reports.map(({ verdict }) => verdict)).toEqual(['conformant', 'nonconformant', 'conformant']);
  });

  test('takes a base address with a trailing slash', async () => {
    const { baseUrl, apiKey, orders } = await startStore();
    const report = await runConformance({ baseUrl: `${baseUrl}/`, apiKey, orders });
    expect([report.verdict, report.target.baseUrl]).toEqual(['conformant', baseUrl]);
  });
});

describe('wrong arguments', () => {
  const baseUrl = 'http://127.0.0.1:9/v1';

  /** As a caller without TypeScript could give them. */
  const wrong: readonly [string, Record<string, unknown> | undefined | null, RegExp][] = [
    ['no options', undefined, /options/],
    ['a base URL that is not a URL', { baseUrl: 'nowhere' }, /baseUrl: Expected a base URL/],
    ['an unknown member', { baseUrl, apikey: 'x' }, /"apikey".*apiKey/],
    [
      'an id that a number cannot hold',
      { baseUrl, orders: { pending: [2 ** 53] } },
      /No number holds the id 9007199254740992 exactly/,
    ],
    ['a signal that is not an AbortSignal', { baseUrl, signal: {} }, /signal: expected an AbortSignal/],
    ['a scenario that does not exist', { baseUrl, scenarios: ['no-such'] }, /no-such matches nothing/],
  ];

  test.each(wrong)('reject with a UsageError: %s', async (_, options, says) => {
    const promise = Promise.resolve().then(() => runConformance(options as unknown as ConformanceOptions));
    const error = await promise.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(says);
  });

  test('reject, rather than throw at the caller', () => {
    const promise = runConformance({ baseUrl: 'nowhere' });
    expect(promise).toBeInstanceOf(Promise);
    return expect(promise).rejects.toThrow(UsageError);
  });
});

describe('an AbortSignal', () => {
  test('that was aborted before the run lets nothing be cancelled, and ends at once', async () => {
    const store = await startStore();
    const { baseUrl, apiKey, orders } = store;
    const report = await runConformance({ baseUrl, apiKey, orders, signal: AbortSignal.abort() });
    expect([report.verdict, report.complete, report.counts.error]).toEqual(['inconclusive', false, 0]);
    expect([store.received, report.deletions]).toEqual([[], []]);
  });

  test('that is aborted during the run ends it with a report', async () => {
    const { baseUrl, apiKey, orders } = await startStore({ latencyMs: 150 });
    const started = performance.now();
    const report = await runConformance({ baseUrl, apiKey, orders, signal: AbortSignal.timeout(200) });
    expect(performance.now() - started).toBeLessThan(1_500);
    expect([report.verdict, report.counts.error, report.counts.fail]).toEqual(['inconclusive', 0, 0]);
  });
});
