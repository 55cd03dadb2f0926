import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

export const order = (id: number | string, more = ''): string =>
  `{"id":${id},"petId":2,"quantity":3,"shipDate":"2026-01-01T00:00:00Z","complete":true${more}}`;

export const many = (count: number, element: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => element(index)).join();

const texts = parse(readFileSync(new URL('listings.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

/** Elements over a limit of the suite, each the second of three. */
const excesses = {
  'nested 65,537 deep': '['.repeat(65_537) + ']'.repeat(65_537),
  'with 16,385 members': `{${many(16_385, () => '"a":0')}}`,
  'of 4.5 MiB': `{"s":"${'x'.repeat(4.5 * 2 ** 20)}"}`,
};

const excessive = Object.entries(excesses).flatMap(([excess, element]) => {
  const body = bytes(`[{"id":1},${element},{"id":2}]`);
  const [start, rest] = [body.subarray(0, 30_000), body.subarray(30_000)];
  return [
    [`an element ${excess}`, body],
    [`an element ${excess} that is not JSON`, Buffer.concat([start, Buffer.of(1), rest])],
    [`an element ${excess} that ends too early`, start],
  ] as const;
});

const someIds = (index: number): string => order((index * 7_919) % (index % 3 === 0 ? 97 : 2 ** 40));

/** Unusual JSON arrays and other bodies. */
export const listings: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, bytes(text)])),
  'an end inside of a character': bytes('[{"s":"', [0xe2, 0x82]),
  'an overlong character': bytes('[{"s":"', [0xc0, 0xaf], '"}]'),
  'a character beyond Unicode': bytes('[{"s":"', [0xf5, 0x80, 0x80, 0x80], '"}]'),
  'a byte that is not UTF-8 in a name': bytes('[{"id":1},{"', [0xff], '":1}]'),
  'a byte that is not UTF-8 after a character': bytes('["é', [0xff], '"]'),
  'a wrong bracket in nesting deeper than a call stack': bytes('[1,', '['.repeat(16_000), '}'),
  'a wrong sign after 3,000 orders': bytes(`[${many(3_000, (index) => order(index, ',"note":"é"'))},?]`),
  'a comma after 7,000 items': bytes('[', '0,'.repeat(7_000), ']'),
  'white space that is longer than an element may be': bytes(
    ...['', '[', '{"id":1},', '{"id":2}]'].flatMap((part) => [part, ' \r\n\t'.repeat(530_000)]),
  ),
  '900 orders with ids of any size, in no order': bytes(`[${many(900, someIds)}]`),
  'an envelope of 2.7 MB': bytes(`{"data":[${many(300_000, () => '{"id":1}')}]}`),
  'an envelope of 2.7 MB that is not JSON after the first 2 MiB': bytes(`{"data":[${'{"id":1},'.repeat(300_000)}NaN]}`),
  'a string of 3 MB': bytes(`"${'x'.repeat(3_000_000)}"`),
  'an HTML page of 3 MB': bytes(`<html>${'x'.repeat(3_000_000)}`),
  'nesting as deep as is read': bytes('['.repeat(65_536), ']'.repeat(65_536)),
  'objects nested deeper than a call stack': bytes('[', '{"a":'.repeat(16_000), '1', '}'.repeat(16_000), ']'),
  'as many members as are read': bytes(`[{${many(16_384, () => '"a":0')}}]`),
  ...Object.fromEntries(excessive),
};
