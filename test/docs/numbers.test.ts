import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { runConformance } from '../../index.js';
import { reporters } from '../../reporters/index.js';
import { coverage } from '../../runner/engine/scenario.js';
import { faultyCredentials } from '../../runner/secrets/credentials.js';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { openStore } from '../engine/store.js';

const { requirements, suites } = storeOrdersInterface;

/** What a document counts, in its words. */
const counts: Record<string, number> = {
  requirements: requirements.length,
  scenarios: suites.flatMap(({ scenarios }) => scenarios).length,
  'deliberately wrong servers': faults.length,
  faults: faults.length,
  'permitted variants': variants.length,
  'report formats': Object.keys(reporters).length,
  'cancels without a valid key': faultyCredentials.length,
};

beforeAll(async () => {
  const { baseUrl, apiKey, orders, received, close } = await openStore();
  await runConformance({ baseUrl, apiKey, orders });
  counts.requests = received.length;
  await close();
});

/** But for what a program printed: another test holds that. */
const textOf = (document: string): string =>
  readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8')
    .replaceAll(/```text\n[\s\S]*?\n```\n/g, '')
    .replace(/\s+/g, ' ');

const quotesIn = (document: string) =>
  [
    ...textOf(document).matchAll(
      /(?:(more than|about) )?\b(\d+) (requirements|scenarios|requests|deliberately wrong servers|faults|permitted variants|report formats|cancels without a valid key)\b/gi,
    ),
  ].map(([text, hedge, number, subject = '']) => ({
    text,
    hedge: hedge?.toLowerCase(),
    number: Number(number),
    subject,
  }));

/** "More than" leaves room for what is added, up to the next round number. */
function isTrue(hedge: string | undefined, number: number, count: number): boolean {
  switch (hedge) {
    case 'more than':
      return number < count && count <= number + (number < 100 ? 10 : 100);
    case 'about':
      return number === Math.round(count / 10) * 10;
    default:
      return number === count;
  }
}

describe('a number in the documents', () => {
  test.each([
    ['README.md', ['requirements', 'requests', 'deliberately wrong servers', 'permitted variants', 'report formats']],
    ['docs/fixtures.md', ['cancels without a valid key']],
    ['CHANGELOG.md', ['requirements', 'report formats']],
    ['docs/generated/detection.md', ['requirements', 'faults', 'permitted variants']],
  ])('is true: %s', (document, subjects) => {
    const quotes = quotesIn(document);
    expect(quotes.map(({ subject }) => subject)).toEqual(subjects);
    const wrong = quotes.filter(({ hedge, number, subject }) => !isTrue(hedge, number, counts[subject] ?? Number.NaN));
    expect(wrong.map(({ text, subject }) => `${text}: there are ${counts[subject]}`)).toEqual([]);
  });

  test('is true: the orders that full coverage needs', () => {
    const [, pending, shipped, other] =
      /needs (\d+) pending orders .*?, (\d+) shipped order and (\d+) in another state/.exec(textOf('README.md')) ?? [];
    expect({ pending: Number(pending), shipped: Number(shipped), other: Number(other), unknown: 0 }).toEqual(
      coverage(suites),
    );
  });
});
