import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openStore, startStore } from '../engine/store.js';
import { closeAll, httpTarget } from '../http/target.js';
import { judge } from './run-program.js';

afterEach(closeAll);

test('where nobody answers, the run is inconclusive, says why, and provisions nothing', async () => {
  const store = await openStore();
  await store.close();
  const fixtures = 'provision:\n  command: touch provisioned\n';
  const { code, out, err, cwd } = await judge(store, ['--wait', '200ms', '--report', 'json'], { fixtures });
  expect(code).toBe(3);
  expect(err).toMatch(
    /^Waiting for the target, 0 s of at most 0\.2 s\. Connecting to \S+ was refused \(ECONNREFUSED\)\./,
  );
  const report = JSON.parse(out);
  expect(report).toMatchObject({ verdict: 'inconclusive', requestCount: 0, deletions: [] });
  const reasons = report.requirements.map(({ reason = '' }: { reason?: string }) => reason.slice(0, 61));
  expect(reasons).toContain('The target did not answer within the 0.2 s of --wait, so noth');
  expect(reasons.filter((reason: string) => reason.startsWith('The fixtures declare too few'))).toEqual([]);
  expect(reasons).toContain('Its order is to be made by provisioning, which did not run to');
  expect(existsSync(join(cwd, 'provisioned'))).toBe(false);
});

test('the question whether it is there is not a part of the run', async () => {
  const store = await startStore();
  const { code, out } = await judge(store, ['--wait', '1m', '--report', 'json', '--suite', 'auth-list']);
  expect(code).toBe(0);
  expect(store.received.length).toBe(JSON.parse(out).requestCount + 1);
});

test('the first request that gets no response in time is told at once, and once', async () => {
  const store = await startStore();
  const baseUrl = await httpTarget(() => undefined);
  const { code, err } = await judge({ ...store, baseUrl }, ['--timeout', '100ms']);
  expect(code).toBe(3);
  expect(err).toMatch(
    /^A request got no response in time; others may take as long\. \S+ sent no response within 100 ms\. .*--timeout\.[^\n]*\n$/,
  );
});
