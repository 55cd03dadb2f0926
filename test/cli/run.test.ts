import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startStore } from '../engine/store.js';
import { judge } from './run-program.js';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('run', async () => {
  await play(import.meta.url, 'run', { files: await savedFiles() });
});

test('the first request without a response in time is reported at once, and once', async () => {
  const silent = await startStore({ behaviour: () => ({ send: () => new Promise(() => undefined) }) });
  const { code, err } = await judge(silent, ['--timeout', '100ms']);
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(
      /^A request got no response in time; others may take as long\. \S+ sent no response within 100 ms\. .*--timeout\.[^\n]*\n$/,
    ),
  ]);
});

/** The requests that `--dry-run --verbose` prints. */
const printedIn = (out: string) =>
  [...out.matchAll(/^ {4}(GET|DELETE) (\S+) {2}key: (\S+)(.*\n {6}.*only if )?/gm)].map(
    ([, method = '', path, key = '', condition]) => ({ method, line: `${method} ${path}`, key, condition }),
  );

test('a dry run prints every request that a run then sends, and sends none', async () => {
  const store = await startStore();
  const { code, out } = await judge(store, ['--dry-run', '--verbose']);
  expect([code, store.connections(), out.includes(store.apiKey)]).toEqual([0, 0, false]);
  const printed = printedIn(out);

  expect((await judge(store, [])).code).toBe(0);
  const sent = store.received.map(({ method, url }) => `${method} ${url.replace('/v1', '')}`);
  expect(sent.filter((request) => !printed.some(({ line }) => line === request))).toEqual([]);
  const unsent = printed.filter(({ line }) => !sent.includes(line));
  expect(unsent.filter(({ condition }) => condition === undefined)).toEqual([]);
  const conditional = printed.filter(({ condition }) => condition !== undefined);
  expect(printed.length - sent.length).toBeGreaterThanOrEqual(0);
  expect(printed.length - sent.length).toBeLessThanOrEqual(conditional.length);

  const { out: table } = await judge(store, ['--dry-run']);
  const inStages = [...table.matchAll(/^ {2}[a-z -]+ +(\d+) DELETE +(\d+) GET /gm)];
  expect(inStages.flatMap(([, ...counts]) => counts.map(Number)).reduce((sum, count) => sum + count)).toBe(
    printed.length,
  );
  const valid = printed.filter(({ method, key }) => method === 'DELETE' && key === 'valid');
  expect(out).toContain(` DELETE requests, ${valid.length} of them with the valid key\n`);

  const text = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const [, about, kinds] = /about (\d+) of them carry no valid key: .*?(\d+) invalid/s.exec(text) ?? [];
  const invalid = printed.flatMap(({ key }) => (key.startsWith('valid') ? [] : [key]));
  expect([Number(about), Number(kinds)]).toEqual([Math.round(invalid.length / 10) * 10, new Set(invalid).size]);
});

test('--rate keeps requests apart', async () => {
  const { out } = await judge(await startStore(), ['--suite', 'auth-list', '--report', 'json', '--rate', '100']);
  const { durationMs, requestCount } = JSON.parse(out);
  expect(requestCount).toBeGreaterThan(20);
  expect(durationMs).toBeGreaterThan((requestCount - 1) * 10);
});

test('a terminal gets colour, and progress on standard error that is cleared in the end; that of a pipeline does not', async () => {
  const argv = ['--scenario', 'cancel-unknown-plain'];
  const { out, err } = await judge(await startStore(), argv, { tty: true });
  const controlSequence = '\u001b[';
  expect(out).toContain(controlSequence);
  expect(err).toMatch(/K\d+ requests, \d+ s: must be refused/);
  expect(err.endsWith(`\r${controlSequence}2K`)).toBe(true);
  // A workflow command must begin its line.
  const github = ['--report', 'github', ...argv];
  const inPipeline = await judge(await startStore(), github, { tty: true, env: { CI: 'true' } });
  expect(inPipeline).toMatchObject({
    err: '',
    out: expect.stringMatching(/^::notice title=Conformance%3A conformant/),
  });
});
