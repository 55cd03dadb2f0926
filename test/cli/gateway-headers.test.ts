import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../runner/judge/report.js';
import { withHeader } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { type Store, startStore } from '../engine/store.js';
import { inPart } from '../in-part.js';
import { directoryWith } from '../settings/directory.js';
import { fixturesText, runProgram } from './run-program.js';

/** Judges a store with this header file; `report.json` and, with `--evidence`, `evidence.gz` are in the directory. */
async function judged({ baseUrl, apiKey, orders }: Store, headers: string, ...options: string[]) {
  const cwd = await directoryWith({ headers, 'fixtures.yaml': fixturesText(orders) });
  const argv = ['run', '--base-url', baseUrl, '--header-file', 'headers', '--fixtures', 'fixtures.yaml'];
  const reports = ['--report', 'json=report.json', '--report', 'terminal=report.txt'];
  const env = { STORE_ORDERS_API_KEY: apiKey };
  const outcome = await runProgram([...argv, ...reports, ...options], { cwd, env });
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');
  const report = (): Report => JSON.parse(read('report.json'));
  return { ...outcome, cwd, env, read, report };
}

/** Of requirements. */
const verdictsOf = ({ requirements }: Report) => requirements.map(({ id, verdict }) => [id, verdict]);

const echoing: Behaviour = () => ({
  finish: (reply) => withHeader(reply, 'X-Echo', 'not_found 9007199254740993 application/json'),
});

describe('the value of a gateway header that is an ordinary word fails nobody', () => {
  const values = [
    'application/json',
    '9007199254740993',
    'not_found',
    'Unauthorized',
    'X-Echo: not',
    '/v1/store/orders',
  ];
  test.each(inPart(values, 6))('%s', async (value) => {
    const store = await startStore({ behaviour: echoing });
    const { code, report } = await judged(store, `X-Word: ${value}\n`);
    expect([code, report().complete, report().counts.fail, report().counts.warn]).toEqual([0, true, 0, 0]);
  });

  test('and is left out of what is shown and saved, but not of the words and ids of the suite', async () => {
    const store = await startStore({ behaviour: echoing });
    const { code, report, cwd } = await judged(store, 'X-Word: not_found\n', '--evidence', 'evidence.gz');
    expect(code).toBe(0);
    const shown = JSON.stringify(report().exchanges.map(({ response }) => response));
    expect([shown.includes('not_found'), shown.includes('[redacted]')]).toEqual([false, true]);
    const other = await judged(await startStore({ behaviour: echoing }), 'X-Word: another-value\n');
    expect(verdictsOf(report())).toEqual(verdictsOf(other.report()));
    // Evidence with the value left out gives the same verdicts, where it matters to none.
    expect(
      gunzipSync(readFileSync(join(cwd, 'evidence.gz'))).includes(Buffer.from('not_found').toString('base64')),
    ).toBe(false);
    expect(await runProgram(['rejudge', 'evidence.gz', '--report', 'json=again.json'], { cwd })).toMatchObject({
      code: 0,
    });
    const again: Report = JSON.parse(readFileSync(join(cwd, 'again.json'), 'utf8'));
    expect(verdictsOf(again)).toEqual(verdictsOf(report()));
  });
});

describe('evidence with the value left out', () => {
  test.each(inPart(['application/json', '9007199254740993'], 2))(
    'is refused with the name of the header, where verdicts would differ: %s',
    async (value) => {
      const store = await startStore();
      const headers = `X-Tenant: acme-corporation\nX-Word: ${value}\n`;
      const { code, err, cwd, report } = await judged(store, headers, '--evidence', 'evidence.gz');
      expect(report().verdict).toBe('conformant');
      expect(err.replaceAll(/\s+/g, ' ')).toMatch(
        /The evidence was not saved in \S+evidence\.gz: .* would be .* instead of .* It repeats: The value of the header X-Word\. /,
      );
      expect(err).not.toContain('X-Tenant');
      expect([code, existsSync(join(cwd, 'evidence.gz'))]).toEqual([4, false]);
    },
  );

  test('is refused where the digits of the key are a part of an id', async () => {
    const store = await startStore({ apiKey: '900719925474' });
    const { code, err, report } = await judged(store, '', '--evidence', 'evidence.gz');
    expect([code, report().verdict, report().complete]).toEqual([4, 'conformant', true]);
    expect(err.replaceAll(/\s+/g, ' ')).toContain('It repeats: The API key. ');
  });

  test('is not certified, either', async () => {
    const { baseUrl, apiKey, orders } = await startStore();
    const cwd = await directoryWith({ headers: 'X-Word: application/json\n', 'fixtures.yaml': fixturesText(orders) });
    const argv = ['certify', '--base-url', baseUrl, '--header-file', 'headers', '--fixtures', 'fixtures.yaml'];
    const { code, err } = await runProgram([...argv, '--subject', 'petstore@1', '--output', 'cert'], {
      cwd,
      env: { STORE_ORDERS_API_KEY: apiKey },
    });
    expect([code, existsSync(join(cwd, 'cert'))]).toEqual([4, false]);
    expect(err).toContain('The value of the header X-Word');
  });
});

test('where cancels are refused with a header that a gateway needs, the cause names it', async () => {
  const store = await startStore({
    behaviour: (reference) => ({
      intercept: (call) =>
        call.operation === 'cancelOrder' && call.authorization === `Bearer ${call.apiKey}` && call.headers['x-kind']
          ? { status: 400, headers: [['Content-Type', 'text/plain']], body: Buffer.from('bad kind') }
          : reference.intercept(call),
    }),
  });
  const { code, report } = await judged(store, 'X-Kind: quantity\n');
  expect(code).toBe(1);
  const repairs = report().causes.map(({ repair }) => repair);
  expect(repairs.filter((repair) => repair.startsWith('Each request carries X-Kind from --header-file.'))).not.toEqual(
    [],
  );
});

test('the key as it is, of which a target escapes one letter, is neither in reports nor in what is judged again', async () => {
  const apiKey = 'Sample-Key-0123456789';
  const said = apiKey.replace('K', '\\u004b');
  const { baseUrl, orders } = await startStore({
    apiKey,
    behaviour: () => ({
      finish: (reply) =>
        reply.status < 400
          ? reply
          : { ...reply, body: Buffer.from(`{"code":"${said}","message":["${said}"],"status":"${said}"}`) },
    }),
  });
  const cwd = await directoryWith({ 'fixtures.yaml': fixturesText(orders) });
  const env = { STORE_ORDERS_API_KEY: apiKey };
  const formats = ['json', 'html', 'terminal', 'markdown', 'junit', 'har', 'tap'];
  const files = (prefix: string) => formats.flatMap((format) => ['--report', `${format}=${prefix}-${format}`]);
  const argv = ['run', '--base-url', baseUrl, '--fixtures', 'fixtures.yaml', '--evidence', 'evidence.gz', '--verbose'];
  expect(await runProgram([...argv, ...files('run')], { cwd, env })).toMatchObject({ code: 1 });
  expect(await runProgram(['rejudge', 'evidence.gz', '--verbose', ...files('again')], { cwd })).toMatchObject({
    code: 1,
  });
  for (const name of ['run', 'again'].flatMap((prefix) => formats.map((format) => `${prefix}-${format}`))) {
    const text = readFileSync(join(cwd, name), 'utf8');
    expect([name, text.includes(apiKey)]).toEqual([name, false]);
  }
});
