import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LedgerFile } from '../../cli/shell/ledger-file.js';
import { directoryWith } from '../settings/directory.js';

test('a ledger without a first line names no orders: a full disk took nothing of it', async () => {
  const cwd = await directoryWith({ 'out.json.ledger.jsonl': '' });
  expect(await new LedgerFile('--report json', join(cwd, 'out.json')).leftOrders()).toEqual([]);
});

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
