import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPORT_FILE } from '../../certificate/bundle.js';
import { verificationText } from '../../cli/commands/certificates/verification-text.js';
import { type Line, linesIn, writeLines } from '../evidence/recorded.js';
import { processorMs } from '../processor-ms.js';
import { type Random, randomFrom } from './attacks.js';
import { bundle, copyOf, honestRun, restate, state, statementIn, verified } from './bundle.js';

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
function withAnother(value: Line, random: Random): Line {
  const keys = typeof value === 'object' && value !== null && random(12) > 0 ? Object.keys(value) : [];
  const key = keys[random(keys.length)];
  if (key === undefined) return NASTY[random(NASTY.length)];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = withAnother(value[key], random);
  return copy;
}

test('values that no file of ours has end in a result that can be printed', async () => {
  const honest = await honestRun();
  await bundle(honest);
  const directory = copyOf(honest);
  const lines = linesIn(honest);
  const report = JSON.parse(readFileSync(join(honest, REPORT_FILE), 'utf8'));
  for (let seed = 1; seed <= 10; seed++) {
    const random = randomFrom(seed);
    cpSync(honest, directory, { recursive: true });
    const target = random(3);
    if (target === 0) writeFileSync(join(directory, REPORT_FILE), JSON.stringify(withAnother(report, random), null, 2));
    if (target === 1) {
      const at = random(3) === 0 ? 0 : random(lines.length);
      writeLines(directory, lines.with(at, withAnother(lines[at], random)));
    }
    if (target === 2) await state(directory, JSON.stringify(withAnother(statementIn(honest), random)));
    else await restate(directory, statementIn(honest));
    const from = processorMs();
    const text = verificationText(await verified(directory));
    expect(processorMs() - from, `seed ${seed}`).toBeLessThan(5_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
    expect(text, `seed ${seed}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  }
});
