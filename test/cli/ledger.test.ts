import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LedgerFile } from '../../cli/shell/ledger-file.js';
import { directoryWith } from '../directory.js';

const LINES = [
  { orderId: '101', authorized: true, declared: true },
  { orderId: 'a"\\é', authorized: false, declared: false },
].map((line) => `${JSON.stringify(line)}\n`);

test('a ledger that was cut off anywhere can be read, and any other text without a line end cannot', async () => {
  const cwd = await directoryWith();
  const read = (text: string) => {
    writeFileSync(join(cwd, 'r.ledger.jsonl'), text);
    return new LedgerFile('--report', join(cwd, 'r')).earlierOrders();
  };
  const text = LINES.join('');
  const [first = ''] = LINES;
  for (let length = 0; length <= text.length; length += 1) {
    expect(await read(text.slice(0, length))).toEqual(length < first.length ? [] : ['101']);
  }
  const others = ['x', '{"order":"1"', `${first}{"orderId":101`, '{"orderId":"1","authorized":1', `${first.trim()}x`];
  for (const other of others) await expect(read(other)).rejects.toThrow('This is not a line of a ledger');
});
