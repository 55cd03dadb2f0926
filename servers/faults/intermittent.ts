import type { Fault } from '../fault.js';
import { intermittent } from '../intermittent.js';
import { listingAnswerFaults } from './4.1-listing.js';
import { unknownOrderFaults } from './4.2-cancel-unknown.js';
import { authenticationFaults } from './5-authentication.js';
import { refusalFaults } from './5-authentication-refusals.js';
import { errorBodyFaults } from './7-errors-bodies.js';

const usualFaults = [
  ...listingAnswerFaults,
  ...authenticationFaults,
  ...refusalFaults,
  ...errorBodyFaults,
  ...unknownOrderFaults,
];

/** Faults that show in requests which use up no order, and do not affect the rest of a run. */
const repeatable = [
  'list-type-text',
  'accepts-any-key-on-listing',
  'no-challenge',
  '401-html-page',
  '404-html-page',
  'unknown-409',
];

/** Each fault in 1 of 3 answers, and in all answers of 1 of 3 connections. */
export const intermittentFaults: readonly Fault[] = usualFaults
  .filter(({ id }) => repeatable.includes(id))
  .flatMap((fault) => [intermittent(fault, { every: 3 }), intermittent(fault, { every: 3, of: 'connections' })]);
