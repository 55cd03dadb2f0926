import { describe, expect, test } from 'vitest';
import { planOf } from '../../runner/conform.js';
import { DeletionLedger } from '../../runner/engine/ledger.js';
import type { Failure, Transport } from '../../runner/evidence/exchange.js';
import type { ListingReading } from '../../runner/listing/listing.js';
import { unknownCandidates } from '../../runner/orders/candidates.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { deleteOf, listingOf, unanswered } from './made-up.js';

const [candidate] = unknownCandidates('plain', []);
if (!candidate) throw new Error('The suite picks no plain unknown id.');
const { text, mistakenFor } = candidate;
const [id = 0n] = mistakenFor;
const [fraction] = unknownCandidates('fraction', []);

/** The ledger of a plan with these orders, before a transport on which every request fails in this way. */
function openLedger(orders: Partial<Record<'pending' | 'shipped' | 'other' | 'unknown', bigint[]>> = {}) {
  const sent: string[] = [];
  const state = { kind: 'timeout' as Failure['kind'], closed: 0 };
  const transport: Transport = {
    send: async (request) => {
      sent.push(request.path);
      return unanswered(request, state.kind);
    },
    close: async () => {
      state.closed += 1;
    },
  };
  const settings = settingsFromOptions({
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'Sample-Key-0001',
    orders: { pending: [9_007_199_254_740_993n, 101n, 102n], ...orders },
  });
  return { sent, state, ledger: new DeletionLedger(transport, planOf(settings, storeOrdersInterface)) };
}

const unknown = deleteOf('cancel-unknown-plain/cancel', text);
const never = new AbortController().signal;

describe('the deletion ledger and an id that no order should have', () => {
  test('lets it through where the listing shows that it is free', async () => {
    const { ledger, sent } = openLedger();
    ledger.admit(listingOf([101n]));
    await ledger.send(unknown, never);
    expect(sent).toEqual([unknown.path]);
  });

  test.each<[string, ListingReading]>([
    ['lists it', listingOf([101n, id])],
    ['has elements without an id', listingOf([101n], { withoutId: 1 })],
    [
      'breaks off',
      listingOf([101n], { problem: { code: 'truncated', offset: 9, index: 0, message: 'It ends.', excerpt: '' } }),
    ],
  ])('refuses it where the listing %s', async (_, reading) => {
    const { ledger, sent } = openLedger();
    ledger.admit(reading);
    await expect(ledger.send(unknown, never)).rejects.toThrow('The deletion ledger refused DELETE');
    expect([sent, ledger.deletions]).toEqual([[], []]);
  });

  test('refuses it where the fixtures declare it unknown, but the listing lists it', async () => {
    const { ledger } = openLedger({ unknown: [id] });
    ledger.admit(listingOf([id]));
    await expect(ledger.send(unknown, never)).rejects.toThrow('The deletion ledger refused DELETE');
  });

  test.each(['pending', 'shipped', 'other'] as const)(
    'refuses what a careless server could take for a %s order, though the listing does not show that one',
    async (state) => {
      const neighbour = fraction?.mistakenFor[1] ?? 0n;
      const { ledger } = openLedger({ [state]: [neighbour] });
      ledger.admit(listingOf([]));
      const request = deleteOf('cancel-not-int64/fraction', fraction?.text ?? '');
      await expect(ledger.send(request, never)).rejects.toThrow('The deletion ledger refused DELETE');
    },
  );

  test('lets a word through without a listing: it names no order', async () => {
    const { ledger, sent } = openLedger();
    await ledger.send(deleteOf('cancel-not-int64/word', 'abc'), never);
    expect(sent).toEqual(['/store/orders/abc']);
  });

  test('refuses an id that is none of the plan, whatever the listing shows', async () => {
    const { ledger } = openLedger();
    ledger.admit(listingOf([]));
    await expect(ledger.send(deleteOf(unknown.id, '555'), never)).rejects.toThrow('The deletion ledger refused DELETE');
  });
});

describe('the deletion ledger', () => {
  test.each(['connect', 'tls'] as const)('forgets a DELETE that never left (%s)', async (kind) => {
    const { ledger, state } = openLedger();
    state.kind = kind;
    await ledger.send(deleteOf('auth-cancel-pending/cancel', '101'), never);
    expect(ledger.deletions).toEqual([]);
  });

  test.each(['timeout', 'reset', 'protocol', 'aborted'] as const)('keeps one that may have (%s)', async (kind) => {
    const { ledger, state } = openLedger();
    state.kind = kind;
    await ledger.send(deleteOf('auth-cancel-pending/cancel', '101'), never);
    expect(ledger.deletions).toMatchObject([{ orderId: '101', status: null }]);
  });

  test('writes nothing down once the run was ended', async () => {
    const { ledger, sent } = openLedger();
    await ledger.send(deleteOf('no-such/cancel', '101'), AbortSignal.abort());
    expect([sent, ledger.deletions]).toEqual([['/store/orders/101'], []]);
  });

  test('closes the transport', async () => {
    const { ledger, state } = openLedger();
    await ledger.close();
    expect(state.closed).toBe(1);
  });
});
