import { expect, test } from 'vitest';
import { SEED } from '../seed.js';
import { listings } from './listings.js';
import { expectAsOracle } from './oracle.js';
import { fuzzDocuments, fuzzTimeout, mutate, Random } from './random.js';

const seeds = Object.values(listings).filter(({ length }) => length < 2_000);

test('the walk agrees with JSON.parse and a simple oracle on mutated listings', { timeout: fuzzTimeout }, () => {
  const random = new Random(SEED);
  let accepted = 0;
  for (let i = 0; i < fuzzDocuments; i++) {
    let bytes = random.pick(seeds);
    for (let mutations = 1 + random.below(3); mutations > 0; mutations--) bytes = mutate(bytes, random);
    if (expectAsOracle(bytes, random.pick([1, 2, 7, 64, 4096]))) accepted++;
  }
  expect(accepted).toBeGreaterThan(fuzzDocuments / 20);
});

/** A date in the usual form, perhaps with one wrong character. */
function anyDate(random: Random): string {
  const two = (limit: number) => String(random.below(limit)).padStart(2, '0');
  const day = `${two(100)}${two(100)}-${two(14)}-${two(33)}`;
  const offset = random.pick(['Z', `+${two(25)}:${two(61)}`, `-${two(25)}:${two(61)}`, 'z', '']);
  const text = `${day}T${two(25)}:${two(61)}:${two(62)}${random.pick(['', '', '.', '.5', '.123'])}${offset}`;
  return random.below(3) > 0 ? text : text.replace(text.charAt(random.below(text.length)), random.pick('0-:.TtZ '));
}

/** An integer around int64, in the usual form or with a decimal point. */
function anyInteger(random: Random): string {
  const integer = (BigInt(random.below(2 ** 32)) << 32n) | BigInt(random.below(2 ** 32));
  const [digits, shift] = [String(integer >> BigInt(random.below(64))), random.below(40)];
  if (shift > 20) return digits;
  const padded = digits.padStart(shift + 1, '0');
  return `${padded.slice(0, padded.length - shift)}.${padded.slice(padded.length - shift)}0E+${shift}`;
}

/** No negative ids: the oracle lists repeated ones in another order. */
const anyMember = (random: Random): string =>
  random.pick([
    () => `"id": ${anyInteger(random)}`,
    () => `"petId":${random.pick(['', '-'])}${anyInteger(random)}`,
    () => `"quantity":${random.pick(['0', '-1e0', '-0.5', '7', '99999999999999999999', '{}'])}`,
    () => `"shipDate":"${anyDate(random)}"`,
    () => `"note":${random.pick(['"\u007fé"', '"\\u00e9"', '""', '[{"id":1,"id":2}]'])}`,
  ])();

test('and on orders with values of any kind', { timeout: fuzzTimeout }, () => {
  const random = new Random(SEED + 3);
  for (let i = 0; i < fuzzDocuments / 5; i++) {
    const elements = Array.from({ length: 12 }, () => {
      const members = Array.from({ length: random.below(6) }, () => anyMember(random));
      return `{${members.join()}}`;
    });
    expect(expectAsOracle(Buffer.from(`[${elements.join(random.pick([',', ' ,\n']))}]`), random.pick([5, 300]))).toBe(
      true,
    );
  }
});
