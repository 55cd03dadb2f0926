import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { REPORT_FILE } from '../../certificate/bundle.js';
import { verificationText } from '../../cli/commands/certificates/verification-text.js';
import { tool } from '../../interface/helpers/helpers.js';
import { type Line, linesIn, temporary, writeLines } from '../evidence/recorded.js';
import { expectGolden, readGolden } from '../golden.js';
import { inPart } from '../in-part.js';
import { processorMs } from '../processor-ms.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { type Random, randomFrom } from './attacks.js';
import {
  bundle,
  copyOf,
  honestRun,
  newSigner,
  outcomeOfBundle,
  restate,
  state,
  statementIn,
  verified,
} from './bundle.js';
import { FORGED, HOSTILE } from './forgeries.js';

const vendor = newSigner();
let signed: string;
let lines: Line[];

beforeAll(async () => {
  signed = await honestRun();
  lines = linesIn(signed);
  await bundle(signed, vendor);
});

test('schemas describe a statement, and the result of a verification', async () => {
  expect(problemsOf(validatorOf('schemas/statement.schema.json'), statementIn(signed))).toEqual([]);
  const validate = validatorOf('schemas/verification.schema.json');
  expect(problemsOf(validate, await verified(signed, { trusted: [vendor.publicKey] }))).toEqual([]);
  expect(problemsOf(validate, await verified(signed))).toEqual([]);
  const unsigned = copyOf(signed);
  await bundle(unsigned);
  expect(problemsOf(validate, await verified(unsigned))).toEqual([]);
});

test.each<[string, (conformance: Line) => void]>([
  ['another time of the last listing', ({ notSeen }) => notSeen.splice(0, 1, 'The last listing began 3.00 s late.')],
  ['no word of what was not seen', (conformance) => Object.assign(conformance, { notSeen: undefined })],
  [
    'a digest of its subject in one place only',
    (said) => Object.assign(said, { subjectDigest: `sha256:${'a'.repeat(64)}` }),
  ],
])('a signed statement with %s is refused', async (_, change) => {
  const copy = copyOf(signed);
  const statement = statementIn(copy);
  change(statement.predicate.conformance);
  await state(copy, JSON.stringify(statement), vendor);
  expect(await outcomeOfBundle(copy, { trusted: [vendor.publicKey] })).toMatch(/^statement: The statement is not what/);
});

const EXPECTED = join(import.meta.dirname, 'expected/forged.txt');

const MASKS: readonly (readonly [pattern: RegExp | string, shown: string])[] = [
  [/[0-9a-f]{64}/g, '<SHA-256>'],
  [tool.version, '<version>'],
  [/127\.0\.0\.1:\d+/g, 'target'],
  // The number depends on the lengths of exchanges.
  [/line \d+ is one too many/g, 'line <n> is one too many'],
];

/** The recorded paragraphs by their titles: a bundle that is not tried keeps its paragraph. */
const recorded = (): Map<string, string> =>
  new Map(
    readGolden(EXPECTED)
      .split('\n\n')
      .map((text) => [text.slice(0, text.indexOf(':\n')), text]),
  );

test('a changed bundle is verified or refused within 5 s, as in the transcript', {
  timeout: 600_000,
}, async () => {
  const all = Object.entries({ ...FORGED, ...HOSTILE });
  const tried = new Set([FORGED, HOSTILE].flatMap((forgeries) => inPart(Object.keys(forgeries), 9)));
  const texts = recorded();
  for (const [what, make] of all.filter(([name]) => tried.has(name))) {
    const directory = copyOf(signed);
    await make({ at: directory, signed, lines, vendor });
    const from = processorMs();
    const said = await outcomeOfBundle(directory, { trusted: [vendor.publicKey] });
    expect(processorMs() - from, what).toBeLessThan(5_000);
    rmSync(directory, { recursive: true });
    const masked = MASKS.reduce((text, [pattern, shown]) => text.replaceAll(pattern, shown), said);
    texts.set(`A bundle ${what}`, `A bundle ${what}:\n  ${masked}`);
  }
  const current = all.map(([what]) => texts.get(`A bundle ${what}`)?.trimEnd());
  await expectGolden(`${current.join('\n\n')}\n`, EXPECTED);
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

/** A copy in which one value has changed. */
function withAnother(value: Line, random: Random): Line {
  const keys = typeof value === 'object' && value !== null && random(12) > 0 ? Object.keys(value) : [];
  const key = keys[random(keys.length)];
  if (key === undefined) return NASTY[random(NASTY.length)];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = withAnother(value[key], random);
  return copy;
}

test('unexpected values lead to a result that can be printed', async () => {
  const directory = temporary();
  const report = JSON.parse(readFileSync(join(signed, REPORT_FILE), 'utf8'));
  for (let seed = 1; seed <= 10; seed++) {
    const random = randomFrom(seed);
    cpSync(signed, directory, { recursive: true });
    const target = random(3);
    if (target === 0) writeFileSync(join(directory, REPORT_FILE), JSON.stringify(withAnother(report, random), null, 2));
    if (target === 1) {
      const at = random(3) === 0 ? 0 : random(lines.length);
      writeLines(directory, lines.with(at, withAnother(lines[at], random)));
    }
    if (target === 2) await state(directory, JSON.stringify(withAnother(statementIn(signed), random)), vendor);
    else await restate(directory, statementIn(signed), vendor);
    const from = processorMs();
    const text = verificationText(await verified(directory));
    expect(processorMs() - from, `seed ${seed}`).toBeLessThan(5_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
    expect(text, `seed ${seed}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  }
});
