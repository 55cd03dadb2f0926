import { describe, expect, test } from 'vitest';
import { NO_ORDERS } from '../../runner/orders/declared.js';
import { parseFixtures } from '../../runner/orders/fixtures-file.js';
import { processorMs } from '../processor-ms.js';
import { refusal } from '../settings/refusal.js';

const parse = (text: string) => parseFixtures('orders.yaml', text, '/work');

const problems = async (text: string) => (await refusal(() => parse(text))).split('\n');

const orderId = 'an order id, a plain decimal integer from -9223372036854775808 to 9223372036854775807';

describe('parseFixtures', () => {
  test.each([
    [
      'ids exactly, over the whole range of int64',
      'orders:\n  pending: [9007199254740993, 9223372036854775807]\n  shipped:\n    - -9223372036854775808\n    - 0\n  unknown: []',
      { pending: [9007199254740993n, 9223372036854775807n], shipped: [-9223372036854775808n, 0n] },
    ],
    [
      'JSON, and Windows line ends',
      '{"orders": {"pending": [1],\r\n "other": [2]}}\r\n',
      { pending: [1n], other: [2n] },
    ],
    ['that there is no other state', 'orders:\n  other: none', { otherIsNone: true }],
  ])('reads %s', (_what, text, orders) => {
    expect(parse(text)).toEqual({ orders: { ...NO_ORDERS, ...orders } });
  });

  test.each([
    ['command: a | b\n  teardown: rm -f c', { seed: 'a | b', teardown: 'rm -f c', directory: '/work' }],
    ['url: https://h/s\n  teardown: HTTPS://h/t', { seed: 'https://h/s', teardown: 'HTTPS://h/t', directory: '/work' }],
  ])('reads provisioning: %j', (text, provision) => {
    expect(parse(`provision:\n  ${text}`)).toEqual({ orders: NO_ORDERS, provision });
  });

  test.each([
    ['1e3', '1e3'],
    ['0x10', '0x10'],
    ['+5', '+5'],
    ['9223372036854775808', '9223372036854775808'],
    ['1_000', 'text'],
    ['"101"', 'text'],
    ['~', 'nothing'],
    ['{a: 1}', 'a mapping'],
    ['9'.repeat(5000), `${'9'.repeat(40)}…`],
  ])('refuses %s as an id', async (spelling, found) => {
    expect(await problems(`orders:\n  pending: [101, ${spelling}]`)).toEqual([
      `orders.yaml:2:18: orders.pending[1]: expected ${orderId}, found ${found}.`,
    ]);
  });

  test('reports all mistakes at once, in the order of the text', async () => {
    const text = [
      'order: {}',
      'orders:',
      '  pendng: [1]',
      '  shipped: 201',
      '  other:',
      '  unknown: [1.5, 9, 9]',
      'provision:',
      '  command: ""',
      '  url: ftp://x',
      '  tear-down: x',
    ].join('\n');
    expect(await problems(text)).toEqual([
      'orders.yaml:1:1: Unknown member "order"; did you mean orders?',
      'orders.yaml:3:3: Unknown member "pendng" in orders; did you mean pending?',
      'orders.yaml:4:12: orders.shipped: expected a list of order ids ([] for none), found 201.',
      'orders.yaml:5:9: orders.other: expected a list of order ids, or `none` if there is no such state, found nothing.',
      `orders.yaml:6:13: orders.unknown[0]: expected ${orderId}, found 1.5.`,
      'orders.yaml:6:21: orders.unknown[2]: order 9 is already declared, as orders.unknown[1]; declare each order once.',
      'orders.yaml:8:3: Expected exactly one of command and url in provision.',
      'orders.yaml:8:12: provision.command: expected text that is not empty, found empty text.',
      'orders.yaml:9:8: provision.url: expected a URL that begins with http:// or https://, found text.',
      'orders.yaml:10:3: Unknown member "tear-down" in provision; did you mean teardown?',
    ]);
  });

  test.each<[title: string, text: string, expected: readonly string[]]>([
    [
      'a URL with credentials',
      'provision: { url: "http://h/", teardown: "http://u:p@h/" }',
      ['orders.yaml:1:42: provision.teardown: a URL with a user name or password in it is not called.'],
    ],
    [
      'a repeated member',
      'orders:\n  pending: [1]\n  pending: [2]\norders: {}',
      ['orders.yaml:3:3: The member here repeats an earlier one; keep one of them.'],
    ],
    ['a tab', 'orders:\n\tpending: [1]', ['orders.yaml:2:1: Expected spaces as indentation, found a tab.']],
    [
      'an unclosed list',
      'orders:\n  pending: [1, 2\n  shipped: [3]',
      [
        'orders.yaml:3:3: Not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
      ],
    ],
    [
      'an alias bomb',
      `a: &a [${'x,'.repeat(20)}]\n${[...'bcdefgh'].map((n, i) => `${n}: &${n} [*${'abcdefg'[i]}, *${'abcdefg'[i]}]`).join('\n')}`,
      [...'bcdefgh'].flatMap((_, i) =>
        [8, 12].map(
          (column) =>
            `orders.yaml:${i + 2}:${column}: Aliases such as *${'abcdefg'[i]} are not supported; write the value out.`,
        ),
      ),
    ],
    [
      'a standard tag',
      'orders:\n  pending: [!!int "101"]',
      ['orders.yaml:2:19: Tags such as !!int are not supported; write the value without it.'],
    ],
    [
      'a tag of a list, of a mapping, and of a name',
      '!!map\norders:\n  !!str pending: !!seq\n  - 1',
      [2, 3, 4].map((line) => expect.stringMatching(`^orders\\.yaml:${line}:\\d+: Tags such as !!int are not`)),
    ],
    [
      'bottomless nesting',
      '['.repeat(20_000),
      [expect.stringMatching(/^orders\.yaml:1:\d+: Nested too deeply to be read\.$/)],
    ],
  ])('refuses %s', async (_title, text, expected) => {
    expect(await problems(text)).toEqual(expected);
  });
});

test('more than a bounded length is refused at once', async () => {
  const text = `orders:\n  pending: [${'9007199254740993, '.repeat(240_000)}1]\n`;
  expect(await problems(text)).toEqual([`orders.yaml: Expected at most 4194304 characters, found ${text.length}.`]);
});

test('more orders than a run needs are refused before each is looked at', async () => {
  const from = processorMs();
  const text = `orders:\n  pending: [${Array.from({ length: 20_000 }, (_, index) => index).join(',')}]\n`;
  const message = 'orders.yaml:2:3: orders: expected at most 1000 order ids, found 20000. A full run needs about 20.';
  expect(await problems(text)).toEqual([message]);
  const foreign = Array.from({ length: 10_000 }, (_, index) => `m${index}: 1`);
  expect((await problems(foreign.join('\n'))).at(-1)).toBe('orders.yaml: There are 9900 more mistakes of this kind.');
  expect(processorMs() - from).toBeLessThan(5_000);
});
