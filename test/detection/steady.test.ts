import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { judgeServer } from '../../cli/reference/detection.js';
import type { Variant } from '../../servers/variant.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { none } from '../engine/judgement.js';

/** `.ci/run` asks for 200. */
const runs = Number(process.env.STEADY_RUNS ?? 5);
const AT_ONCE = 5;

/** Correct, and as many requests at a time as come; each is taken up and answered after another delay, up to 20 ms each. */
const jittery: Variant = {
  id: 'jittery',
  summary: 'takes up and answers each request after another delay',
  behaviour: ({ send }) => ({
    intercept: async () => {
      await delay(20 * Math.random(), undefined, { ref: false });
      return undefined;
    },
    send: async (reply, call) => {
      await delay(20 * Math.random(), undefined, { ref: false });
      return send(reply, call);
    },
  }),
};

test(`${runs} runs against a correct server give one verdict, whatever the order of its answers`, {
  timeout: 30_000 + 1_000 * runs,
}, async () => {
  const verdicts = new Map<string, number>();
  const remaining = Array.from({ length: runs }).values();
  const judge = async () => {
    for (const _ of remaining) {
      const { verdict, complete, counts } = await judgeServer(jittery);
      const seen = JSON.stringify({ verdict, complete, counts });
      verdicts.set(seen, (verdicts.get(seen) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
  const conformant = JSON.stringify({
    verdict: 'conformant',
    complete: true,
    counts: { ...none, pass: storeOrdersInterface.requirements.length },
  });
  expect(Object.fromEntries(verdicts)).toEqual({ [conformant]: runs });
});
