import { describe, expect, onTestFinished, test } from 'vitest';
import { startStore } from '../engine/store.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { directoryWith } from '../settings/directory.js';
import { type Outcome, runProgram } from './run-program.js';

describe('demo', () => {
  test('judges the reference: conformant, complete, without a warning, whatever target environment and configuration name', async () => {
    const store = await startStore();
    const cwd = await directoryWith({
      'store-orders-conformance.yaml': JSON.stringify({
        ...{ baseUrl: store.baseUrl, readOnly: true, deadline: 1, scenario: ['base-address'], target: 'one' },
        targets: { one: { baseUrl: store.baseUrl, apiKeyVariable: 'OTHER_KEY' } },
      }),
    });
    const env = {
      STORE_ORDERS_BASE_URL: store.baseUrl,
      STORE_ORDERS_API_KEY: store.apiKey,
      STORE_ORDERS_FIXTURES: 'no-such.yaml',
      OTHER_KEY: 'another',
    };
    const { code, out, err } = await runProgram(['demo', '--report', 'json'], { env, cwd });
    expect([code, err, store.connections(), out.includes(store.apiKey)]).toEqual([0, '', 0, false]);
    const report: unknown = JSON.parse(out);
    expect(problemsOf(validatorOf('schemas/report.schema.json'), report)).toEqual([]);
    expect(report).toMatchObject({
      verdict: 'conformant',
      complete: true,
      counts: { fail: 0, warn: 0, blocked: 0, inconclusive: 0, skipped: 0, error: 0 },
      target: { baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/) },
    });
  });

  test('judges a fault of the reference, and a permitted variant', async () => {
    const faulty = await runProgram(['demo', '--fault', 'cancels-delivered', '--scenario', 'cancel-other']);
    expect([faulty.code, faulty.out.includes('cancel.other-state')]).toEqual([1, true]);
    expect((await runProgram(['demo', '--variant', 'gzip', '--suite', 'base'])).code).toBe(0);
  });
});

describe('serve', () => {
  /** Starts `serve` and resolves to what it prints once it listens. */
  async function serve(argv: readonly string[]) {
    const interruption = new AbortController();
    onTestFinished(() => interruption.abort());
    let ended: Promise<Outcome> | undefined;
    const text = await new Promise<string>((onOut) => {
      ended = runProgram(['serve', ...argv], { interrupted: interruption.signal, onOut });
    });
    const stop = async () => {
      interruption.abort();
      return (await ended)?.code;
    };
    return { text, stop };
  }

  const fieldOf = (text: string, name: string): string => new RegExp(`${name} +(\\S+)`).exec(text)?.[1] ?? '';

  test('says its address, key and orders, with which a run can be complete', async () => {
    const { text, stop } = await serve([]);
    const fixtures = text.slice(text.indexOf('orders:\n'), text.indexOf('\n\nTo judge it'));
    const cwd = await directoryWith({ 'orders.yaml': fixtures, key: `${fieldOf(text, 'API key')}\n` });
    const argv = ['--base-url', fieldOf(text, 'base address'), '--api-key-file', 'key', '--fixtures', 'orders.yaml'];
    const { code, out } = await runProgram(['doctor', ...argv], { cwd });
    expect([code, out]).toEqual([0, expect.stringMatching(/\nA run can be complete\.\n$/)]);
    expect(await stop()).toBe(0);
  });

  test('serves a fault with the key that it is given', async () => {
    const { text, stop } = await serve(['--fault', 'cancels-delivered', '--api-key', 'My-Own-Key-1']);
    expect(text).toContain('cancels-delivered');
    expect(fieldOf(text, 'API key')).toBe('My-Own-Key-1');
    const url = `${fieldOf(text, 'base address')}/store/orders/301`;
    const { status } = await fetch(url, { method: 'DELETE', headers: { authorization: 'Bearer My-Own-Key-1' } });
    expect(status).toBe(204);
    expect(await stop()).toBe(0);
  });
});
