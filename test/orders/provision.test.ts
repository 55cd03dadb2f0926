import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Provision } from '../../runner/orders/declared.js';
import { type ProvisionOptions, provision } from '../../runner/orders/provision.js';
import { closeAll, listen } from '../http/target.js';
import { directoryWith } from '../settings/directory.js';
import { refusal } from '../settings/refusal.js';

afterEach(closeAll);

const counts = { pending: 3, shipped: 1, other: 1, unknown: 0 };
const none = { pending: [], shipped: [], other: [], unknown: [] };
const node = JSON.stringify(process.execPath);

const provided = (command: Provision, options: Partial<ProvisionOptions> = {}) =>
  provision(command, counts, {
    ...{ fixed: none, signal: new AbortController().signal, timeoutMs: 20_000, redact: (said: string) => said },
    ...options,
  });

/** A script that writes what it is given into a file, and then this to its standard output. */
const keeps = (file: string, says = ''): string => `
  import { readFileSync, writeFileSync } from 'node:fs';
  writeFileSync('${file}', readFileSync(0));
  console.error('at work');
  console.log(${JSON.stringify(says)});`;

/** Provisions in a new directory that holds `seed.mjs` and `teardown.mjs`. */
async function seed(
  scripts: { readonly seed?: string; readonly teardown?: string },
  options: Partial<ProvisionOptions> = {},
) {
  const directory = await directoryWith({ 'seed.mjs': scripts.seed ?? '', 'teardown.mjs': scripts.teardown ?? '' });
  const teardown = scripts.teardown === undefined ? {} : { teardown: `${node} teardown.mjs` };
  return { directory, provisioned: provided({ seed: `${node} seed.mjs`, ...teardown, directory }, options) };
}

/** The file that a script wrote. */
const keptIn = (directory: string, file: string): Promise<string> => readFile(join(directory, file), 'utf8');

/** Answers every request with this status and body; collects what came. */
async function server(status: number, body: string, headers: Record<string, string> = {}) {
  const requests: string[] = [];
  const address = await listen(
    createServer(async (request, response) => {
      const { method, url, headers: sent } = request;
      requests.push(`${method} ${url} ${sent['content-type']} ${await text(request)}`);
      response.writeHead(status, headers).end(body);
    }),
  );
  return { origin: `http://${address}`, requests };
}

const atUrl = (hook: string, teardown?: string, options: Partial<ProvisionOptions> = {}) =>
  provided({ seed: hook, ...(teardown !== undefined && { teardown }), directory: '/' }, options);

describe('a provisioning command', () => {
  test('gets the counts in the directory of the fixtures, and gives orders that are read exactly; its teardown gets these', async () => {
    const says = '{\n\t"orders": {\n\t\t"pending": [9007199254740993, -9223372036854775808], "unknown": [9]\n\t}\n}';
    const { directory, provisioned } = await seed(
      { seed: keeps('counts.json', says), teardown: keeps('torn.json') },
      { fixed: { ...none, pending: [1n], shipped: [2n] } },
    );
    const { orders, teardown } = await provisioned;
    expect(orders).toEqual({
      pending: [1n, 9007199254740993n, -9223372036854775808n],
      shipped: [2n],
      other: [],
      unknown: [9n],
      provisioned: [9007199254740993n, -9223372036854775808n],
    });
    expect(await keptIn(directory, 'counts.json')).toBe('{"pending":3,"shipped":1,"other":1,"unknown":0}');
    expect(await teardown()).toBe(undefined);
    expect(await keptIn(directory, 'torn.json')).toBe(
      '{"orders":{"pending":[9007199254740993,-9223372036854775808],"shipped":[],"other":[],"unknown":[9]}}',
    );
  });

  test('is quoted to a limited length, redacted before it is cut', async () => {
    const script = `process.stderr.write('x'.repeat(200_000) + 'SECRET'.padEnd(2003, '.')); process.exitCode = 1`;
    const { provisioned } = await seed({ seed: script }, { redact: (said) => said.replaceAll('SECRET', '[redacted]') });
    expect(await refusal(() => provisioned)).toBe(
      `The provisioning command \`${node} seed.mjs\` ended with exit code 1.\nIt said: …ed]${'.'.repeat(1997)}`,
    );
  });

  test('has ended when it has, whatever it left in the background, which may go on writing', async () => {
    const { directory, provisioned } = await seed(
      {
        seed: `
          import { spawn } from 'node:child_process';
          const daemon = "setInterval(() => { console.log('log'); require('fs').writeFileSync('alive', String(process.pid)) }, 20)";
          spawn(process.execPath, ['-e', daemon], { stdio: 'inherit', detached: true }).unref();
          console.log(' '.repeat(300_000) + '{"orders":{"pending":[1]}}');
          console.error('made');`,
      },
      { timeoutMs: 20_000 },
    );
    const { orders, said } = await provisioned;
    expect([orders.pending, said]).toEqual([[1n], 'made']);
    await rm(join(directory, 'alive'), { force: true });
    const daemon = await vi.waitFor(async () => {
      const pid = Number(await keptIn(directory, 'alive'));
      expect(pid).toBeGreaterThan(1);
      return pid;
    }, 10_000);
    process.kill(daemon);
  });

  test('leaves no process running when it is stopped', { timeout: 15_000 }, async () => {
    const stop = new AbortController();
    const { directory, provisioned } = await seed(
      {
        seed: `
          import { spawn } from 'node:child_process';
          import { renameSync, writeFileSync } from 'node:fs';
          const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
          writeFileSync('partial', String(pid));
          renameSync('partial', 'pid');
          setInterval(() => {}, 1000);`,
      },
      { signal: stop.signal },
    );
    const started = Number(await vi.waitFor(() => keptIn(directory, 'pid'), 10_000));
    stop.abort();
    expect(await provisioned).toMatchObject({
      orders: none,
      warnings: [
        `The provisioning command \`${node} seed.mjs\` was stopped: the run was interrupted, or its deadline has passed.`,
      ],
    });
    await vi.waitFor(() => expect(() => process.kill(started, 0)).toThrow('ESRCH'), 5_000);
  });

  test('is not called after the run has ended', async () => {
    const { directory, provisioned } = await seed(
      { seed: `import { writeFileSync } from 'node:fs'; writeFileSync('called', '')` },
      { signal: AbortSignal.abort() },
    );
    const { warnings } = await provisioned;
    expect(warnings.join()).toMatch(/ was stopped: the run was interrupted, or its deadline has passed\.$/);
    await expect(keptIn(directory, 'called')).rejects.toThrow('ENOENT');
  });
});

test('a teardown runs after a seed that was interrupted: nobody knows what it made', async () => {
  const scripts = { seed: 'setInterval(() => {}, 1000)', teardown: keeps('torn.json') };
  const { directory, provisioned } = await seed(scripts, { signal: AbortSignal.timeout(300) });
  expect(await (await provisioned).teardown()).toBe(undefined);
  expect(await keptIn(directory, 'torn.json')).toBe('{"orders":{"pending":[],"shipped":[],"other":[],"unknown":[]}}');
});

describe('a provisioning URL', () => {
  test('gets the counts as a POST, and the teardown gets the orders', async () => {
    const { origin, requests } = await server(201, '{"orders":{"other":[9223372036854775807]}}');
    const { orders, teardown } = await atUrl(`${origin}/seed?a=b`, `${origin}/clear`);
    expect(orders).toEqual({ ...none, other: [9223372036854775807n], provisioned: [9223372036854775807n] });
    expect(await teardown()).toBe(undefined);
    expect(requests).toEqual([
      'POST /seed?a=b application/json {"pending":3,"shipped":1,"other":1,"unknown":0}',
      'POST /clear application/json {"orders":{"pending":[],"shipped":[],"other":[9223372036854775807],"unknown":[]}}',
    ]);
  });

  test('may not give orders that the fixtures declare; what it made is torn down', async () => {
    const { origin, requests } = await server(200, '{"orders":{"pending":[7],"shipped":[8]}}');
    const fixed = { ...none, pending: [8n], otherIsNone: true } as const;
    expect(await refusal(() => atUrl(origin, `${origin}/clear`, { fixed }))).toBe(
      `The provisioning URL ${origin}/ must give other orders than the fixtures declare.\norders.shipped[0]: order 8 is already declared, as orders.pending[0]; declare each order once.`,
    );
    expect(requests).toEqual([
      'POST / application/json {"pending":3,"shipped":1,"other":0,"unknown":0}',
      'POST /clear application/json {"orders":{"pending":[7],"shipped":[8],"other":[],"unknown":[]}}',
    ]);
  });

  test('whose teardown fails gives a warning', async () => {
    const [{ origin }, { origin: failing }] = [await server(200, '{"orders":{}}'), await server(500, 'SECRET')];
    const { teardown } = await atUrl(origin, failing, { redact: (said) => said.replaceAll('SECRET', '[redacted]') });
    expect(await teardown()).toBe(`The teardown URL ${failing}/ answered with the status 500.\nIt said: [redacted]`);
  });

  test.each<[what: string, status: number, body: string, message: string]>([
    ['fails', 500, 'no database', 'URL/seed answered with the status 500.\nIt said: no database'],
    ['leads elsewhere, which is not followed', 307, '', 'URL/seed did not answer: unexpected redirect.'],
    [
      'answers with what is not orders',
      200,
      '{"provision":{"command":"x"}}',
      'URL/seed must answer with {"orders":{…}}, as in a fixtures file.\nanswer:1:1: Expected the members "orders", "disposable" and "fresh", found "provision".\nIt said: {"provision":{"command":"x"}}',
    ],
  ])('that %s is refused, and quoted without its query', async (_, status, body, message) => {
    const { origin, requests } = await server(status, body, { location: '/other' });
    const said = await refusal(() => atUrl(`${origin}/seed?token=t`));
    expect(said.replaceAll(origin, 'URL')).toBe(`The provisioning URL ${message}`);
    expect(requests).toHaveLength(1);
  });

  test('that never answers is given up', async () => {
    const origin = `http://${await listen(createServer(() => {}))}`;
    expect(await refusal(() => atUrl(origin, undefined, { timeoutMs: 300 }))).toBe(
      `The provisioning URL ${origin}/ did not end within 300 ms.`,
    );
  });
});

describe('the API key of a run', () => {
  const key = 'Sample-Key-0001';
  const printsIt = `
    const holding = Object.entries(process.env).filter(([, value]) => value.includes(${JSON.stringify(key)})).map(([name]) => name);
    process.stderr.write(holding.join());
    process.exit(1);`;

  const seen = async (passKey: boolean) => {
    const directory = await directoryWith({ 'seed.mjs': printsIt });
    const command = { seed: `${node} seed.mjs`, directory, ...(passKey && { passKey }) };
    return await refusal(() => provided(command, { apiKey: key }));
  };

  test('is in no variable that a command gets, but for one where the fixtures pass it', async () => {
    vi.stubEnv('STORE_ORDERS_API_KEY', key);
    vi.stubEnv('AUTHORIZATION', `Bearer ${key}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await seen(false)).toMatch(/ ended with exit code 1\.$/);
    expect(await seen(true)).toMatch(/ ended with exit code 1\.\nIt said: STORE_ORDERS_API_KEY$/);
  });
});
