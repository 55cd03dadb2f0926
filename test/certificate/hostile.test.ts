import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVIDENCE_FILE, REPORT_FILE, STATEMENT_FILE } from '../../certificate/bundle.js';
import { verificationText } from '../../cli/certificates/verification-text.js';
import { randomFrom } from './attacks.js';
import {
  bundle,
  copyOf,
  type Line,
  linesIn,
  record,
  refusals,
  remove,
  restate,
  state,
  statementIn,
  temporary,
  verified,
  writeLines,
} from './bundle.js';

// Bundles by strangers who want the program to hang, to grow, or to die. Nobody signed them; their digests are right.

let honest: string;
let directory: string;
let lines: Line[];

beforeAll(async () => {
  honest = temporary();
  await record(honest);
  await bundle(honest);
  directory = copyOf(honest);
  lines = linesIn(honest);
});
afterAll(() => {
  for (const made of [honest, directory]) remove(made);
});

const restore = (): void => {
  for (const name of [REPORT_FILE, EVIDENCE_FILE, STATEMENT_FILE]) {
    writeFileSync(join(directory, name), readFileSync(join(honest, name)));
  }
};

/** Within 5 s, it is not verified, and says why in a sentence. */
async function refusal(): Promise<string> {
  const from = performance.now();
  const verification = await verified(directory);
  expect(performance.now() - from).toBeLessThan(5_000);
  expect(verification.verified).toBe(false);
  return refusals(verification).join('\n');
}

const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;

/** Changes the first line of the evidence. */
const withHeader = (change: (header: Line) => void): void => {
  const changed = structuredClone(lines);
  change(changed[0]);
  writeLines(directory, changed);
};

const INPUTS: readonly (readonly [string, RegExp, () => void | Promise<void>])[] = [
  [
    'a base address of 50,000 slashes',
    /^evidence: .*target\/baseUrl must NOT have more than 2000 characters/,
    () => withHeader(({ target }) => Object.assign(target, { baseUrl: `http://a${'/'.repeat(50_000)}b` })),
  ],
  [
    'a base address without a host',
    /^evidence: .*target\/baseUrl must match pattern/,
    () => withHeader(({ target }) => Object.assign(target, { baseUrl: 'http://' })),
  ],
  [
    'a request that is repeated two thousand million times',
    /^evidence: .*inputs\/repeat must be <= 1000/,
    () => withHeader(({ inputs }) => Object.assign(inputs, { repeat: 2_147_483_648 })),
  ],
  [
    'more repetitions than verifying should take',
    /^evidence: .*its run has 1000 repetitions; at most 100 are read here/,
    () => withHeader(({ inputs }) => Object.assign(inputs, { repeat: 1000 })),
  ],
  [
    'a line of 60 MB',
    /^evidence: .*a line is longer than any/,
    () =>
      writeFileSync(join(directory, EVIDENCE_FILE), gzipSync(`{"format":"${'x'.repeat(60_000_000)}"}\n`, { level: 1 })),
  ],
  [
    'spaces without end',
    /^evidence: .*a line is longer than any/,
    () => writeFileSync(join(directory, EVIDENCE_FILE), gzipSync(Buffer.alloc(300_000_000, ' '), { level: 1 })),
  ],
  [
    '150,000 exchanges',
    /^evidence: .*more exchanges than any run has/,
    () => {
      const text = gunzipSync(readFileSync(join(honest, EVIDENCE_FILE)))
        .toString()
        .split('\n');
      const small = text.filter((line) => line.startsWith('{"exchange"')).sort((a, b) => a.length - b.length)[0] ?? '';
      const many = [text[0], ...Array.from({ length: 150_000 }, () => small)].join('\n');
      writeFileSync(join(directory, EVIDENCE_FILE), gzipSync(many, { level: 1 }));
    },
  ],
  [
    'evidence that is nested deeply',
    /^evidence: /,
    () =>
      writeFileSync(
        join(directory, EVIDENCE_FILE),
        gzipSync(`{"format":"store-orders-conformance/evidence/2","tool":${deep}}\n`),
      ),
  ],
  [
    'a report that is nested deeply',
    /^report: report.json/m,
    () => writeFileSync(join(directory, REPORT_FILE), `{"format":${deep}}`),
  ],
  [
    'a report of 40 MB',
    /^files: report.json has 40000000 bytes/,
    () => writeFileSync(join(directory, REPORT_FILE), Buffer.alloc(40_000_000, ' ')),
  ],
  [
    'a statement that is nested deeply',
    /^envelope: /,
    () => state(directory, `{"_type":${deep.slice(300_000, 500_000)}}`),
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

describe('ends within seconds, with a sentence', () => {
  test.each(INPUTS)('%s', { timeout: 30_000 }, async (what, expected, make) => {
    restore();
    await make();
    if (!what.includes('statement')) await restate(directory, statementIn(honest));
    expect(await refusal()).toMatch(expected);
  });
});

const NASTY: readonly unknown[] = [
  '',
  'x'.repeat(20_000),
  '\u0000\u001b[2J\u202e\ud800',
  '__proto__',
  '../../etc/passwd',
  '9'.repeat(400),
  -1,
  0.5,
  2 ** 53,
  1e308,
  null,
  true,
  [],
  {},
  [[[[[]]]]],
];

/** A copy in which one value, somewhere, is another. */
function withAnother<T>(value: T, random: (below: number) => number): T {
  if (typeof value !== 'object' || value === null || random(12) === 0) return NASTY[random(NASTY.length)] as T;
  const keys = Object.keys(value);
  const key = keys[random(keys.length)];
  if (key === undefined) return NASTY[random(NASTY.length)] as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = withAnother(copy[key], random);
  return copy as T;
}

/** A thousand with TAMPERINGS=5000. */
const CHANGES = Number(process.env.TAMPERINGS ?? 250) / 5;

test(`${CHANGES} values that no file of ours has end in a result that can be printed`, {
  timeout: 900_000,
}, async () => {
  const report = JSON.parse(readFileSync(join(honest, REPORT_FILE), 'utf8'));
  for (let seed = 1; seed <= CHANGES; seed++) {
    const random = randomFrom(seed);
    restore();
    const target = random(3);
    if (target === 0)
      writeFileSync(join(directory, REPORT_FILE), `${JSON.stringify(withAnother(report, random), null, 2)}\n`);
    if (target === 1) {
      const changed = [...lines];
      const at = random(3) === 0 ? 0 : random(changed.length);
      changed[at] = withAnother(changed[at], random);
      writeLines(directory, changed);
    }
    if (target === 2) await state(directory, JSON.stringify(withAnother(statementIn(honest), random)));
    else await restate(directory, statementIn(honest));
    const from = performance.now();
    const verification = await verified(directory);
    const text = verificationText(verification);
    expect(performance.now() - from, `seed ${seed}`).toBeLessThan(5_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
    expect(text, `seed ${seed}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  }
});
