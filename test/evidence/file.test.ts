import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EvidenceData } from '../../runner/evidence/evidence.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { loadEvidence } from '../../runner/evidence/file/reader.js';
import { lastCharacter } from '../../runner/evidence/file/values.js';
import { EvidenceWriter } from '../../runner/evidence/file/writer.js';
import type { Plan, PlanInputs } from '../../runner/evidence/plan.js';
import type { Request } from '../../runner/evidence/request.js';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'store-orders-file-'));
  path = join(directory, 'evidence.gz');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const LARGEST = 2n ** 63n - 1n;

const listing: Request = {
  id: { scenario: 'listing', name: 'before', nth: 1 },
  role: 'listing',
  aim: { kind: 'listing' },
  credential: 'valid',
  purpose: 'shows which orders exist',
  reads: 'elements',
  after: [],
};

const cancel: Request = {
  id: { scenario: 'cancel-unknown', name: 'cancel', nth: 1 },
  role: 'neighbour',
  credential: 'valid',
  purpose: 'must not be found',
  after: [listing.id],
  when: { succeeded: listing.id },
  aim: {
    kind: 'unknown',
    unknown: 'shares-double',
    near: LARGEST - 2n,
    candidates: [{ text: String(LARGEST), mistakenFor: [LARGEST] }],
  },
};

const inputs: PlanInputs = {
  orders: { pending: [LARGEST - 2n], shipped: [], other: [], unknown: [-5n] },
  select: { suites: [], scenarios: ['*'], requirements: [], clauses: [] },
  readOnly: false,
  concurrency: 4,
  key: { hasLetters: true, isOneCharacter: false },
};

const plan: Plan = {
  inputs,
  orders: inputs.orders,
  concurrency: 4,
  scenarios: [
    {
      suite: 's',
      id: 'cancel-unknown',
      title: 't',
      state: 'ready',
      orders: [{ id: LARGEST - 2n, state: 'pending' }],
      reads: ['before'],
      requests: [cancel],
    },
    { suite: 's', id: 'other', title: 't', state: 'blocked', reason: 'nothing is declared' },
  ],
  listings: [listing],
  selected: ['list.status'],
  named: [],
};

const header = {
  tool: { name: 'store-orders-conformance', version: '1.2.3' },
  contract: { name: 'contract', version: '1' },
  target: { baseUrl: 'http://127.0.0.1:1/v1', name: 'staging' },
  strict: true,
  edition: '2026.1',
  inputs,
};

const URL_OF_LISTING = 'http://127.0.0.1:1/v1/store/orders';

const WITH_KEY = [['Authorization', 'Bearer $STORE_ORDERS_API_KEY']] as const;

const sentFor = ({ aim }: Request): Exchange['sent'] =>
  aim.kind === 'listing'
    ? { method: 'GET', url: URL_OF_LISTING, headers: WITH_KEY }
    : { method: 'DELETE', url: `${URL_OF_LISTING}/${LARGEST}`, orderId: String(LARGEST), headers: WITH_KEY };

const exchange = (request: Request, head: Uint8Array, differs: Partial<Exchange> = {}): Exchange => ({
  request,
  begun: 0,
  ended: 1,
  sent: sentFor(request),
  outcome: {
    kind: 'response',
    response: {
      status: 200,
      reason: 'OK',
      headers: [['Content-Type', 'application/json']],
      body: { length: head.length, head, whole: true, digest: 'crc32:0', codings: [], end: 'complete' },
    },
  },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  ...differs,
});

const ending: EvidenceData = {
  target: header.target,
  plan,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 12.5,
  exchanges: [],
  readings: new Map(),
  unsent: new Map([['cancel-unknown/cancel', { unjudged: 'blocked', reason: 'no id', scenario: 'cancel-unknown' }]]),
  defects: [{ scenario: 'other', reason: 'a bug' }],
  warnings: ['The teardown failed.'],
};

/** With the plan above, whatever the inputs are. */
const load = (file: string) => loadEvidence(file, { plan: () => plan, unsent: () => ending.unsent });

/** A listing of about `bytes` bytes. */
const listingOf = (bytes: number): Buffer => {
  const elements = Array.from({ length: Math.ceil(bytes / 40) }, (_, i) => `{"id":${i},"note":"é${'x'.repeat(20)}"}`);
  return Buffer.from(`[${elements.join(',')}]`);
};

/** Saves a run with one listing, whose body comes in pieces of this size. */
function save(body: Buffer, { pieces = 1000 } = {}): void {
  const writer = new EvidenceWriter(path, header);
  const copy = writer.body(listing);
  for (let from = 0; from < body.length; from += pieces) copy.write(body.subarray(from, from + pieces));
  writer.exchange(exchange(listing, body.subarray(0, 64 * 1024)));
  writer.end(ending);
  expect(writer.problem).toBeUndefined();
}

const linesOf = (file: string): string[] => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');

describe('what was saved is loaded', () => {
  test('plan, exchanges, endings, and the reading of a listing', async () => {
    const body = listingOf(300_000);
    save(body, { pieces: 7_777 });
    const loaded = await load(path);
    expect(loaded.header).toEqual({ format: 'store-orders-conformance/evidence/2', ...header });
    const { evidence } = loaded;
    expect(evidence.plan).toEqual(plan);
    expect(evidence.exchanges).toEqual([exchange(listing, body.subarray(0, 64 * 1024))]);
    expect(evidence.unsent).toEqual(ending.unsent);
    expect(evidence.defects).toEqual(ending.defects);
    expect(evidence.warnings).toEqual(ending.warnings);
    expect(evidence.readings.get('listing/before')).toMatchObject({ count: Math.ceil(300_000 / 40), withoutId: 0 });
  });

  test.each([
    ['text', Buffer.from('{"é":1}\u0000\ufeff')],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0x00, 0xc3])],
    ['nothing', Buffer.alloc(0)],
  ])('a small body of %s, to the byte', async (_, head) => {
    const writer = new EvidenceWriter(path, header);
    writer.exchange(exchange(cancel, head));
    writer.end(ending);
    expect((await load(path)).evidence.exchanges).toEqual([exchange(cancel, head)]);
  });

  test('the last attempt of a listing is the one that is read', async () => {
    const writer = new EvidenceWriter(path, header);
    for (const [begun, text] of ['[{"id":1}]', '[{"id":1},{"id":2}]'].entries()) {
      writer.body(listing).write(Buffer.from(text));
      writer.exchange(exchange(listing, Buffer.from(text), { begun: 2 * begun, ended: 2 * begun + 1 }));
    }
    writer.end(ending);
    const { evidence } = await load(path);
    expect(evidence.exchanges).toHaveLength(2);
    expect(evidence.readings.get('listing/before')?.count).toBe(2);
  });
});

describe('a file that is not whole', () => {
  const rewrite = (change: (lines: string[]) => string[]): void => {
    save(listingOf(100));
    writeFileSync(path, gzipSync(`${change(linesOf(path)).join('\n')}\n`));
  };

  const replacing = (text: string, by: string) => (lines: string[]) => lines.map((line) => line.replace(text, by));

  test.each([
    ['without its end', (lines: string[]) => lines.slice(0, -1), 'was cut off: its last line is missing'],
    ['without its header', (lines: string[]) => lines.slice(1), 'line 1 is out of place'],
    ['with lines after its end', (lines: string[]) => [...lines, lines[1] ?? ''], 'line 5 is out of place'],
    ['with a line that is not JSON', (lines: string[]) => [lines[0] ?? '', '{'], 'line 2 is not JSON'],
    [
      'of another format',
      () => ['{"format":"x"}'],
      'it is of the format "x", and this version reads store-orders-conformance/evidence/2. Judge it with the version that wrote it, or save the evidence again.',
    ],
    [
      'with a status that is text',
      replacing('"status":200', '"status":"200"'),
      'line 3/exchange/outcome/response/status must be integer',
    ],
    [
      'with a body of what is not a listing',
      replacing('{"body":"listing/before"', '{"body":"other/x"'),
      'line 2 is the body of other/x, which is not a listing',
    ],
    [
      'with a member that no line has',
      replacing('"strict":', '"note":1,"strict":'),
      'line 1 must NOT have additional properties',
    ],
    [
      'with a member twice',
      replacing('"strict":', '"strict":true,"strict":'),
      'line 1 is not as this program writes it',
    ],
    [
      'with an address that is not one',
      replacing('"baseUrl":"http://127.0.0.1:1/v1"', '"baseUrl":"http://:"'),
      'its base address is not a URL',
    ],
    [
      'with an exchange that went elsewhere',
      replacing('/v1/store/orders"', '/v1/store/orders/1"'),
      'listing/before went to http://127.0.0.1:1/v1/store/orders/1; the plan says http://127.0.0.1:1/v1/store/orders',
    ],
    [
      'with an exchange that was sent without the key that it is about',
      replacing('[["Authorization","Bearer $STORE_ORDERS_API_KEY"]]', '[]'),
      'listing/before was sent without Authorization, which is not the valid key',
    ],
    [
      'with an exchange that was sent with the key under another scheme',
      replacing('"Bearer $', '"Basic $'),
      'listing/before was sent with "Authorization: Basic $STORE_ORDERS_API_KEY", which is not the valid key',
    ],
    [
      'with an exchange that ended before it was begun',
      replacing('"begun":0', '"begun":7'),
      'listing/before ended before it was begun',
    ],
    [
      'with an exchange twice',
      (lines: string[]) => [...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)],
      'listing/before was sent again before its first attempt had ended',
    ],
    [
      'with a number that no run has',
      replacing('"concurrency":4', '"concurrency":4,"repeat":2147483648'),
      'line 1/inputs/repeat must be <= 1000',
    ],
  ])('%s', async (_, change, message) => {
    rewrite(change);
    await expect(load(path)).rejects.toThrow(message);
    await expect(load(path)).rejects.toMatchObject({ name: 'EvidenceFileError' });
  });

  test('cut off at any byte', async () => {
    save(listingOf(100));
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length += 31) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(load(path)).rejects.toMatchObject({ name: 'EvidenceFileError' });
    }
  });

  test('that is not compressed, or not there', async () => {
    writeFileSync(path, '{}');
    await expect(load(path)).rejects.toThrow('after 0 lines: it is not gzip, or it is damaged.');
    await expect(load(join(directory, 'none'))).rejects.toThrow('after 0 lines: it does not exist.');
  });
});

test('an older file at the place is gone as soon as a run begins, and the new one is there when it ends', () => {
  writeFileSync(path, 'an older run');
  const writer = new EvidenceWriter(path, header);
  expect(readdirSync(directory)).toEqual(['evidence.gz.partial']);
  writer.end(ending);
  expect(readdirSync(directory)).toEqual(['evidence.gz']);
});

test('a disk that fails is told at the end, and leaves no file', () => {
  const writer = new EvidenceWriter(path, header);
  rmSync(directory, { recursive: true });
  writer.end(ending);
  expect(writer.problem).toMatch(/^Writing the evidence to .*evidence\.gz failed: it does not exist\.$/);
});

test('text is cut between characters', () => {
  const bytes = Buffer.from('aé€😀');
  const boundaries = Array.from(bytes, (_, end) => lastCharacter(bytes.subarray(0, end + 1)));
  expect(boundaries).toEqual([0, 1, 1, 3, 3, 3, 6, 6, 6, 6]);
});
