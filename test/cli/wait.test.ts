import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore, startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { fixturesText, runProgram } from './run-program.js';

test('where nobody answers, the run is inconclusive, says why, and provisions nothing', async () => {
  const store = await openStore();
  await store.close();
  const cwd = await directoryWith({ 'orders.yaml': 'provision:\n  command: touch provisioned\n' });
  const argv = ['--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--wait', '200', '--report', 'json'];
  const { code, out, err } = await runProgram(argv, { cwd, env: { STORE_ORDERS_API_KEY: store.apiKey } });
  expect([code, err]).toEqual([3, '']);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ verdict: 'inconclusive', requestCount: 0, deletions: [] });
  const reasons = report.requirements.map(({ reason = '' }: { reason?: string }) => reason.slice(0, 61));
  expect(reasons).toContain('The target did not answer within the 200 ms of --wait, so not');
  expect(reasons.filter((reason: string) => reason.startsWith('The fixtures declare too few'))).toEqual([]);
  expect(reasons).toContain('Its order is to be made by provisioning, which did not run to');
  expect(existsSync(join(cwd, 'provisioned'))).toBe(false);
});

test('the question whether it is there is not a part of the run', async () => {
  const store = await startStore();
  const cwd = await directoryWith({ 'orders.yaml': fixturesText(store.orders) });
  const argv = ['--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--wait', '60000', '--report', 'json'];
  const { code, out } = await runProgram(argv, { cwd, env: { STORE_ORDERS_API_KEY: store.apiKey } });
  expect(code).toBe(0);
  expect(store.received.length).toBe(JSON.parse(out).requestCount + 1);
});
