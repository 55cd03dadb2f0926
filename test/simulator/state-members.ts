import type { Choices } from './random.js';

export type Status = 'pending' | 'shipped' | 'delivered' | 'cancelled' | 'gone';

/** Further members of a listed order, as JSON. */
export type Shows = (status: Status, id: bigint, choices: Choices) => string;

const inWords =
  (name: string, words: readonly [pending: unknown, shipped: unknown, delivered: unknown, cancelled: unknown]) =>
  (status: Status): string =>
    `,"${name}":${JSON.stringify(words[STATUSES.indexOf(status)])}`;

const STATUSES: readonly Status[] = ['pending', 'shipped', 'delivered', 'cancelled'];

/** The members that show states. Two of three stores show the contract's word, or nothing. */
export const STATE_MEMBERS: Readonly<Record<string, Shows>> = {
  none: () => '',
  noneEither: () => '',
  english: inWords('status', ['pending', 'shipped', 'delivered', 'cancelled']),
  englishToo: inWords('status', ['pending', 'shipped', 'delivered', 'cancelled']),
  foreign: inWords('zustand', ['Offen', 'Versandt', 'Zugestellt', 'Storniert']),
  number: inWords('state', [0, 4, 7, 9]),
  flag: inWords('cancellable', [true, false, false, false]),
  letter: inWords('s', ['P', 'S', 'D', 'X']),
  object: inWords('phase', [{ step: 1 }, { step: 2 }, { step: 3 }, { step: 9 }]),
  stamp: (status, id) =>
    `,"cancelledAt":${status === 'cancelled' ? `"2026-01-02T03:04:${String(id % 60n).padStart(2, '0')}Z"` : 'null'}`,
  random: (_status, _id, choices) => `,"status":"${choices.pick(['waiting', 'queued', 'held'])}"`,
  position: (_status, _id, choices) => `,"position":${choices.below(1000)}`,
};
