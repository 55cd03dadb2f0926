import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../index.js';
import type { Behaviour } from '../../servers/steps.js';
import { judgeReference } from './judgement.js';
import { fault } from './servers.js';

/** Answers the requests that come within one round in another order than the one in which they came. */
const delayed =
  (changed: Behaviour, order: (count: number) => number): Behaviour =>
  (reference) => {
    let count = 0;
    const changes = changed(reference);
    const { send } = { ...reference, ...changes };
    return {
      ...changes,
      send: async (reply, call) => {
        await delay(3 * order(count++ % 8));
        await send(reply, call);
      },
    };
  };

/** All that a report says of the target, apart from when, and in which order it was sent what. */
const said = ({ verdict, complete, counts, requirements, scenarios, ambiguities, fixtures }: Report) => ({
  verdict,
  complete,
  counts,
  requirements,
  ambiguities,
  fixtures,
  scenarios: scenarios.map(({ durationMs, ...scenario }) => scenario),
});

test.each(['not-int64-204', 'unknown-409', 'ids-as-doubles', 'public-cancel', 'error-detail'])(
  '%s gets the same report, in whichever order its answers come',
  async (id) => {
    const { behaviour } = fault(id);
    const forwards = await judgeReference({}, { behaviour: delayed(behaviour, (count) => count) });
    const backwards = await judgeReference({}, { behaviour: delayed(behaviour, (count) => 7 - count) });
    expect(said(backwards)).toEqual(said(forwards));
  },
);
