import { setTimeout as delay } from 'node:timers/promises';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { onStatus, together } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import { errorReply, textReply } from '../reply.js';
import { type Behaviour, parseInt64 } from '../steps.js';
import { refused } from './conflicts.js';

/** Also reads an id in texts in which the reference finds none. */
const readingAlso =
  (read: (text: string) => bigint | undefined): Behaviour =>
  ({ parseId }) => ({ parseId: (text) => parseId(text) ?? read(text) });

const integerAtStart = (text: string): bigint | undefined => parseInt64(/^-?\d+/.exec(text.trim())?.[0] ?? '');

const withOrder = (id: bigint): readonly Order[] => [...demoOrders, { id, status: 'pending', members: {} }];

const isRefusedText = (text: string): boolean => parseInt64(text) === undefined;

/** Runs one cancel at a time for a text that it reads as an id. */
const locking: Behaviour = ({ authenticate, parseId, cancel }) => {
  const locked = new Set<bigint | undefined>();
  return {
    intercept: (call) => {
      const isLocked = isRefusedText(call.idText) && locked.has(parseId(call.idText));
      return isLocked && authenticate(call) ? refused(500) : undefined;
    },
    cancel: async (orders, order) => {
      const outcome = await cancel(orders, order);
      if (outcome !== 'cancelled') return outcome;
      locked.add(order.id);
      await delay(40, undefined, { ref: false });
      locked.delete(order.id);
      return outcome;
    },
  };
};

const textFaults: readonly Fault[] = [
  {
    id: 'reads-number-at-start',
    summary: 'takes the number at the start of a text for the id: `101.5` and `101abc` cancel 101',
    who: '`parseInt`, `atoi` and `(int)` in PHP.',
    behaviour: readingAlso(integerAtStart),
  },
  {
    id: 'reads-number-at-start-and-locks',
    summary:
      'takes the number at the start of a text for the id, and answers 500 where another cancel of that order is under way',
    who: '`(int)` in PHP, with SQLite: of two that read before they write, one finds the database locked.',
    behaviour: together(readingAlso(integerAtStart), locking),
  },
  {
    id: 'reads-number-at-start-with-404',
    summary: 'answers 404 for `101.5` and `101abc`, but cancels 101',
    who: 'MySQL, which compares a number with a text by the number at its start, and a lookup by the text before.',
    behaviour: together(
      readingAlso(integerAtStart),
      onStatus(204, (reply, { idText }) =>
        isRefusedText(idText)
          ? errorReply({ status: 404, code: 'order_not_found', message: 'No order has this id.' })
          : reply,
      ),
    ),
  },
  {
    id: 'truncates-fractions',
    summary: 'cuts the fraction off an id: `101.5` cancels 101',
    who: '`Math.trunc(Number(id))`; a database that casts a decimal to an integer.',
    behaviour: readingAlso((text) => parseInt64(/^(-?\d+)\.\d+$/.exec(text)?.[1] ?? '')),
  },
  {
    id: 'rounds-fractions-up',
    summary: 'rounds a fraction to the next integer: `100.5` cancels 101',
    who: '`Math.round(id)`, and PostgreSQL’s cast of a numeric.',
    behaviour: readingAlso((text) => {
      const [, whole, tenth] = /^(\d+)\.(\d)\d*$/.exec(text) ?? [];
      const id = parseInt64(whole ?? '');
      return id === undefined ? undefined : id + (Number(tenth) >= 5 ? 1n : 0n);
    }),
  },
  {
    id: 'rounds-fractions-to-even',
    summary: 'rounds a fraction to the nearest integer, and a half to the even one',
    who: '`round(float(id))` in Python, `Math.Round` in C#.',
    behaviour: readingAlso((text) => {
      const [, whole = '', fraction = ''] = /^(\d+)\.(\d+)$/.exec(text) ?? [];
      const id = parseInt64(whole);
      const part = Number(`0.${fraction}`);
      return id === undefined ? undefined : id + (part > 0.5 || (part === 0.5 && id % 2n === 1n) ? 1n : 0n);
    }),
  },
  {
    id: 'reads-base-16',
    summary: 'reads an id in base 16, too: `0x65` cancels 101',
    who: '`BigInt(id)` in JavaScript, `int(id, 0)` in Python, `Long.decode` in Java, which Spring calls.',
    behaviour: readingAlso((text) => (/^0x[\da-f]{1,15}$/i.test(text) ? BigInt(text) : undefined)),
  },
  {
    id: 'wraps-at-2-64',
    summary: 'takes an id modulo 2^64: 101 + 2^64 cancels 101',
    who: 'Hand-written parsers that multiply and add without a check of the overflow.',
    behaviour: readingAlso((text) => (/^\d{19,40}$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined)),
  },
  {
    id: 'saturates-at-int64',
    summary: 'takes ids above the range for 2^63-1: 2^63 cancels that order',
    who: '`(int)` in PHP, `strtoll` in C, and `"…".to_i64` that saturates.',
    behaviour: readingAlso((text) => (/^\d{19,}$/.test(text) ? 2n ** 63n - 1n : undefined)),
    orders: withOrder(2n ** 63n - 1n),
  },
  {
    id: 'reads-text-as-zero',
    summary: 'takes a text without a number for 0: `abc` cancels the order 0',
    who: '`atoi`, `(int)` in PHP, and Go code that ignores the error of `strconv.Atoi`.',
    behaviour: readingAlso((text) => (/^\D/.test(text) && !/^-\d/.test(text) ? 0n : undefined)),
    orders: withOrder(0n),
  },
].map((fault) => ({ ...fault, requirements: ['cancel.not-int64'] }));

/** Parsers that read an id in other texts, or read another id. */
export const carelessParserFaults: readonly Fault[] = [
  ...textFaults,
  {
    id: 'drops-sign',
    summary: 'drops the sign of an id: -101 cancels 101',
    who: 'A router whose pattern looks for digits anywhere; `Math.abs`.',
    requirements: ['cancel.unknown.zero-negative'],
    behaviour: () => ({ find: (orders, id) => orders.get(id) ?? (id < 0n ? orders.get(-id) : undefined) }),
  },
];

const isUnusual = (text: string): boolean => /^-/.test(text) || text === '0' || isRefusedText(text);

/** Answers ids that are not a positive int64 itself, instead of the service. */
const unusualAnswered = (status: number, mediaType: string, body: string): Behaviour => {
  return () => ({
    intercept: ({ operation, idText }) =>
      operation === 'cancelOrder' && isUnusual(idText) ? textReply(status, mediaType, body) : undefined,
  });
};

/** Routers that match digits only. They break a weaker requirement than those on an Error. */
export const digitsOnlyFaults: readonly Fault[] = [
  {
    id: 'digits-only-router-html',
    summary: 'answers 0, negative ids and other texts with 404 and an HTML page',
    who: 'Routes such as `<int:id>` in Django and Flask, and `[1-9][0-9]*` elsewhere.',
    behaviour: unusualAnswered(404, 'text/html; charset=utf-8', '<!doctype html><title>Not Found</title>'),
  },
  {
    id: 'digits-only-router-text',
    summary: 'answers 0, negative ids and other texts with 404 and plain text',
    who: 'The mux of Go, whose 404 is a line of text.',
    behaviour: unusualAnswered(404, 'text/plain; charset=utf-8', '404 page not found\n'),
  },
  {
    id: 'digits-only-router-problem',
    summary: 'answers 0, negative ids and other texts with 400 and problem details',
    who: 'Route constraints of ASP.NET Core and Spring.',
    behaviour: unusualAnswered(400, 'application/problem+json', '{"title":"Bad Request","status":400}'),
  },
].map((fault) => ({ ...fault, requirements: ['cancel.unknown.zero-negative'] }));
