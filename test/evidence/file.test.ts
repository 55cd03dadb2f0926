import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadRun } from '../../runner/engine/saved-run.js';
import type { EvidenceData } from '../../runner/evidence/evidence.js';
import { responseOf } from '../../runner/evidence/exchange.js';
import { EvidenceWriter } from '../../runner/evidence/file/writer.js';
import { idText } from '../../runner/evidence/request.js';
import { EVIDENCE_FILE, type Line, linesIn, record, temporary, textOf, writeLines } from './recorded.js';

const directory = temporary();
const path = join(directory, EVIDENCE_FILE);
const load = () => loadRun(path);
let lines: Line[];
/** What `gather` returned. */
let gathered: EvidenceData;

beforeAll(async () => {
  await record(directory, undefined, (evidence) => {
    gathered = evidence;
  });
  lines = linesIn(directory);
});

/** A new file, and what `gather` gives to it at its end. */
const newWriter = (place = path) => new EvidenceWriter(place, lines[0]);

describe('what was saved is loaded', () => {
  test('a listing, in pieces', () => {
    const body = Buffer.from(`[${'{"id":1,"note":"aé€😀"},'.repeat(10_000)}{}]`);
    const place = join(temporary(), 'evidence.gz');
    const writer = newWriter(place);
    const [listing] = gathered.exchanges.filter(({ request }) => idText(request.id) === 'listing/before');
    if (!listing) throw new Error('no listing');
    const copy = writer.body(listing.request);
    for (let from = 0; from < body.length; from += 7_777) copy.write(body.subarray(from, from + 7_777));
    writer.exchange(listing);
    writer.end(gathered);
    const written = gunzipSync(readFileSync(place)).toString().trimEnd().split('\n');
    const pieces: Line[] = written.map((line) => JSON.parse(line)).filter((line) => 'body' in line);
    expect(pieces.length).toBeGreaterThan(3);
    expect(Buffer.concat(pieces.map(({ base64 }) => Buffer.from(base64, 'base64'))).equals(body)).toBe(true);
  });

  test('an Error of 1 MiB, the longest that is kept', async () => {
    const long = Buffer.alloc(1024 * 1024, '"');
    const place = join(temporary(), 'evidence.gz');
    const writer = newWriter(place);
    for (const exchange of gathered.exchanges) {
      const { outcome } = exchange;
      if (outcome.kind === 'failure' || exchange.request.reads) continue;
      const body = { ...outcome.response.body, head: long, length: long.length };
      writer.exchange({ ...exchange, outcome: { ...outcome, response: { ...outcome.response, body } } });
      break;
    }
    writer.end(gathered);
    const { evidence } = await loadRun(place);
    const [loaded] = evidence.exchanges.map(responseOf);
    expect(loaded && long.equals(loaded.body.head)).toBe(true);
  });

  test('the last attempt of a listing is the one that is read', async () => {
    const [header, ...rest] = structuredClone(lines);
    const ofListing = rest.filter((line) => line.body === 'listing/before' || isListing(line));
    for (const { exchange } of rest) if (exchange) Object.assign(exchange, later(exchange));
    const [body, { exchange }] = structuredClone(ofListing);
    const { response } = exchange.outcome;
    const refused = { ...response, status: 503 };
    const outcome = { kind: 'response', response: refused };
    const first = { ...exchange, begun: 0, ended: 1, outcome };
    writeLines(directory, [
      header,
      { ...body, base64: Buffer.from('[{"id":1}]').toString('base64') },
      { exchange: first },
      ...rest,
    ]);
    const { evidence } = await load();
    expect(evidence.exchanges).toHaveLength(gathered.exchanges.length + 1);
    expect(evidence.readings.get('listing/before')?.count).toBe(gathered.readings.get('listing/before')?.count);
  });
});

const isListing = ({ exchange }: Line): boolean =>
  exchange !== undefined && idText(exchange.request) === 'listing/before';

const later = ({ begun, ended }: Line) => ({ begun: begun + 2, ended: ended + 2 });

describe('a file that is not whole', () => {
  const replaced = (from: string, to: string) => (text: string) => text.replace(from, to);
  const inListing = (change: (exchange: Line) => void) => (text: string) =>
    text
      .split('\n')
      .map((line) => {
        const value = line === '' ? {} : JSON.parse(line);
        if (!isListing(value)) return line;
        change(value.exchange);
        return JSON.stringify(value);
      })
      .join('\n');

  test.each<[what: string, change: (text: string) => string, message: string]>([
    ['without its end', (text) => text.replace(/.*\n$/, ''), 'was cut off: its last line is missing'],
    ['with lines after its end', (text) => `${text}${text.split('\n')[1]}\n`, 'is out of place'],
    ['with a line that is not JSON', (text) => text.replace('\n', '\n{\n'), 'line 2 is not JSON'],
    [
      'of another format',
      () => '{"format":"x"}\n',
      'it is of the format "x", and this version reads store-orders-conformance/evidence/3. Judge it with the version that wrote it, or save the evidence again.',
    ],
    ['with a status that is text', replaced('"status":200', '"status":"200"'), 'response/status must be integer'],
    [
      'with a body of what is not a listing',
      replaced('{"body":"listing/before"', '{"body":"other/x"'),
      'line 2 is the body of other/x, which is not a listing',
    ],
    [
      'with an address that is not one',
      (text) => text.replace(/"baseUrl":"[^"]*"/, '"baseUrl":"http://:"'),
      'line 1 has a base address that is not a URL',
    ],
    [
      'with an exchange that went elsewhere',
      inListing(({ sent }) => {
        sent.url += '/1';
      }),
      'listing/before was sent as GET http://',
    ],
    [
      'with an exchange that was sent without the key that it is about',
      inListing(({ sent }) => {
        sent.headers = [];
      }),
      'listing/before was sent without Authorization, which is not the valid key',
    ],
    [
      'with an exchange that was sent with the key under another scheme',
      inListing(({ sent }) => {
        sent.headers = [['Authorization', 'Basic $STORE_ORDERS_API_KEY']];
      }),
      'listing/before was sent with "Authorization: Basic $STORE_ORDERS_API_KEY", which is not the valid key',
    ],
    [
      'with an exchange that was sent with two Authorization headers',
      inListing(({ sent }) => {
        sent.headers.push(['authorization', 'Bearer $STORE_ORDERS_API_KEY']);
      }),
      'listing/before was sent with more than one Authorization header',
    ],
    [
      'with a header whose name is not a token',
      inListing(({ sent }) => {
        sent.headers.push(['X-$(id)', 'a']);
      }),
      'must match pattern',
    ],
    [
      'with a header of two lines',
      inListing(({ sent }) => {
        sent.headers.push(['X-A', 'a\nb']);
      }),
      'must match pattern',
    ],
    [
      'with a 204 that does not say what came after it',
      replaced(',"stray":""', ''),
      'has a 204 without `stray`, the bytes after it, which every run records. Save the evidence again.',
    ],
    [
      'with an exchange that does not say whether its connection was used before',
      replaced(',"kept":1', ''),
      'lacks `kept`, how often its connection had been used, which every run records. Save the evidence again.',
    ],
    [
      'with an exchange twice',
      (text) => text.replace(/\n(\{"exchange".*)\n/, '\n$1\n$1\n'),
      'was sent again, although it had an answer',
    ],
  ])('%s', async (_, change, message) => {
    writeFileSync(path, gzipSync(change(textOf(lines)), { level: 1 }));
    const failure = await load().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'EvidenceFileError', message: expect.stringContaining(message) });
  });

  test('cut off at any byte', async () => {
    writeLines(directory, lines);
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 8)) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(load()).rejects.toMatchObject({ name: 'EvidenceFileError' });
    }
  });

  test('that is not compressed, or not there', async () => {
    writeFileSync(path, '{}');
    await expect(load()).rejects.toThrow('after 0 lines: it is not gzip, or it is damaged.');
    rmSync(path);
    await expect(load()).rejects.toThrow('after 0 lines: it does not exist.');
  });
});

test('an older file at the place is gone as soon as a run begins, and the new one is there when it ends', () => {
  writeFileSync(path, 'an older run');
  const writer = newWriter();
  expect(readdirSync(directory)).toEqual(['evidence.jsonl.gz.partial']);
  writer.end(gathered);
  expect(readdirSync(directory)).toEqual(['evidence.jsonl.gz']);
});

test('a disk that fails is told at the end, and leaves no file', () => {
  const gone = temporary();
  const writer = newWriter(join(gone, 'evidence.gz'));
  rmSync(gone, { recursive: true });
  writer.end(gathered);
  expect(writer.problem).toMatch(/^Writing the evidence to .*evidence\.gz failed: it does not exist\.$/);
});
