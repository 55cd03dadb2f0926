import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { EvidenceData } from '../../evidence/evidence.js';
import { responseOf } from '../../evidence/exchange.js';
import { EvidenceFileError } from '../../evidence/file/reader.js';
import { EvidenceWriter } from '../../evidence/file/writer.js';
import { idText } from '../../evidence/request.js';
import { loadRun } from '../../runner/engine/saved-run.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { runSavedTo } from '../detection/saved.js';
import { expectGolden } from '../golden.js';
import { EVIDENCE_FILE, type Line, linesIn, temporary, textOf, writeLines } from './recorded.js';

const directory = temporary();
const path = join(directory, EVIDENCE_FILE);
let lines: Line[];
/** The evidence of the run that was saved in these lines. */
let gathered: EvidenceData;

beforeAll(async () => {
  const { evidence } = await gatherInMemory(undefined, { record: runSavedTo(path).record });
  gathered = evidence;
  lines = linesIn(directory);
});

const isOf =
  (id: string) =>
  (line: Line): boolean =>
    line.exchange !== undefined && idText(line.exchange.request) === id;

test('an Error of 1 MiB, the longest that is kept, is saved in full', async () => {
  const long = Buffer.alloc(1024 * 1024, '"');
  const place = join(temporary(), 'evidence.gz');
  const writer = new EvidenceWriter(place, lines[0]);
  const exchange = gathered.exchanges.find(({ request }) => !request.reads);
  if (exchange?.outcome.kind !== 'response') throw new Error('The run has no Error.');
  const { response } = exchange.outcome;
  const body = { ...response.body, head: long, length: long.length };
  writer.exchange({ ...exchange, outcome: { kind: 'response', response: { ...response, body } } });
  writer.end(gathered);
  const { evidence } = await loadRun(place);
  const [loaded] = evidence.exchanges.map(responseOf);
  expect(loaded && long.equals(loaded.body.head)).toBe(true);
});

test('the last attempt of a listing is the one that is read', async () => {
  const [header, ...rest] = structuredClone(lines);
  const body = structuredClone(rest.find((line) => line.body === 'listing/before'));
  const listing = structuredClone(rest.find(isOf('listing/before')));
  for (const { exchange } of rest) {
    if (exchange) Object.assign(exchange, { begun: exchange.begun + 2, ended: exchange.ended + 2 });
  }
  Object.assign(listing.exchange, { begun: 0, ended: 1 });
  listing.exchange.outcome.response.status = 503;
  body.base64 = Buffer.from('[{"id":1}]').toString('base64');
  writeLines(directory, [header, body, listing, ...rest]);
  const { evidence } = await loadRun(path);
  expect(evidence.exchanges).toHaveLength(gathered.exchanges.length + 1);
  expect(evidence.readings.get('listing/before')?.count).toBe(gathered.readings.get('listing/before')?.count);
});

const replaced = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);

/** Changes the exchange with this id. */
const inExchange = (id: string, change: (exchange: Line) => void) => (): string => {
  const changed = structuredClone(lines);
  change(changed.find(isOf(id)).exchange);
  return textOf(changed);
};

const inListing = (change: (exchange: Line) => void) => inExchange('listing/before', change);

const NOT_WHOLE: Readonly<Record<string, (text: string) => string>> = {
  'has no last line': replaced(/.*\n$/, ''),
  'has lines after its last line': () => textOf([lines[0], lines.at(-1), lines[1]]),
  'has a line that is not JSON': replaced('\n', '\n{\n'),
  'has another format': () => '{"format":"x"}\n',
  'has a status that is text': replaced('"status":200', '"status":"200"'),
  'has the body of a request that is not a listing': replaced('{"body":"listing/before"', '{"body":"other/x"'),
  'is of another contract': replaced('"name":"Store Orders Interface"', '"name":"Another"'),
  'is an excerpt for no requirement': replaced('"inputs":', '"excerpt":"list.nothing","inputs":'),
  'is a whole run that says it is an excerpt': replaced('"inputs":', '"excerpt":"list.status","inputs":'),
  'has a time that is no instant': replaced(/"startedAt":"[^"]*"/, '"startedAt":"9999-99-99T99:99:99.999Z"'),
  'has an exchange that ended before it began': inListing((exchange) => {
    exchange.begun = exchange.ended + 1;
  }),
  'has a base address that is not a URL': replaced(/"baseUrl":"[^"]*"/, '"baseUrl":"http://:"'),
  'has an exchange that was sent elsewhere': inListing(({ sent }) => {
    sent.url += '/1';
  }),
  'has an exchange with another method': inListing(({ sent }) => {
    sent.method = 'DELETE';
  }),
  'has an exchange with the id of another order': inExchange('cancel-pending/cancel', ({ sent }) => {
    sent.orderId = '1';
  }),
  'has an exchange that was sent without its key': inListing(({ sent }) => {
    sent.headers = [];
  }),
  'has an exchange whose key was sent under another scheme': inListing(({ sent }) => {
    sent.headers = [['Authorization', 'Basic $STORE_ORDERS_API_KEY']];
  }),
  'has an exchange with two Authorization headers': inListing(({ sent }) => {
    sent.headers.push(['authorization', 'Bearer $STORE_ORDERS_API_KEY']);
  }),
  'has a header whose name is not a token': inListing(({ sent }) => {
    sent.headers.push(['X-$(id)', 'a']);
  }),
  'has a header of two lines': inListing(({ sent }) => {
    sent.headers.push(['X-A', 'a\nb']);
  }),
  'has a 204 without the bytes after it': inExchange('cancel-pending/cancel', ({ outcome }) => {
    delete outcome.response.stray;
  }),
  'has an exchange without the earlier uses of its connection': inExchange(
    'kept-connections/list-missing-after-valid',
    ({ sent }) => {
      delete sent.kept;
    },
  ),
  'has an exchange twice': replaced(/\n(\{"exchange".*)\n/, '\n$1\n$1\n'),
};

/** Says why the file cannot be loaded. */
async function refusal(): Promise<string> {
  const failure = await loadRun(path).catch((error: unknown) => error);
  if (failure instanceof EvidenceFileError) return failure.message.replaceAll(path, EVIDENCE_FILE);
  throw new Error('It was loaded, or failed otherwise.', { cause: failure });
}

function refusalOf(bytes: Uint8Array): Promise<string> {
  writeFileSync(path, bytes);
  return refusal();
}

test('a file that is not whole is refused as the transcript says', async () => {
  const whole = textOf(lines);
  const texts: string[] = [];
  for (const [what, change] of Object.entries(NOT_WHOLE)) {
    texts.push(`The file ${what}:\n  ${await refusalOf(gzipSync(change(whole), { level: 1 }))}\n`);
  }
  texts.push(`The file is not compressed:\n  ${await refusalOf(Buffer.from('{}'))}\n`);
  rmSync(path);
  texts.push(`The file does not exist:\n  ${await refusal()}\n`);
  await expectGolden(texts.join('\n'), join(import.meta.dirname, 'expected/refused-files.txt'));
});

test('a file that was cut off at any byte is refused', async () => {
  const whole = gzipSync(textOf(lines), { level: 1 });
  for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 8)) {
    expect(await refusalOf(whole.subarray(0, length))).toContain(EVIDENCE_FILE);
  }
});

test('an older file is removed when a run begins, and the new one is complete when it ends', () => {
  writeFileSync(path, 'an older run');
  const writer = new EvidenceWriter(path, lines[0]);
  expect(readdirSync(directory)).toEqual(['evidence.jsonl.gz.partial']);
  writer.end(gathered);
  expect(readdirSync(directory)).toEqual(['evidence.jsonl.gz']);
});

test('a failing disk is reported at the end, and leaves no file', () => {
  const gone = temporary();
  const writer = new EvidenceWriter(join(gone, 'evidence.gz'), lines[0]);
  rmSync(gone, { recursive: true });
  writer.end(gathered);
  expect(writer.problem).toMatch(/^Writing the evidence to .*evidence\.gz failed: it does not exist\.$/);
});
