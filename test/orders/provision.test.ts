import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { type DeclaredOrders, NO_ORDERS } from '../../interface/declared.js';
import { type ProvisionOptions, provision } from '../../runner/fixtures/provision.js';
import { holdCases } from '../cases.js';
import { directoryWith } from '../directory.js';
import { closeAll, listen } from '../http/target.js';
import { refusal } from '../refusal.js';

afterEach(closeAll);

const KEY = 'Sample-Key-0001';

const options: ProvisionOptions = {
  fixed: NO_ORDERS,
  signal: new AbortController().signal,
  timeoutMs: 20_000,
  redact: (said) => said.replaceAll('sesame', '[redacted]'),
  apiKey: KEY,
};

const COUNTS = { pending: 3, shipped: 1, other: 1, unknown: 0 };

type Answer = readonly [status: bigint, body: string];

/** A server that gives this answer at /seed, 500 at /failing, and no answer at /silent. */
async function server([status, body]: Answer) {
  const requests: string[] = [];
  const listener = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    // Not recorded: this request may arrive after the test.
    if (url === '/silent') return;
    requests.push(`${method} ${url} ${headers['content-type']} ${await text(request)}`);
    if (url.startsWith('/seed')) response.writeHead(Number(status), { location: '/other' }).end(body);
    else if (url === '/failing') response.writeHead(500).end('sesame is locked');
    else response.end();
  });
  return { origin: `http://${await listen(listener)}`, requests };
}

interface Given {
  /** URL is the address of the server. */
  readonly seed: string;
  readonly teardown?: string;
  readonly passKey?: boolean;
  readonly answer?: Answer;
  readonly fixed?: Partial<DeclaredOrders>;
  readonly timeoutMs?: bigint;
  readonly stopAfterMs?: bigint;
}

/** The outcome, the requests to the server, and the files in the directory of the fixtures. */
async function provisioned({ seed, teardown, passKey, answer = [200n, ''], ...given }: Given): Promise<string> {
  const directory = await directoryWith();
  const { origin, requests } = await server(answer);
  const at = (hook: string) => hook.replace('URL', origin);
  const { fixed, timeoutMs = options.timeoutMs, stopAfterMs } = given;
  const stopped = stopAfterMs === 0n ? AbortSignal.abort() : AbortSignal.timeout(Number(stopAfterMs ?? 60_000n));
  const outcome: Record<string, unknown> = {};
  const refused = await refusal(async () => {
    const hooks = { seed: at(seed), ...(teardown !== undefined && { teardown: at(teardown) }) };
    const { tearDown, ...made } = await provision({ ...hooks, directory, passKey }, COUNTS, {
      ...options,
      fixed: { ...NO_ORDERS, ...fixed },
      timeoutMs: Number(timeoutMs),
      signal: stopped,
    });
    Object.assign(outcome, made, { warningOfTeardown: await tearDown(Number(timeoutMs)) });
  });
  if (refused !== 'no error') outcome.refused = refused;
  const files = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]);
  const said = stringify({ ...outcome, requests, files: Object.fromEntries(files) }, { lineWidth: 0 });
  return said.replaceAll(origin, 'URL').replaceAll(/(.)\1{49,}/g, (run, one) => `${one}×${run.length}`);
}

test('orders are made by a command or a URL', async () => {
  vi.stubEnv('STORE_ORDERS_API_KEY', KEY);
  vi.stubEnv('AUTHORIZATION', `Bearer ${KEY}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await holdCases(join(import.meta.dirname, 'expected/provisioned.txt'), (input) =>
    provisioned(parse(input, { intAsBigInt: true })),
  );
});

/** Waits for the number that a command writes to a file. */
const numberIn = (directory: string, file: string): Promise<number> =>
  vi.waitFor(async () => {
    const pid = Number(await readFile(join(directory, file), 'utf8'));
    expect(pid).toBeGreaterThan(1);
    return pid;
  }, 10_000);

test('a command has ended when its process has, though a process in the background goes on writing', async () => {
  const directory = await directoryWith();
  // More than an unread pipe can hold.
  const daemon =
    "until [ -e go ]; do sleep 0.02; done; while [ -e go ] && printf %1000000s ''; do echo $$ > alive; done";
  writeFileSync(join(directory, 'daemon.sh'), daemon);
  const seed = `sh daemon.sh & printf '%300000s' ''; echo '{"orders":{"pending":[1]}}'; echo made >&2`;
  const { orders, output } = await provision({ seed, directory }, COUNTS, options);
  expect([orders.pending, output]).toEqual([[1n], 'made']);
  writeFileSync(join(directory, 'go'), '');
  process.kill(await numberIn(directory, 'alive'));
});

test('a command leaves no process running when it is stopped', { timeout: 15_000 }, async () => {
  const directory = await directoryWith();
  const stop = new AbortController();
  const seed = 'sleep 1000 & echo $! > partial; mv partial pid; wait';
  const provisioned = provision({ seed, directory }, COUNTS, { ...options, signal: stop.signal });
  const started = await numberIn(directory, 'pid');
  stop.abort();
  const { warnings } = await provisioned;
  expect(warnings).toEqual([
    `The provisioning command \`${seed}\` was stopped: the run was interrupted, or its deadline has passed.`,
  ]);
  await vi.waitFor(() => expect(() => process.kill(started, 0)).toThrow('ESRCH'), 5_000);
});
