import type { Conformance } from '../bundle/statement.js';
import { type Check, passed, refused } from './check.js';

const DAY_MS = 86_400_000;

/** Of the run, not of the signature: one that is signed again is not younger. */
export function checkAge({ startedAt }: Conformance, maxDays: number, now: number): Check {
  const days = (now - Date.parse(startedAt)) / DAY_MS;
  const shown = `The run began at ${startedAt}, ${Math.floor(days)} days ago`;
  return days <= maxDays
    ? passed('age', `${shown}; at most ${maxDays} are allowed.`)
    : refused('age', `${shown}; at most ${maxDays} are allowed (--max-age). Certify again.`);
}

/** That every request carried it, too, is seen with the exchanges. */
export function checkNonce({ nonce }: Conformance, expected: string): Check {
  if (nonce === expected) return passed('nonce', `The run was made with the nonce ${expected}.`);
  const found = nonce === undefined ? 'The run was made without a nonce' : `The run was made with the nonce ${nonce}`;
  return refused('nonce', `${found}; expected ${expected}. Certify again with --nonce ${expected}.`);
}
