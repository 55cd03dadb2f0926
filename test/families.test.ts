import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../suites/contract.js';
import { familiesOf } from './families.js';
import { folded, unfolded } from './golden.js';

const requirements = storeOrdersInterface.requirements.map(({ id }) => id);
const scenarios = storeOrdersInterface.suites.flatMap((suite) => suite.scenarios.map(({ id }) => id));

/** The ids that a text of `familiesOf` stands for. */
function idsOf(text: string, all: readonly string[]): string[] {
  const matching = (pattern: string) =>
    all.filter((id) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern));
  const parts = text.replace(/^all/, '*').split(', ');
  return parts.flatMap((part) => {
    const [family = '', exceptions] = part.split(' but ');
    const outside = exceptions?.split(' and ').flatMap((name) => matching(family.replace('*', name))) ?? [];
    return matching(family).filter((id) => !outside.includes(id));
  });
}

test.each([
  ['requirements', requirements, '.'],
  ['scenarios', scenarios, '-'],
])('no two sets of %s have the same families', (_, all, separator) => {
  // A few ids, or whole families, or all but these.
  const families = all.map((id) => all.filter((other) => other.startsWith(id.slice(0, 6))));
  const part = fc.oneof(fc.subarray([...all]), fc.constantFrom(...families));
  const set = fc
    .tuple(part, part, fc.boolean())
    .map(([one, other, isIn]) => all.filter((id) => (one.includes(id) || other.includes(id)) === isIn));
  fc.assert(
    fc.property(set, (ids) => {
      expect(idsOf(familiesOf(ids, all, separator), all).sort()).toEqual([...ids].sort());
    }),
  );
});

test.each([
  [/^$/, 'none'],
  [/./, 'all'],
  [/^auth\.cancel\./, 'auth.cancel.*'],
  [/^auth\.cancel\.(?!missing)/, 'auth.cancel.* but missing'],
  [/^(?!auth\.cancel\.|list\.status$)/, 'all but list.status and auth.cancel.*'],
  [/^list\.(status|json)$/, 'list.status, list.json'],
])('the ids that match %s are %s', (pattern, text) => {
  const ids = requirements.filter((id) => pattern.test(id));
  expect(familiesOf(ids, requirements)).toBe(text);
});

test('a text that is broken into lines keeps every character', () => {
  const words = fc.array(fc.constantFrom('word', '  ', '<p>', '</p>', '\n', 'x'.repeat(60), '…,'), { maxLength: 80 });
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join(' ');
      expect(unfolded(folded(text))).toBe(text);
      expect(folded(parts.filter((part) => part.trim() !== '').join(' '))).not.toMatch(/.{121}/);
    }),
  );
});
