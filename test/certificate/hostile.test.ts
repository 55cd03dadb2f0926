import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { EVIDENCE_FILE, REPORT_FILE } from '../../certificate/bundle.js';
import { idText } from '../../runner/evidence/request.js';
import { type Line, linesIn, textOf } from '../evidence/recorded.js';
import { inPart } from '../in-part.js';
import { processorMs } from '../processor-ms.js';
import { bundle, copyOf, honestRun, refusalsOf, restate, state, statementIn, verified } from './bundle.js';

// Bundles by strangers who want the program to hang, to grow, or to die. Nobody signed them; their digests are right.

let honest: string;
let directory: string;
let lines: Line[];

beforeAll(async () => {
  honest = await honestRun();
  await bundle(honest);
  directory = copyOf(honest);
  lines = linesIn(honest);
});

const restore = (): void => cpSync(honest, directory, { recursive: true });

/** Puts this into a file, and its digest into the statement. */
const put = (name: string, content: () => string | Uint8Array) => (): Promise<void> => {
  writeFileSync(join(directory, name), content());
  return restate(directory, statementIn(honest));
};

const putEvidence = (text: () => string | Uint8Array) => put(EVIDENCE_FILE, () => gzipSync(text(), { level: 1 }));

/** Changes the first line of the evidence. */
const putHeader = (change: (header: Line) => void) =>
  putEvidence(() => {
    const [header, ...rest] = structuredClone(lines);
    change(header);
    return textOf([header, ...rest]);
  });

/** Changes every exchange. */
const putExchanges = (change: (exchange: Line) => void) =>
  putEvidence(() => {
    const changed = structuredClone(lines);
    for (const { exchange } of changed) if (exchange) change(exchange);
    return textOf(changed);
  });

/** What is within every limit, and is judged. */
const JUDGED: readonly (readonly [what: string, make: () => Promise<void>])[] = [
  [
    'fields of 100,000 characters that a pattern could walk again and again',
    putExchanges(({ sent, outcome }) => {
      if (sent.method === 'GET') outcome.response.headers.push(['Link', '<'.repeat(100_000)]);
    }),
  ],
  [
    'as many fields as a header may have',
    putExchanges(({ outcome }) => {
      outcome.response.headers = Array.from({ length: 500 }, () => ['a', '']);
    }),
  ],
  [
    'as much in each request as may be',
    putExchanges(({ sent }) => {
      while (sent.headers.length < 60) sent.headers.push(['x'.repeat(300), 'y'.repeat(300)]);
    }),
  ],
  ['a report of 60 MB', put(REPORT_FILE, () => Buffer.alloc(60_000_000, '['))],
];

const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;

const INPUTS: readonly (readonly [what: string, expected: RegExp, make: () => Promise<void>])[] = [
  [
    'a thousand orders',
    /^evidence: .*the plan (says|does not hold)/,
    putHeader(({ inputs }) => {
      const { orders } = inputs;
      while (orders.unknown.length < 950) orders.unknown.push(String(10n ** 17n + BigInt(orders.unknown.length)));
    }),
  ],
  [
    'an edition that nobody knows',
    /^verdict: The run was scored by edition "1999.1"/,
    putHeader((header) => Object.assign(header, { edition: '1999.1' })),
  ],
  [
    'another contract',
    /^evidence: The evidence is of another 1.0.0; this version judges/,
    putHeader(({ contract }) => Object.assign(contract, { name: 'another' })),
  ],
  [
    '3,600 orders in four lists',
    /^evidence: .*It declares 3600 orders; at most 1000 are read/,
    putHeader(({ inputs }) => {
      const ids = Array.from({ length: 900 }, (_, index) => index);
      for (const [at, list] of ['pending', 'shipped', 'other', 'unknown'].entries()) {
        inputs.orders[list] = ids.map((id) => String(id + at * 10_000));
      }
    }),
  ],
  [
    '10,000 fields in a header',
    /^evidence: .*headers must NOT have more than 500 items/,
    putExchanges(({ outcome }) => {
      outcome.response.headers = Array.from({ length: 10_000 }, () => ['a', '']);
    }),
  ],
  [
    'a gigabyte in a megabyte',
    /^evidence: .*it holds more than 67108864 bytes of text.* --max-bytes/,
    put(EVIDENCE_FILE, () => {
      const [header, body] = lines;
      const piece = gzipSync(textOf([{ ...body, base64: 'AAAA'.repeat(250_000) }]));
      return Buffer.concat([gzipSync(textOf([header])), ...Array.from({ length: 1_000 }, () => piece)]);
    }),
  ],
  [
    'a listing in pieces of nothing',
    /^evidence: .*line 200001 is one more than any run has/,
    putEvidence(() => {
      const [header, body] = lines;
      return textOf([header]) + textOf([{ ...body, base64: '' }]).repeat(250_000);
    }),
  ],
  [
    'a line of 60 MB',
    /^evidence: .*a line is longer than any/,
    putEvidence(() => `{"format":"${'x'.repeat(60_000_000)}"}\n`),
  ],
  [
    '150,000 exchanges',
    /^evidence: .*is of more exchanges than are read/,
    putEvidence(() => {
      const [header, ...rest] = lines;
      const exchanges = rest.filter(({ exchange }) => exchange);
      const [small] = exchanges.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
      return `${textOf([header])}${textOf([small]).repeat(150_000)}`;
    }),
  ],
  [
    '20,000 attempts of one cancel',
    /^evidence: .*cancel-pending\/cancel was sent more than 32 times, more often than in any run/,
    putEvidence(() => {
      const changed = structuredClone(lines);
      const at = changed.findIndex(({ exchange }) => exchange && idText(exchange.request) === 'cancel-pending/cancel');
      const { exchange } = changed[at];
      const { response } = exchange.outcome;
      const body = { ...response.body, length: 0, head: '' };
      const outcome = { kind: 'response', response: { status: 429, reason: '', headers: [], body } };
      const attempts = Array.from({ length: 20_000 }, () => ({ exchange: { ...exchange, outcome } }));
      return textOf(changed.toSpliced(at, 0, ...attempts));
    }),
  ],
  [
    'evidence that is nested deeply',
    /^evidence: /,
    putEvidence(() => `{"format":"store-orders-conformance/evidence/3","tool":${deep}}\n`),
  ],
  ['a report that is nested deeply', /^report: report.json/m, put(REPORT_FILE, () => `{"format":${deep}}`)],
  [
    'a report of 70 MB',
    /^files: report.json has 70000000 bytes; at most 67108864 are read \(--max-bytes\)/,
    put(REPORT_FILE, () => Buffer.alloc(70_000_000, ' ')),
  ],
  [
    'a statement with an endless subject',
    /^envelope: .*subject\/name must match pattern/,
    () => {
      const said = statementIn(honest);
      said.predicate.conformance.subject.name = 'a'.repeat(100_000);
      return state(directory, JSON.stringify(said));
    },
  ],
];

test.each(inPart(INPUTS, 3))(
  '%s ends within 5 s, with a sentence',
  { timeout: 30_000 },
  async (_what, expected, make) => {
    restore();
    await make();
    const from = processorMs();
    expect(await refusalsOf(directory)).toMatch(expected);
    expect(processorMs() - from).toBeLessThan(5_000);
  },
);

test.each(inPart(JUDGED, 2))('%s: the verdict takes less than 5 s', { timeout: 60_000 }, async (_what, make) => {
  restore();
  await make();
  const from = processorMs();
  const { checks } = await verified(directory);
  // It was read to its end.
  expect(checks.map(({ check }) => check)).toContain('digests');
  expect(processorMs() - from).toBeLessThan(5_000);
});

test.each([
  ['target/baseUrl', `http://a${'/'.repeat(50_000)}b`, 'must NOT have more than 2000 characters'],
  ['target/baseUrl', 'http://', 'must match pattern'],
  ['inputs/repeat', 2_147_483_648, 'must be <= 1000'],
])('a member of the header that its schema refuses: %s', async (place, value, said) => {
  const [object = '', member = ''] = place.split('/');
  restore();
  await putHeader((header) => Object.assign(header[object], { [member]: value }))();
  expect(await refusalsOf(directory)).toContain(`${place} ${said}`);
});
