import { type Group, json, type Kind, type Row, row } from '../row.js';

const body = (id: string, does: string, expected: Kind, text: string): Row => row(id, does, expected, json(text));

const K = 1_024;

export const structures: Group = {
  title: 'Structures of JSON',
  withinMs: 3_000,
  rows: [
    body('nested-arrays', 'nests a million arrays', 'unread', '['.repeat(K * K)),
    body(
      'nested-objects',
      'nests 100,000 objects in an order',
      'unread',
      `[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`,
    ),
    body('long-string', 'sends a string of 3 MiB', 'unread', `[{"id":1,"s":"${'x'.repeat(3 * K * K)}"}]`),
    body(
      'long-escapes',
      'sends a string of 500,000 escapes',
      'unread',
      `[{"id":1,"s":"${String.raw`\u0041`.repeat(500_000)}"}]`,
    ),
    body('long-number', 'sends a number of 3 million digits', 'unread', `[{"id":${'9'.repeat(3_000_000)}}]`),
    body('long-name', 'sends a member name of 3 MiB', 'unread', `[{"id":1,"${'x'.repeat(3 * K * K)}":1}]`),
    body(
      'long-spaces',
      'puts 3 MiB of spaces between two members',
      'unread',
      `[{"id":1,${' '.repeat(3 * K * K)}"a":1}]`,
    ),
    body(
      'many-members',
      'sends an order with 200,000 members',
      'unread',
      `[{"id":1${Array.from({ length: 200_000 }, (_, i) => `,"m${i}":1`).join('')}}]`,
    ),
    body(
      'many-orders',
      'sends 100,000 orders',
      'read',
      `[${Array.from({ length: 100_000 }, (_, i) => `{"id":${i}}`).join(',')}]`,
    ),
    body('same-id', 'sends 100,000 orders with one id', 'read', `[${Array(100_000).fill('{"id":1}').join(',')}]`),
    body('root-object', 'sends an object', 'not-json', '{"orders":[]}'),
  ],
};
