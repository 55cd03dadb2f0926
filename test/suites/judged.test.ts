import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocked } from '../../runner/evidence/unjudged.js';
import { isBroken, isHeld, type Result } from '../../runner/judge/rule.js';
import { nameOf } from '../engine/made-up.js';
import { cancels, keys } from './cancel-cases.js';
import { judged, type LiteralEvidence, listed, type Sent } from './evidence.js';
import { all, first, images, LONG, listings, orders, without } from './listing-cases.js';

// The results of one requirement for the answers of two files of cases, beside this one: `expected/judged.txt`.

function lineOf(result: Result): string {
  const at = 'exchange' in result && result.exchange ? nameOf(result.exchange) : '';
  if (isHeld(result)) return `held by ${at || result.note}`;
  if (isBroken(result)) {
    const { message, expected, actual, at: place, or = [] } = result;
    return [`broken by ${at}, ${place}`, message, expected, actual, ...or].join(' | ');
  }
  const { unjudged, reason, scenario, waitsFor } = result;
  return `${unjudged}: ${reason}${scenario ? ` | in ${scenario}` : ''}${waitsFor ? ` | waits for ${JSON.stringify(waitsFor)}` : ''}`;
}

/** The first listing, and these; a step that has a listing of its own comes in its place. */
const withFirst = (sent: Sent): Sent => (sent[0] && 'listing/before' in sent[0] ? sent : [first(listed(all)), ...sent]);

const textOf = (requirement: string, where: string, given: LiteralEvidence): string => {
  const lines = judged(requirement, given).map((result) => `  ${lineOf(result)}\n`);
  return `${requirement}, where ${where}:\n${lines.length === 0 ? '  nothing\n' : lines.join('')}`;
};

test('each requirement is judged as the transcript says', async () => {
  const held = blocked('A server could take it for order 1.', 'cancel-pending');
  const texts = [
    ...Object.entries({ ...listings, ...cancels, ...keys }).flatMap(([requirement, cases]) =>
      cases.map(([where, ...sent]) => textOf(requirement, where, { orders, sent: withFirst(sent) })),
    ),
    textOf('list.complete', 'a shipped order is not listed, and was not cancelled', {
      orders,
      sent: [first(without(201n))],
    }),
    ...images.map(([where, pending, shown, longId]) =>
      textOf('list.complete', where, { orders: { pending }, sent: [first(listed(shown, { longId }))] }),
    ),
    textOf('list.complete', 'an id is rounded, and its cancel is not found', {
      orders: { pending: [LONG] },
      sent: [first(listed([2n ** 53n])), { 'cancel-pending/cancel': 404 }],
    }),
    textOf('cancel.told-apart', 'the order does not exist either: then a 404 tells nothing apart', {
      orders: { pending: [LONG, 101n] },
      sent: [first(listed([101n])), { 'cancel-pending/neighbour-32-bits': 404 }, { 'cancel-pending/cancel': 404 }],
    }),
    textOf('cancel.pending.status', 'the order of the scenario is held back, and others get 204', {
      orders: { pending: [LONG, 102n, 101n] },
      sent: [
        first(listed([1n, 101n, 102n, LONG])),
        { 'auth-cancel-pending/cancel': 204 },
        { 'cancel-witness/first': 204 },
      ],
      unsent: { 'cancel-pending/cancel': held },
    }),
  ];
  await expect(texts.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'expected/judged.txt'));
});
