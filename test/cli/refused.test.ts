import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { baselineOf, savedFiles } from './saved-files.js';
import { play } from './transcript.js';

/** The ledger of a run that was cut off. */
const LEFT = [
  '{"orderId":"101","authorized":true,"declared":true}',
  '{"orderId":"102","authorized":false,"declared":true}',
  '{"orderId":"999","authorized":true,"declared":false}',
  '{"orderId":"20',
].join('\n');

const refused = async () => {
  const saved = await savedFiles();
  const clean = String(saved['clean.json']);
  return {
    ...saved,
    'orders.yaml': 'orders: {}\n',
    'api.key': 'Sample-Key-0001\n',
    'edition.yaml': 'baseUrl: http://127.0.0.1:1/v1\nedition: "2027.1"\n',
    'fresh.yaml': 'orders: {}\nfresh: true\n',
    'failing.yaml': 'provision:\n  command: exit 7\n',
    'known.yaml': baselineOf('requirement: list.array'),
    'cut.json': 'old',
    'format.json': 'old',
    'cut.json.ledger.jsonl': LEFT,
    'under-way.json.ledger.jsonl': '',
    'format.json.ledger.jsonl': '{"ledger":9}\n',
    'damaged.json.ledger.jsonl': `${LEFT}\n${LEFT}`,
    'text.json.ledger.jsonl': LEFT.replace('101', '\\u001b[2J'),
    'binary.json.ledger.jsonl': Uint8Array.of(0xff, 0xfe, 0),
    'half.json': clean.slice(0, 40),
    'list.json': '[]',
    'format-1.json': clean.replace('conformance/report/2"', 'conformance/report/1"'),
    'forged.json': clean.replace(/(?<="verdict": )"conformant"/, '"\\u001b[2J"'),
    'requirements.yaml': baselineOf('requirement: list.content-typ', 'requirement: __proto__'),
    'causes.yaml': baselineOf(
      'requirement: list.status, cause: pending-40',
      ...['key-not-cheked', 'refusd-403', 'fastapi-detial', 'list.content-typ', '__proto__'].map(
        (id) => `cause: ${id}`,
      ),
    ),
  };
};

const discreet = {
  'many.yaml': 'targets: { Sample-Key-0001: { baseUrl: "http://127.0.0.1:9/v1" } }',
  users: 'root:x:0:0:s3cret:/root:/bin/bash\nbin:x:s3cret:1:1:\n',
  variables: "export KEY='s3cret'\n[s3cret\n",
  yaml: 's3cret-1: s3cret\ntoken: "s3cret"\n',
  alias: 'orders: *s3cret\n',
  private: '-----BEGIN PRIVATE KEY-----\ns3cret: s3cret: x\n-----END',
  broken: '"s3cret\n  s3cret\n',
  directive: '%s3cret\n---\na\n',
  'telling.mjs': "process.stderr.write('No \\u001b]0;title\\u0007database\\u0000\\nat all\\n'); process.exitCode = 3;",
  'telling.yaml': `orders: {}\nprovision: { command: '"${process.execPath}" telling.mjs' }\n`,
};

test('what is refused before anything is sent or written', async () => {
  const { cwd, store } = await play(import.meta.url, 'refused', { files: await refused() });
  expect(store.connections()).toBe(0);
  // Nobody has it open: a process that waits in there ends by no signal but the last.
  expect(() => openSync(join(cwd, 'pipe'), constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO');
});

test('a key or another secret in the wrong place is neither taken nor shown', async () => {
  const { store } = await play(import.meta.url, 'discreet', { files: discreet });
  expect(store.connections()).toBe(0);
});
