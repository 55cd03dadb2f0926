import { expect, test } from 'vitest';
import { judgeServer } from '../../cli/reference/detection.js';
import { limitVariants } from '../../servers/variants/live-systems.js';

/** The strictest ones take half a minute, which is waiting: MATRIX=all has them. */
const tried = limitVariants.filter(
  ({ id }) => process.env.MATRIX !== undefined || !['rate-limit-5', 'lockout-after-3-keys'].includes(id),
);

test.concurrent.each(tried.map((variant) => [variant.id, variant] as const))(
  '%s is judged in full, without an option',
  { timeout: 90_000 },
  async (_id, variant) => {
    const { verdict, complete, requirements, exchanges } = await judgeServer(variant);
    const open = requirements.filter((entry) => entry.verdict !== 'pass').map(({ id, reason }) => `${id}: ${reason}`);
    expect({ verdict, complete, open }).toEqual({ verdict: 'conformant', complete: true, open: [] });
    expect(exchanges.some(({ attempts }) => attempts > 1)).toBe(true);
  },
);
