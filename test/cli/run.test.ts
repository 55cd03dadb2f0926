import '../../cli/commands/run.js'; // the program loads it when it first runs, which takes seconds on a busy machine
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { STAGE_NAMES } from '../../runner/evidence/stages.js';
import { limitVariants } from '../../servers/variants/live-systems.js';
import { fault } from '../engine/servers.js';
import { asChanged, deletesOf, startStore } from '../engine/store.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { directoryWith } from '../settings/directory.js';
import { fixturesText, judge, runProgram } from './run-program.js';

const validateReport = validatorOf('schemas/report.schema.json');

/** What a test reads of an exchange of the JSON report. */
interface Exchange {
  readonly attempts: number;
  readonly response: { readonly status?: number };
}

describe('the exit code', () => {
  test('is 0 for a should deviation, and 1 under --strict', async () => {
    const changed = asChanged(fault('cancel-not-atomic'));
    expect((await judge(await startStore(changed), [])).code).toBe(0);
    expect((await judge(await startStore(changed), ['--strict'])).code).toBe(1);
  });

  test('is 3 where the fixtures lack an order, and the report says which', async () => {
    const store = await startStore();
    const few = { ...store, orders: { ...store.orders, pending: store.orders.pending.slice(0, 2) } };
    const { code, out } = await judge(few, []);
    expect(code).toBe(3);
    expect(out.replaceAll(/\s+/g, ' ')).toContain('Add 1 more pending order');
  });

  test('is 2 without a key, and nothing is sent', async () => {
    const store = await startStore();
    const { code, err } = await judge(store, [], { env: { STORE_ORDERS_API_KEY: undefined } });
    expect([code, store.connections()]).toEqual([2, 0]);
    expect(err).toContain('Set STORE_ORDERS_API_KEY, or give --api-key-file. Nothing was sent.');
  });

  test('is 3 for a run that was interrupted', async () => {
    const store = await startStore({ latencyMs: 300 });
    const { code } = await judge(store, [], { interrupted: AbortSignal.timeout(100) });
    expect(code).toBe(3);
  });
});

describe('--dry-run', () => {
  test('prints every request that a run then sends, and sends none', async () => {
    const store = await startStore();
    const { code, out } = await judge(store, ['--dry-run', '--verbose']);
    expect([code, store.connections()]).toEqual([0, 0]);

    expect((await judge(store, [])).code).toBe(0);
    const printed = [...out.matchAll(/^ {4}((?:GET|DELETE) \S+) {2}key: (\S+)/gm)].map(([, request]) => `${request}`);
    const sent = store.received.map(({ method, url = '' }) => `${method} ${url.replace('/v1', '')}`);
    const conditional = [...out.matchAll(/^ {4}((?:GET|DELETE) \S+) .*\n {6}.*only if /gm)].map(
      ([, request]) => `${request}`,
    );
    expect(sent.filter((request) => !printed.includes(request))).toEqual([]);
    const unsent = printed.filter((request) => !sent.includes(request));
    expect(unsent.filter((request) => !conditional.includes(request))).toEqual([]);
    expect(printed.length - sent.length).toBeGreaterThanOrEqual(0);
    expect(printed.length - sent.length).toBeLessThanOrEqual(conditional.length);
  });

  test('says what is tried on each pending order, and so what shares one where there are few', async () => {
    const { out } = await judge(await startStore(), ['--dry-run']);
    const store = await startStore();
    const three = { ...store, orders: { ...store.orders, pending: store.orders.pending.slice(0, 3) } };
    const tried = (text: string) => /^Tried on each .*:\n((?: {2}.*\n)+)/m.exec(text)?.[1]?.trimEnd().split('\n');
    expect(tried(out)).toEqual([
      '  103  cancels without a valid key',
      '  9007199254740993  cancels without a valid key, ids that share its bits',
      '  101  cancels without a valid key, simultaneous cancels',
      '  104  texts that look like its id',
      '  102  nothing',
    ]);
    expect(tried((await judge(three, ['--dry-run'])).out)).toEqual([
      '  101  cancels without a valid key',
      '  9007199254740993  cancels without a valid key, ids that share its bits',
      '  102  cancels without a valid key, texts that look like its id, simultaneous cancels',
    ]);
  });

  test('counts the cancels of each stage, and how many carry the valid key; the documentation tells how many do not', async () => {
    const store = await startStore();
    const { out: table } = await judge(store, ['--dry-run']);
    const { out } = await judge(store, ['--dry-run', '--verbose']);
    const requests = [...out.matchAll(/^ {4}(GET|DELETE) .*? {2}key: (\S+)/gm)];
    const inStages = [...table.matchAll(/^ {2}[a-z-]+ +(\d+) DELETE +(\d+) GET /gm)];
    expect(inStages.map(([line]) => line.trim().split(' ')[0])).toEqual(STAGE_NAMES);
    const sum = (at: number) => inStages.reduce((total, counts) => total + Number(counts[at]), 0);
    expect(sum(1) + sum(2)).toBe(requests.length);
    expect(table.trimEnd().split('\n').length).toBeLessThan(25);
    const cancels = requests.filter(([, method]) => method === 'DELETE');
    const valid = cancels.filter(([, , key]) => key === 'valid');
    expect(out).toContain(`${cancels.length} DELETE requests, ${valid.length} of them with the valid key\n`);
    expect(out).not.toContain(store.apiKey);

    const text = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const [, about, kinds] = /about (\d+) of them carry no valid key: .*?(\d+) invalid/s.exec(text) ?? [];
    const invalid = requests.flatMap(([, , key = '']) => (key.startsWith('valid') ? [] : [key]));
    expect([Number(about), Number(kinds)]).toEqual([Math.round(invalid.length / 10) * 10, new Set(invalid).size]);
  });

  test('says what would not run, and why', async () => {
    const store = await startStore();
    const { out } = await judge({ ...store, orders: { ...store.orders, other: [] } }, [
      '--dry-run',
      '--scenario',
      'cancel-*',
    ]);
    expect(out).toMatch(/^ {2}blocked: .*Add 1 more other order.*\n {4}cancel-other$/m);
    expect(out).toMatch(/^ {2}skipped: .*\n {4}.*\blisting-answer\b/m);
  });
});

describe('the settings of a run', () => {
  test('--rate spares a target that limits requests', { timeout: 30_000 }, async () => {
    const refusals = async (limit: number, ...argv: string[]) => {
      const [limited] = limitVariants.filter(({ id }) => id === `rate-limit-${limit}`).map(asChanged);
      const { out } = await judge(await startStore(limited), ['--suite', 'auth-list', '--report', 'json', ...argv]);
      const { exchanges }: { exchanges: readonly Exchange[] } = JSON.parse(out);
      return exchanges.filter(({ attempts, response }) => attempts > 1 || response.status === 429).length;
    };
    expect(await refusals(20, '--rate', '15')).toBe(0);
    // A busy machine may send fewer than 20 a second of its own accord, but not fewer than 5.
    expect(await refusals(5)).toBeGreaterThan(0);
  });

  test('`other: none` makes the run complete without such an order, and saved evidence keeps it', async () => {
    const argv = ['--rate', '1000', '--evidence', 'evidence.gz', '--report', 'json'];
    const store = await startStore();
    const fixtures = fixturesText(store.orders).replace(/(?<=other: )\S+/, 'none');
    const { code, out, cwd } = await judge(store, argv, { fixtures });
    const { verdict, complete, requirements } = JSON.parse(out);
    expect({ code, verdict, complete }).toEqual({ code: 0, verdict: 'conformant', complete: true });
    expect(requirements.find(({ id }: { id: string }) => id === 'cancel.other-state')).toMatchObject({
      verdict: 'not-applicable',
      reason: 'The fixtures declare that no order is in another state (`other: none`).',
    });
    expect(await runProgram(['rejudge', 'evidence.gz', '--report', 'json'], { cwd })).toMatchObject({
      code,
      out,
      err: '',
    });
  });

  test('a key that is too short to redact safely is warned of once, in the report', async () => {
    const warning =
      'The API key has fewer than 8 characters, so it cannot be told from ordinary text: where the target repeats it, reports do, too. Use a longer one.';
    const store = await startStore({ apiKey: 'Short-1' });
    const { code, out, err } = await judge(store, ['--report', 'json']);
    expect([code, err, JSON.parse(out).fixtures]).toEqual([0, '', [warning]]);
    expect((await judge(store, ['--dry-run'])).err).toBe('');
  });
});

describe('selection', () => {
  test('--scenario cancels nothing that belongs to others', async () => {
    const store = await startStore();
    const { code } = await judge(store, ['--scenario', 'listing-*', '--scenario', 'auth-list-*']);
    expect(code).toBe(0);
    expect(deletesOf(store)).toEqual([]);
  });
});

describe('reports', () => {
  test('are written at once to standard output and files, whose directories are made', async () => {
    const store = await startStore(asChanged(fault('cancels-delivered')));
    const argv = ['terminal', 'json=out/report.json', 'junit=out/deep/report.xml', 'tap=report.tap'];
    const { code, out, err, cwd } = await judge(
      store,
      argv.flatMap((report) => ['--report', report]),
    );
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('✘ NONCONFORMANT');
    const json: unknown = JSON.parse(await readFile(join(cwd, 'out/report.json'), 'utf8'));
    expect(problemsOf(validateReport, json)).toEqual([]);
    expect(json).toMatchObject({
      format: 'store-orders-conformance/report/2',
      target: { baseUrl: store.baseUrl },
      verdict: 'nonconformant',
      complete: true,
    });
    expect(await readFile(join(cwd, 'out/deep/report.xml'), 'utf8')).toMatch(/^<\?xml/);
    expect(await readFile(join(cwd, 'report.tap'), 'utf8')).toMatch(/^TAP version/);
  });

  test('are followed by the verdict and their places on standard error, whatever is reported', async () => {
    const elsewhere = join(await directoryWith(), 'junit.xml');
    const argv = ['--report', 'html=out/report.html', '--report', `junit=${elsewhere}`, '--evidence', 'e.gz'];
    const { out, verdictLine } = await judge(await startStore(), argv);
    expect([out, verdictLine]).toEqual([
      '',
      `Verdict: conformant (complete). Written: out/report.html, ${elsewhere}, e.gz\n`,
    ]);
    expect((await judge(await startStore(), ['--read-only', '--report', 'json'])).verdictLine).toMatch(
      /^Verdict: conformant so far: \d+ must requirements were left out by --read-only \(not complete: \d+ of \d+ must requirements judged\)\.\n$/,
    );
  });
});

describe('a report that replaces another one on the same target', () => {
  test('says what became of its causes', async () => {
    const store = await startStore(asChanged(fault('no-content-with-length')));
    const place = join(await directoryWith(), 'report.json');
    const again = () => judge(store, ['--report', `json=${place}`]);
    await again();
    const older = (await readFile(place, 'utf8')).replaceAll('"cancel.pending.no-body"', '"cancel.pending.other"');
    await writeFile(place, older);
    expect((await again()).verdictLine).toContain(' Since the report that was here: 1 of 1 cause gone, ');
    await writeFile(place, older.replaceAll(store.baseUrl, 'https://elsewhere.example/v1'));
    expect((await again()).verdictLine).not.toContain('Since');
  });
});

describe('a terminal', () => {
  const controlSequence = '\u001b[';

  test('gets colour, and progress on standard error that is cleared in the end', async () => {
    const { out, err } = await judge(await startStore(), [], { tty: true });
    expect(out).toContain(controlSequence);
    expect(err).toMatch(/Krefused: \d+ requests/);
    expect(err.endsWith(`\r${controlSequence}2K`)).toBe(true);
  });

  test('of a pipeline gets no progress: a workflow command has to begin its line', async () => {
    const { out, err } = await judge(await startStore(), ['--report', 'github'], { tty: true, env: { CI: 'true' } });
    expect([err, out]).toEqual(['', expect.stringMatching(/^::notice title=Conformance%3A conformant/)]);
  });
});
