import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reporters } from '../../reporters/reporters.generated.js';
import { literal } from '../../servers/json.js';
import { type Reply, withHeader } from '../../servers/reply.js';
import { type Behaviour, framedHeaders } from '../../servers/steps.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judge as judgeByCommand } from '../cli/run-program.js';
import { directoryWith } from '../directory.js';
import { inPart } from '../in-part.js';
import { judgeStore } from './judgement.js';
import { startStore } from './store.js';

/** A part that every spelling of the key contains, once it is decoded. */
const core = 'Qz7Kv3Xw9Lm2';
const apiKey = `sk/${core}+"\\&=<é`;

const unicodeEscaped = [...apiKey].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percentEncoded = [...Buffer.from(apiKey)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** The key in every encoding that a target could echo it in, as characters of a JSON string or a header. */
const spellings: readonly string[] = [
  apiKey,
  `Bearer ${apiKey}`,
  Buffer.from(apiKey).toString('base64'),
  Buffer.from(`Bearer ${apiKey}`).toString('base64'),
  Buffer.from(`user:${apiKey}`).toString('base64url'),
  encodeURIComponent(apiKey),
  percentEncoded,
  JSON.stringify(apiKey).slice(1, -1),
  unicodeEscaped,
];

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

/** The text with every escape decoded. */
function undone(text: string): string {
  const characters = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, decimal: string) => String.fromCharCode(Number(decimal)));
  const words = new Set(text.match(/[A-Za-z0-9+/_-]{12,}/g));
  const decoded = [...words].flatMap((word) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(word.slice(skip), 'base64').toString('latin1')),
  );
  const hex = [...new Set(text.match(/[0-9a-f]{24,}/gi))].flatMap((word) => [
    Buffer.from(word, 'hex').toString('latin1'),
    Buffer.from(word.slice(1), 'hex').toString('latin1'),
  ]);
  return [characters, ...decoded, ...hex].join('\n');
}

const reveals = (text: string): boolean => undone(text).toLowerCase().includes(core.toLowerCase());

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
];

test.each(inPart(PLACES, 2))(
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
