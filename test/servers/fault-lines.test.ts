import { describe, expect, test } from 'vitest';
import { faults } from '../../servers/faults/index.js';
import { faultLines } from './fault-lines.js';
import { expectLines, played } from './lines.js';

const byId = new Map(faults.map((fault) => [fault.id, fault]));

test('all lines are of a fault', () => {
  expect(Object.keys(faultLines).filter((id) => !byId.has(id))).toEqual([]);
});

describe('a fault shows', () => {
  test.each(Object.entries(faultLines))('%s', async (id, lines) => {
    const { behaviour, ...fault } = byId.get(id) ?? {};
    await expectLines({ ...fault, ...(behaviour && { behaviour }) }, lines);
    expect(await played(fault, lines), 'the reference answers otherwise').not.toEqual(lines);
  });
});
