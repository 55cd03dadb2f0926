import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediately } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LedgerFile } from '../../cli/shell/ledger-file.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { directoryWith } from '../settings/directory.js';

test('of two ledgers that are begun at the same instant, one is', async () => {
  const cwd = await directoryWith({});
  const path = join(cwd, 'out.json.ledger.jsonl');
  const LEFT = '{"ledger":1}\n{"orderId":"101","authorized":true,"declared":true}\n';
  for (const left of [undefined, LEFT]) {
    if (left !== undefined) writeFileSync(path, left);
    const [one, other] = [1, 2].map(() => new LedgerFile('--report json', join(cwd, 'out.json')));
    const orders = await Promise.all([one, other].map((ledger) => ledger?.leftOrders()));
    expect(orders).toEqual(left === undefined ? [undefined, undefined] : [['101'], ['101']]);
    const target = { baseUrl: 'https://orders.example/v1' };
    one?.begin(target, new Set(orders[0]));
    const text = readFileSync(path, 'utf8');
    expect(() => other?.begin(target, new Set(orders[1]))).toThrow(
      /belongs to a run that is under way, which began at the same instant\. .* Nothing was sent\.$/,
    );
    expect([readFileSync(path, 'utf8'), readdirSync(cwd)]).toEqual([text, ['out.json.ledger.jsonl']]);
    one?.end(true);
  }
});

const cancel = (name: string): OutgoingRequest => ({
  request: {
    id: { scenario: 'cancel-unknown', name, nth: 1 },
    role: 'unknown',
    aim: { kind: 'unknown', unknown: 'plain', candidates: [] },
    credential: 'valid',
    purpose: 'must not be found',
    stage: 'not-found',
  },
  method: 'DELETE',
  path: '/store/orders/999',
  orderId: '999',
});

test('a ledger lets go all that one write has noted, whatever is noted meanwhile', async () => {
  const ledger = new LedgerFile('--evidence', join(await directoryWith(), 'out.json'));
  await ledger.begin({ baseUrl: 'https://orders.example/v1' }, new Set());
  const noted: string[] = [];
  const note = (name: string) => ledger.note(cancel(name)).then(() => noted.push(name));
  const first = note('first');
  const second = first.then(() => note('second'));
  const third = first.then(() => note('third'));
  await first;
  // The write of the second and the third has begun.
  for (const _ of [1, 2, 3]) await immediately();
  const fourth = note('fourth');
  await second;
  await immediately();
  expect(noted).toEqual(['first', 'second', 'third']);
  await Promise.all([third, fourth]);
  expect(readFileSync(ledger.path, 'utf8').match(/"cancel-unknown\/\w+"/g)).toHaveLength(4);
  ledger.end(true);
});
