import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../runner/judge/report.js';
import { withHeader } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { fixturesText, type Store, startStore } from '../engine/store.js';
import { inPart } from '../in-part.js';
import { directoryWith } from '../settings/directory.js';
import { runProgram } from './run-program.js';

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

const held = { complete: true, counts: { fail: 0, warn: 0 } };

describe('the value of a gateway header that is an ordinary word fails nobody', () => {
  const values = ['application/json', '9007199254740993', 'Unauthorized', 'X-Echo: not', '/v1/store/orders'];
  test.each(inPart(values, 2))('%s', async (value) => {
    expect(await judgeInMemory({ behaviour: echoing }, { headers: { 'X-Word': value } })).toMatchObject(held);
  });

  test('and is left out of what is shown and saved, but not of the words and ids of the suite', async () => {
    const store = await startStore({ behaviour: echoing });
    const { code, report, cwd } = await judged(store, 'X-Word: not_found\n', '--evidence', 'evidence.gz');
    expect(code).toBe(0);
    expect(report()).toMatchObject(held);
    const shown = JSON.stringify(report().exchanges.map(({ response }) => response));
    expect([shown.includes('not_found'), shown.includes('[redacted]')]).toEqual([false, true]);
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

describe('evidence with a value left out is refused with the name of it, where verdicts would differ', () => {
  const VALUES: readonly (readonly [apiKey: string | undefined, headers: string, named: string])[] = [
    [undefined, 'X-Tenant: acme-corporation\nX-Word: application/json\n', 'The value of the header X-Word. '],
    [undefined, 'X-Tenant: acme-corporation\nX-Word: 9007199254740993\n', 'The value of the header X-Word. '],
    ['900719925474', '', 'The API key. '],
  ];
  test.each(inPart(VALUES, 3))('%j, %j', async (apiKey, headers, named) => {
    const store = await startStore(apiKey === undefined ? {} : { apiKey });
    const { code, err, cwd, report } = await judged(store, headers, '--evidence', 'evidence.gz');
    expect(report()).toMatchObject({ verdict: 'conformant', complete: true });
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(
      /The evidence was not saved in \S+evidence\.gz: .* would be .* instead of .* It repeats: /,
    );
    expect(err.replaceAll(/\s+/g, ' ')).toContain(`It repeats: ${named}`);
    expect(err).not.toContain('X-Tenant');
    expect([code, existsSync(join(cwd, 'evidence.gz'))]).toEqual([4, false]);
  });
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
  const formats = ['json', 'html', 'har'];
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
