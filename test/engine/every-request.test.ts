import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Evidence } from '../../evidence/evidence.js';
import { allRequestsOf } from '../../evidence/plan.js';
import { idText } from '../../evidence/request.js';
import type { Behaviour } from '../../servers/steps.js';
import { gatherInMemory } from '../detection/in-memory.js';

/** Requests whose condition was met, or that have none, and that have no exchange. */
const lost = (evidence: Evidence): string[] =>
  allRequestsOf(evidence.plan).flatMap(({ id }) =>
    evidence.exchange(id) || !evidence.unsent.has(idText(id)) ? [] : idText(id),
  );

/** Answers the n-th cancel of each order with the valid key late. */
const late =
  (nth: number): Behaviour =>
  () => {
    const cancels = new Map<string, number>();
    return {
      intercept: async ({ idText: id, authorization, apiKey }) => {
        if (authorization !== `Bearer ${apiKey}`) return undefined;
        const count = (cancels.get(id) ?? 0) + 1;
        cancels.set(id, count);
        if (id !== '' && count === nth) await delay(30);
        return undefined;
      },
    };
  };

// A repetition that follows a cancel on its connection goes out although the first cancel of all has no answer yet.
test.each([...Array(4).keys()])('each request is sent where cancel %i of an order is answered late', async (nth) => {
  const { evidence } = await gatherInMemory({ behaviour: late(nth + 1) }, { repeat: 3 });
  expect([lost(evidence), evidence.defects]).toEqual([[], []]);
});
