import { describe, expect, test } from 'vitest';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import { bundle, credulous, newSigner, record, remove, temporary, verified } from './bundle.js';

// Forgers with a key of their own: digests and signature are right, and what is left is what the evidence shows.

const signer = newSigner();

/** All of them with FORGED_FAULTS=all; else every sixtieth. */
const every = process.env.FORGED_FAULTS === 'all' ? 1 : 60;
const sample = faults.filter((_, index) => index % every === 0);

/** Evidence that shows the fault: a race is not seen each time. */
async function recordFault(directory: string, fault: Fault): Promise<string[]> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const report = await record(directory, fault);
    const broken = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    if (broken.length > 0) return broken.map(({ id }) => id);
  }
  throw new Error(`${fault.id} was not seen in five runs.`);
}

describe('a fault that is dressed up as a certificate is refused', () => {
  test.each(sample.map((fault) => [fault.id, fault] as const))('%s', { timeout: 60_000 }, async (_id, fault) => {
    const directory = temporary();
    const broken = await recordFault(directory, fault);
    await bundle(directory, { signer, madeWith: credulous });
    const { verified: isVerified, differences } = await verified(directory);
    expect(isVerified).toBe(false);
    expect(differences.map(({ requirement }) => requirement)).toEqual(expect.arrayContaining(broken));
    remove(directory);
    remove(`${directory}.tar.gz`);
  });
});
