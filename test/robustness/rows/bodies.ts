import { group, json, type Row, row } from '../row.js';

const body = (id: string, does: string, text: string): Row => row(id, does, json(text));

const K = 1_024;

const many = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => each(i)).join(',');

export const structures = group('Structures of JSON', 3_000, [
  body('nested-arrays', 'nests a million arrays', '['.repeat(K * K)),
  body('long-string', 'sends a string of 3 MiB', `[{"id":1,"s":"${'x'.repeat(3 * K * K)}"}]`),
  body('long-number', 'sends a number of 3 million digits', `[{"id":${'9'.repeat(3_000_000)}}]`),
  body('long-name', 'sends a member name of 3 MiB', `[{"id":1,"${'x'.repeat(3 * K * K)}":1}]`),
  body('long-spaces', 'puts 3 MiB of spaces between two members', `[{"id":1,${' '.repeat(3 * K * K)}"a":1}]`),
  body('many-members', 'sends an order with 200,000 members', `[{${many(200_000, (i) => `"m${i}":1`)}}]`),
  body('many-orders', 'sends 100,000 orders', `[${many(100_000, (i) => `{"id":${i}}`)}]`),
  body('same-id', 'sends 100,000 orders with one id', `[${many(100_000, () => '{"id":1}')}]`),
]);
