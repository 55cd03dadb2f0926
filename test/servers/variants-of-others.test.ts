import { expect, test } from 'vitest';
import type { Variant } from '../../servers/variant.js';
import { variants } from '../../servers/variants/index.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { inPart } from '../in-part.js';

// In a store that also has orders of others, a declared order is left alone only where another one takes its place.

const options = { disposable: false, fresh: false } as const;

const blockedIn = ({ requirements }: Awaited<ReturnType<typeof judgeInMemory>>): readonly string[] =>
  requirements.flatMap(({ id, verdict }) => (verdict === 'blocked' ? [id] : []));

/** Their listings have no id, so nothing shows which ids are free. */
const WITHOUT_IDS: readonly string[] = ['orders-without-id', 'empty-orders'];

const isTried = (variant: Variant): boolean => onlyReplies(variant) && !WITHOUT_IDS.includes(variant.id);

const usually = blockedIn(await judgeInMemory({}, options));

test.concurrent.each(inPart(variants.filter(isTried), 6).map((variant) => [variant.id, variant] as const))(
  '%s has no more that is blocked than the reference',
  async (_, variant) => {
    const blocked = blockedIn(await judgeInMemory(variant, options));
    expect(blocked.filter((id) => !usually.includes(id))).toEqual([]);
  },
);
