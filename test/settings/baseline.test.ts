import { describe, expect, test } from 'vitest';
import { parseBaseline } from '../../runner/settings/baseline.js';
import type { ConformanceOptions } from '../../runner/settings/options.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { refusal } from './refusal.js';

const entry = { requirement: 'list.status', reason: 'The gateway does it.', expires: '2027-01-31' };

test('a baseline is read, with the place of each entry', () => {
  const text = `entries:
  - requirement: list.status
    cause: gateway
    reason: >
      The gateway
      does it.
    issue: https://issues.example/1
    expires: 2028-02-29
  - { requirement: list.array, reason: "null", expires: "2027-01-31" }`;
  expect(parseBaseline('b.yaml', text)).toEqual([
    {
      entry: {
        requirement: 'list.status',
        cause: 'gateway',
        reason: 'The gateway does it.',
        issue: 'https://issues.example/1',
        expires: '2028-02-29',
      },
      origin: 'b.yaml:2:18',
      causeOrigin: 'b.yaml:3:12',
    },
    { entry: { requirement: 'list.array', reason: 'null', expires: '2027-01-31' }, origin: 'b.yaml:9:20' },
  ]);
});

describe('every mistake is told with its place', () => {
  const reason = 'the reason why the deviation is accepted for now';
  const day = 'the last day on which the deviation is accepted, such as 2027-01-31';

  test.each<[title: string, text: string, ...lines: string[]]>([
    ['nothing', '', 'b:1:1: Expected a mapping, found nothing.'],
    ['nothing as entries', 'entries:', 'b:1:9: entries: expected a list of entries ([] for none), found nothing.'],
    ['an entry that is text', 'entries: [a]', 'b:1:11: entries[0]: expected a mapping, found text.'],
    ...['<reason>', 'n/a'].map((text): [string, string, string] => [
      `the placeholder ${text}`,
      `entries: [{ requirement: a, reason: "${text}", expires: "2027-01-31" }]`,
      `b:1:37: entries[0].reason: expected ${reason}, found a placeholder.`,
    ]),
    [
      'white space as reason',
      'entries: [{ requirement: a, reason: "  ", expires: "2027-01-31" }]',
      `b:1:37: entries[0].reason: expected ${reason}, as text, found text.`,
    ],
    ...['2027-1-31', '2027-01-31T00:00:00Z'].map((text): [string, string, string] => [
      `the day ${text}`,
      `entries: [{ requirement: a, reason: b, expires: "${text}" }]`,
      `b:1:49: entries[0].expires: expected ${day}, found text.`,
    ]),
    ...['2027-02-29', '2027-00-10'].map((text): [string, string, string] => [
      `the day ${text}`,
      `entries: [{ requirement: a, reason: b, expires: ${text} }]`,
      `b:1:49: entries[0].expires: expected a day that exists, found ${text}.`,
    ]),
    [
      'an issue without an address',
      'entries: [{ requirement: a, reason: b, expires: 2027-01-31, issue: "javascript:alert(1)" }]',
      'b:1:68: entries[0].issue: expected a URL that begins with http:// or https://, found text.',
    ],
    [
      'a misspelt member',
      'entries: [{ requirement: a, reason: b, expire: 2027-01-31 }]',
      'b:1:11: The member "expires" is missing in entries[0].',
      'b:1:40: Unknown member "expire" in entries[0]; did you mean expires?',
    ],
    [
      'a requirement twice',
      'entries:\n  - { requirement: a, reason: b, expires: 2027-01-31 }\n  - { requirement: a, cause: c, reason: b, expires: 2027-01-31 }',
      'b:3:20: entries[1].requirement: this requirement is already in entries[0]; keep one of the two entries.',
    ],
  ])('%s', async (_, text, ...lines) => {
    expect((await refusal(() => parseBaseline('b', text))).split('\n')).toEqual(lines);
  });

  test('but two causes of one requirement are two entries', () => {
    const text =
      'entries: [{ requirement: a, cause: c, reason: b, expires: 2027-01-31 }, { requirement: a, cause: d, reason: b, expires: 2027-01-31 }]';
    expect(parseBaseline('b', text)).toHaveLength(2);
  });
});

describe('the library', () => {
  const settings = (baseline: unknown) =>
    settingsFromOptions({ baseUrl: 'http://localhost/v1', baseline } as ConformanceOptions);

  test('takes the entries as they are', () => {
    expect(settings([entry]).baseline).toEqual([{ entry, origin: 'baseline:1:28' }]);
  });

  test.each<[baseline: unknown, message: string]>([
    ['b.yaml', 'baseline:1:12: entries: expected a list of entries ([] for none), found text.'],
    [
      [entry, { ...entry, requirement: 'a', expires: '2027-02-30' }],
      'baseline:1:159: entries[1].expires: expected a day that exists, found 2027-02-30.',
    ],
  ])('refuses %j', async (baseline, message) => {
    expect(await refusal(() => settings(baseline))).toBe(message);
  });
});
