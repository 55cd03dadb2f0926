import { expect, test } from 'vitest';
import { SyntaxWalk } from '../../../runner/listing/json/syntax.js';
import { invalidListings, repeatingListings, validListings } from '../nasty-inputs.js';
import { fuzzDocuments, fuzzSeed, fuzzTimeout, mutate, Random } from '../random.js';

test('the explanation of what is not JSON agrees with JSON.parse about what is', { timeout: fuzzTimeout }, () => {
  const random = new Random(fuzzSeed);
  const seeds = [
    ...Object.values(validListings),
    ...Object.values(invalidListings).map(([body]) => body),
    ...Object.values(repeatingListings).map(([body]) => body),
  ].filter((body) => body.length < 300);
  for (let i = 0; i < fuzzDocuments; i++) {
    const latin1 = mutate(random.pick(seeds), random);
    const text = latin1.toString('latin1');
    const bytes = Buffer.from(text);
    let accepted = true;
    try {
      JSON.parse(text);
    } catch {
      accepted = false;
    }
    const { stop } = new SyntaxWalk(bytes, 0, bytes.length, 'text');
    if ((stop === undefined) !== accepted)
      expect.fail(`document ${i} of seed ${fuzzSeed} is ${stop?.end ?? 'valid'}: ${JSON.stringify(text)}`);
  }
});

test('a valid text that is cut off anywhere is incomplete there, and nothing else', () => {
  for (const body of Object.values(validListings)) {
    const text = body.toString('latin1').trimEnd();
    for (let length = 0; length < Math.min(text.length, 300); length++) {
      const bytes = Buffer.from(text.slice(0, length), 'latin1');
      const { stop } = new SyntaxWalk(bytes, 0, length, 'text');
      expect(stop).toEqual({ end: 'incomplete', offset: length, message: '' });
    }
  }
});
