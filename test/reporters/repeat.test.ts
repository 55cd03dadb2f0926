import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../evidence/evidence.js';
import { CREDENTIALS, type Credential, shownAuthorization } from '../../interface/interface.js';
import type { Report } from '../../judge/report/report.js';
import { repeatOf } from '../../judge/results/curl.js';
import { type ReportFormat, renderReport } from '../../reporters/index.js';
import { faults } from '../../servers/faults/index.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { directoryWith } from '../directory.js';
import { inPart } from '../in-part.js';
import { sampleReport } from './sample-report.js';

// As a string, so that the types hold when the format is deleted.
const render = (report: Report): string => renderReport(report, 'repeat' as ReportFormat);

const shells = ['sh', 'dash', 'bash', 'zsh'].filter((shell) => spawnSync(shell, ['-c', 'exit 7']).status === 7);

const BASE = 'https://mine.example/v1';

/** Replaces curl by a function, since a process for each call would take minutes. */
const RUN = `curl() { printf '%s\\0' "$@" END >> calls; }; . ./script`;

/** Runs the script with a curl that only records its arguments. Returns the arguments of each call. */
async function played(script: string, shell: string, key = 'Sample-Key-0001', base: string | undefined = `${BASE}/`) {
  const cwd = await directoryWith({ script, run: RUN });
  const env = { PATH: '/usr/bin:/bin', STORE_ORDERS_API_KEY: key, ...(base && { STORE_ORDERS_BASE_URL: base }) };
  const { status, stderr } = spawnSync(shell, ['run'], { cwd, env, encoding: 'utf8' });
  const calls = existsSync(join(cwd, 'calls'))
    ? readFileSync(join(cwd, 'calls'), 'utf8').split('\0END\0').slice(0, -1)
    : [];
  const made = readdirSync(cwd);
  expect(made.filter((name) => !['script', 'run', 'calls'].includes(name))).toEqual([]);
  return { status, stderr, calls: calls.map((call) => call.split('\0')) };
}

/** No request goes elsewhere, and none cancels with the valid key. */
function expectHarmless(calls: readonly (readonly string[])[], key: string): void {
  for (const call of calls) {
    const urls = call.filter((word) => word.includes('://'));
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !/^https:\/\/mine\.example\/v1\/store\/orders(?:[/?]|$)/.test(url))).toEqual([]);
    const requests = call.join('\0').split('\0--next\0');
    const hasValidKey = (words: string): boolean =>
      words.split('\0').some((word) => /^authorization: bearer /i.test(word) && word.slice(22) === key);
    expect(requests.filter((words) => words.includes('\0DELETE\0') && hasValidKey(words))).toEqual([]);
  }
}

describe.runIf(process.platform !== 'win32')('the script of a report', () => {
  test.each(shells)('%s ends with 2 where no address is set, and sends nothing', async (shell) => {
    for (const base of [undefined, '']) {
      const { status, stderr, calls } = await played(render(sampleReport), shell, 'k', base ?? '');
      expect({ status, calls }).toEqual({ status: 2, calls: [] });
      expect(stderr).toContain('STORE_ORDERS_BASE_URL');
    }
  });

  test('repeats every fault that a request shows, and cancels with the valid key only in comments', {
    timeout: 900_000,
  }, async () => {
    const tried = inPart(faults.filter(onlyReplies), 97);
    for (const [index, fault] of tried.entries()) {
      const script = render(await judgeInMemory(fault));
      const shell = shells[index % shells.length] ?? 'sh';
      const { calls, stderr } = await played(script, shell);
      expect(stderr).toBe('');
      expectHarmless(calls, 'Sample-Key-0001');
      expect(calls).toHaveLength(script.split('\n').filter((line) => /^(?:\[.*\|\| )?curl /.test(line)).length);
    }
  });

  const COMMANDS = [
    '$(touch made)',
    '`touch made`',
    "'; touch made; '",
    '"; touch made; "',
    '\n touch made\n',
    '\r\ntouch made\r\n',
  ];
  const texts = fc
    .array(
      fc.constantFrom(
        ...COMMANDS,
        '\\',
        "'",
        '"',
        '\u0000',
        '\u2028',
        '#',
        ' ',
        '@evil.example/',
        '$STORE_ORDERS_API_KEY',
        '..',
        '!',
        'x',
      ),
      {
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(''));

  test('runs no text of a stranger as a command', { timeout: 200_000 }, async () => {
    const hostile = fc.record({
      text: texts,
      tail: fc.oneof(fc.constant('101'), texts),
      url: fc.constantFrom('http://a/v1/store/orders/', 'http://a/v1/store/orders?', 'http://a/v1', 'http://a/v1/'),
      method: fc.constantFrom('GET' as const, 'DELETE' as const),
      credential: fc.constantFrom(...(Object.keys(CREDENTIALS) as Credential[])),
      isShownSo: fc.boolean(),
      shownAs: fc.constantFrom(...(Object.keys(CREDENTIALS) as Credential[])),
      key: fc.constantFrom('Sample-Key-0001', '0123456789', '--------', 'xBxBxBxB'),
      shell: fc.constantFrom(...shells),
    });
    const about = async ({
      text,
      tail,
      isShownSo,
      url,
      method,
      credential,
      shownAs,
      key,
      shell,
    }: typeof hostile extends fc.Arbitrary<infer T> ? T : never) => {
      const shown = shownAuthorization(isShownSo ? credential : shownAs, 'any');
      const headers = [
        ['X-HTTP-Method-Override', 'DELETE'],
        ['Accept', text],
        [text, text],
        ...(shown === undefined ? [] : [['Authorization', shown]]),
        ['Authorization', `Bearer ${text}`],
      ];
      const request = { id: { scenario: 's', name: 'n', nth: 1 }, credential };
      const exchange = { request, sent: { method, url: `${url}${tail}`, headers, orderId: text } };
      const evidence = { exchanges: [exchange], target: { baseUrl: 'http://a/v1' } } as unknown as Evidence;
      const repeat = repeatOf('s/n', evidence);
      const causes = sampleReport.causes.map((cause) => ({ ...cause, id: text, headline: text, at: text, repeat }));
      const script = render({ ...sampleReport, causes, target: { baseUrl: text } });
      const { calls } = await played(script, shell, key);
      expectHarmless(calls, key);
      expect(calls.flat().filter((word) => word.startsWith('X-HTTP'))).toEqual([]);
      if (method === 'DELETE' && /^valid/.test(credential)) expect(calls).toEqual([]);
    };
    const numRuns = process.env.MATRIX === undefined ? 40 : 600;
    const given = { tail: '101', isShownSo: true, url: 'http://a/v1/store/orders/', method: 'DELETE' } as const;
    const examples: Parameters<typeof about>[] = shells.flatMap((shell) => [
      [{ ...given, shell, text: '\n touch made\n', credential: 'valid', shownAs: 'valid', key: 'Sample-Key-0001' }],
      // This key equals the run's key but for the first letter: the changed key would be the valid one.
      [{ ...given, shell, text: 'x', credential: 'first-changed', shownAs: 'valid', key: 'xBxBxBxB' }],
      [{ ...given, shell, text: 'x', credential: 'case', shownAs: 'valid', key: '0123456789' }],
    ]);
    await fc.assert(fc.asyncProperty(hostile, about), { numRuns, examples });
  });
});
