import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reporters } from '../../reporters/reporters.generated.js';
import { literal } from '../../servers/json.js';
import { errorReply, type Reply, withHeader } from '../../servers/reply.js';
import { type Behaviour, framedHeaders } from '../../servers/steps.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judge as judgeByCommand, runProgram } from '../cli/run-program.js';
import { directoryWith } from '../directory.js';
import { inPart } from '../in-part.js';
import { apiKey, reveals, spellings, unicodeEscaped } from '../secrets/spellings.js';
import { judgeStore } from './judgement.js';
import { startStore } from './store.js';

/** UTF-8, as most servers write it. */
const asHeader = (text: string): string => Buffer.from(text).toString('latin1');

/** Repeats the key in headers, the reason phrase and every Error. */
const echoing: Behaviour = (reference) => ({
  finish: (reply) =>
    spellings.reduce((said, spelling, index) => withHeader(said, `X-Echo-${index}`, asHeader(spelling)), reply),
  renderError: (error) => ({
    ...(reference.renderError(error) as object),
    code: spellings.join(' '),
    message: spellings.join('|'),
    status: error.status,
  }),
  send: (reply, { response }) => {
    response.writeHead(reply.status, `No ${apiKey}`, framedHeaders(reply).flat());
    response.end(reply.body);
  },
});

/** Repeats it where the suite quotes: wrong types, repeated members and names of members. */
const inWrongMembers: Behaviour = (reference) => ({
  ...echoing(reference),
  renderOrder: (order) => {
    const [status, shipDate] = [order.status, spellings[Number(order.id % BigInt(spellings.length))]].map((text) =>
      JSON.stringify(text),
    );
    const name = `"${unicodeEscaped}"`;
    return literal(`{"id":${order.id},"status":${status},"shipDate":${shipDate},"petId":${name},${name}:1,${name}:2}`);
  },
});

/** Refuses every cancel, and sends each answer in many pieces. */
const inRefusals: Behaviour = (reference) => {
  const steps = { ...reference, ...echoing(reference) };
  return {
    ...echoing(reference),
    intercept: ({ operation }) =>
      operation === 'cancelOrder' ? errorReply(reference.errors['other-state'], steps.renderError) : undefined,
    send: async (reply, { response }) => {
      response.writeHead(reply.status, `No ${apiKey}`, framedHeaders(reply).flat());
      for (const byte of reply.body ?? []) {
        response.write(Buffer.of(byte));
        await setImmediate();
      }
      response.end();
    },
  };
};

/** Repeats it with wrong statuses and media types, and in JSON that breaks off. */
const inBrokenBodies: Behaviour = (reference) => ({
  ...echoing(reference),
  finish: (reply) => {
    const [said, encoded] = [spellings.join(' '), encodeURIComponent(apiKey)];
    const body = Buffer.from(reply.status === 200 ? `[{"id":101,"note":${said}` : said);
    const named = Object.entries({
      'Content-Type': `text/plain; key=${encoded}`,
      Location: `http://elsewhere.example/?key=${encoded}`,
      Link: `</${encoded}>; rel="next"`,
    });
    return named.reduce<Reply>((changed, [name, value]) => withHeader(changed, name, value), { ...reply, body });
  },
});

/** Runs the command line, and fails if its output or files contain the key. `headers` is the header file. */
async function expectSilence(behaviour: Behaviour, key: string, more: { readonly headers?: string } = {}) {
  const store = await startStore({ apiKey: key, behaviour });
  const keyFiles = await directoryWith({ key: `${key}\n`, ...more });
  const formats = more.headers === undefined ? Object.keys(reporters) : ['json'];
  const files = formats.flatMap((format) => ['--report', `${format}=out/${format}`]);
  const argv = [
    ...['--api-key-file', join(keyFiles, 'key'), '--evidence', 'out/evidence.gz', '--report', 'terminal', ...files],
    ...(more.headers === undefined ? [] : ['--header-file', join(keyFiles, 'headers')]),
  ];
  const env = { STORE_ORDERS_API_KEY: undefined };
  const { cwd, code, out, err } = await judgeByCommand(store, argv, { env, tty: true });
  expect([0, 1, 3]).toContain(code);
  expect(store.received.some(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
  const texts = [out, err];
  for (const name of await readdir(join(cwd, 'out'))) {
    const bytes = await readFile(join(cwd, 'out', name));
    texts.push((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  }
  expect(texts.flatMap((text) => text.split('\n')).filter(reveals)).toEqual([]);
  expect(texts).toHaveLength(2 + 1 + formats.length);
  return store.received;
}

test('this test can see every spelling of the key', () => {
  expect(spellings.filter((spelling) => !reveals(`"said": "${spelling}"`))).toEqual([]);
});

const PLACES: readonly (readonly [string, Behaviour])[] = [
  ['members of the wrong type', inWrongMembers],
  ['bodies that are not JSON', inBrokenBodies],
  ['refusals of every cancel, in pieces of a byte', inRefusals],
];

test.each(inPart(PLACES, 3, 1))(
  'the key appears in no report, where the target echoes it in headers, reason phrases, Errors and %s',
  async (_, behaviour) => {
    await expectSilence(behaviour, apiKey);
  },
);

test('a header of a gateway appears in no report', async () => {
  const received = await expectSilence(echoing, 'Another-Key-0001', { headers: `X-Tenant: ${apiKey}\n` });
  const line = `X-Tenant: ${Buffer.from(apiKey, 'latin1').toString('latin1')}`;
  expect(received.filter(({ headers }) => !headers.includes(line))).toEqual([]);
});

test('the key appears in nothing that doctor, init, baseline and compare say of such a target', async () => {
  const store = await startStore({ apiKey, behaviour: inWrongMembers });
  const { cwd } = await judgeByCommand(store, ['--report', 'json=one.json']);
  const env = { STORE_ORDERS_API_KEY: apiKey };
  const target = ['--base-url', store.baseUrl];
  const texts: string[] = [];
  for (const argv of [
    ['doctor', ...target, '--fixtures', 'orders.yaml'],
    ['init', ...target, '--from-target'],
    ['baseline', 'one.json', '--output', 'baseline.yaml', '--reason', 'x', '--expires', '2099-01-31'],
    ['compare', 'one.json', 'one.json'],
    [...target, '--fixtures', 'orders.yaml', '--baseline', 'baseline.yaml', '--report', 'json=one.json'],
  ]) {
    const { code, out, err } = await runProgram(argv, { cwd, env });
    expect([0, 1, 3], err).toContain(code);
    texts.push(out, err);
  }
  for (const name of await readdir(cwd)) texts.push(await readFile(join(cwd, name), 'utf8'));
  expect(texts.flatMap((text) => text.split('\n')).filter(reveals)).toEqual([]);
});

test("the key appears neither in the library's results, nor in the message of a rule that throws", async () => {
  const [rule] = storeOrdersInterface.rules;
  if (!rule) throw new Error('The contract has no rule.');
  const throwing = vi.spyOn(rule, 'judge').mockImplementation(({ exchanges }) => {
    throw new Error(JSON.stringify(exchanges[0]?.outcome));
  });
  onTestFinished(() => throwing.mockRestore());
  const report = await judgeStore(await startStore({ apiKey, behaviour: echoing }));
  expect(report.counts.error).toBe(1);
  const text = JSON.stringify(report);
  expect([text.includes('[redacted]'), reveals(text)]).toEqual([true, false]);
});
