import { expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { together } from '../../servers/changes.js';
import type { Behaviour } from '../../servers/steps.js';
import { type Changed, judgeInMemory } from '../detection/in-memory.js';
import { inPart } from '../in-part.js';
import { Random } from '../listing/random.js';
import { fault, variant } from './servers.js';
import type { Received } from './store.js';

/** How many orders of answers are tried with each server. */
const ORDERS = Number(process.env.ORDERS ?? 1);

const servers: readonly (Changed & { readonly id: string })[] = [
  { id: 'the reference' },
  // Without servers that change other orders: there, listings depend on the instant.
  ...['unknown-409', 'pending-500', 'lookup-before-authentication'].map(fault),
  ...['orders-without-id', 'temporarily-unavailable'].map(variant),
];

/** Delays each answer differently, so that answers overtake each other. */
const inOrderOf =
  (random: Random): Behaviour =>
  ({ intercept }) => ({
    intercept: async (call) => {
      for (let turns = random.below(20); turns > 0; turns--) await new Promise(setImmediate);
      return intercept(call);
    },
  });

const verdictsOf = ({ verdict, complete, requirements }: Report) => ({
  verdict,
  complete,
  requirements: requirements.map(({ id, verdict: got }) => `${id}: ${got}`),
});

test.each(inPart(servers, 4))('$id gets the same verdicts in whatever order it answers', async (server) => {
  const usual: Received[] = [];
  const expected = verdictsOf(await judgeInMemory(server, { received: usual }));
  for (let seed = 1; seed <= ORDERS; seed++) {
    const received: Received[] = [];
    const behaviour = together(server.behaviour ?? (() => ({})), inOrderOf(new Random(seed)));
    expect(verdictsOf(await judgeInMemory({ ...server, behaviour }, { received }))).toEqual(expected);
    expect(received.map(({ url }) => url)).not.toEqual(usual.map(({ url }) => url));
  }
});
