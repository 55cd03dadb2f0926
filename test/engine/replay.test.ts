import { describe, expect, test } from 'vitest';
import { conform } from '../../runner/conform.js';
import { LiveTransport } from '../../runner/http/live.js';
import { type Recording, recording, replay } from '../../runner/http/replay.js';
import type { Report } from '../../runner/judge/report.js';
import { ApiKey } from '../../runner/secrets/api-key.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { fault, variant } from './servers.js';
import { asChanged, type StoreOptions, startStore } from './store.js';

const tool = { name: 'store-orders-conformance', version: '0.0.0' };

interface RecordedRun {
  readonly report: Report;
  readonly recorded: Recording;
  replay(recorded: Recording): Promise<Report>;
}

async function record(options: StoreOptions): Promise<RecordedRun> {
  const store = await startStore(options);
  const { baseUrl, apiKey, orders } = store;
  const settings = settingsFromOptions({ baseUrl, apiKey, orders });
  const parsed = ApiKey.parse(apiKey);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  const live = new LiveTransport({ baseUrl, apiKey: parsed.key, timeoutMs: 5_000, version: '0.0.0' });
  const transport = recording(live, parsed.key);
  const report = await conform(settings, storeOrdersInterface, { tool, transport });
  return {
    report,
    recorded: transport.recorded(),
    replay: (recorded) => conform(settings, storeOrdersInterface, { tool, transport: replay(recorded) }),
  };
}

/** Lists whose order is that of the wire, sorted; and instants and durations masked. */
function comparable(report: Report) {
  const byId = <T extends { readonly id: string }>(list: readonly T[]) =>
    [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    ...report,
    startedAt: 'then',
    durationMs: 0,
    scenarios: report.scenarios.map((scenario) => ({ ...scenario, durationMs: 0 })),
    deletions: [...report.deletions].map((deletion) => JSON.stringify(deletion)).sort(),
    exchanges: byId(report.exchanges),
  };
}

describe('recorded exchanges, judged again without the target, give the same report', () => {
  test.each<[string, StoreOptions]>([
    ['of the reference', {}],
    ['of a store without ids', asChanged(variant('orders-without-id'))],
    ['of a store that is unavailable for a while', asChanged(variant('temporarily-unavailable'))],
    ['of a store that hides cancelled orders', asChanged(variant('cancelled-orders-hidden'))],
    ...[
      'list-trailing-comma',
      'list-cut-off',
      'list-gzip-cut-off',
      'list-first-page-with-link',
      'list-query-limit',
      'accepts-any-key',
      'cancels-before-refusal',
      'cancels-everything-pending',
      'cancel-not-atomic',
      'no-content-stray-bytes',
      'ids-as-doubles',
      'unknown-410',
      'shipped-cut-off',
      '404-latin-1',
    ].map((id): [string, StoreOptions] => [`of ${id}`, asChanged(fault(id))]),
  ])('%s', async (_, options) => {
    const run = await record(options);
    const throughJson: Recording = JSON.parse(JSON.stringify(run.recorded));
    const replayed = await run.replay(throughJson);
    expect(comparable(replayed)).toEqual(comparable(run.report));
    expect(run.report.counts.error).toBe(0);
  });
});

test('recorded exchanges can be judged any number of times', async () => {
  const run = await record(asChanged(fault('pending-200')));
  const first = await run.replay(run.recorded);
  const second = await run.replay(run.recorded);
  expect(comparable(first)).toEqual(comparable(second));
  expect(first.verdict).toBe('nonconformant');
});

test('a replay that lacks an exchange says so instead of passing', async () => {
  const run = await record({});
  const exchanges = run.recorded.exchanges.filter(({ id }) => id !== 'cancel-other/cancel');
  const replayed = await run.replay({ ...run.recorded, exchanges });
  expect(replayed.scenarios.find(({ id }) => id === 'cancel-other')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('The recording holds no exchange cancel-other/cancel'),
  });
  expect([replayed.verdict, replayed.complete]).toEqual(['inconclusive', false]);
});
