import { expect, test } from 'vitest';
import { play } from '../transcript.js';

test('all targets of a configuration', async () => {
  await play(import.meta.url, 'targets');
});

const at = (path = ''): string => `{ baseUrl: "http://127.0.0.1:9${path}/v1" }`;

const files = {
  'one.yaml': `targets: { a: ${at()} }`,
  'two.yaml': `targets: { a: ${at()}, b: ${at('/b')} }`,
  'alike.yaml': `targets: { a: ${at()}, A: ${at()} }`,
  'astray.yaml': `targets: { ../a: ${at()} }`,
  'many.yaml': `targets: { Sample-Key-0001: ${at()} }`,
  'c.yaml': 'targets: ./b.list\n',
  'b.list':
    'a: { baseUrl: "http://127.0.0.1:9/v1", fixtures: in/b, apiKeyFile: b.key }\nb: { baseUrl: "http://127.0.0.1:8/v1", apiKeyFile: a.key }\n',
  'in/b': 'orders: {}\n',
  'a.key': 'another-key',
  'b.key': 'short',
  'left/b.json.ledger.jsonl': 'garbage\n',
};

test('what is refused before anything is sent to any target', async () => {
  const { store } = await play(import.meta.url, 'refused', { files });
  expect(store.connections()).toBe(0);
});
