import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediately } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LedgerFile } from '../../cli/shell/ledger-file.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';

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

it('lets go all that one write has noted, whatever is noted meanwhile', async () => {
  const ledger = new LedgerFile('--evidence', join(mkdtempSync(join(tmpdir(), 'ledger-')), 'out.json'));
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
