import type { Fault } from '../fault.js';
import { intermittent } from '../intermittent.js';
import { authenticationFaults } from './authentication.js';
import { errorBodyFaults } from './error-bodies.js';
import { listingAnswerFaults } from './listing-answer.js';
import { refusalFaults } from './refusals.js';
import { unknownOrderFaults } from './unknown-orders.js';

const usualFaults = [
  ...listingAnswerFaults,
  ...authenticationFaults,
  ...refusalFaults,
  ...errorBodyFaults,
  ...unknownOrderFaults,
];

/** Those that show in requests which use up no order, and leave the rest of a run as it is. */
const repeatable = [
  'list-type-text',
  'accepts-any-key-on-listing',
  'no-challenge',
  '401-html-page',
  '404-html-page',
  'unknown-409',
];

/** Each of them in 1 of 3 answers, and in all answers of 1 of 3 connections. */
export const intermittentFaults: readonly Fault[] = usualFaults
  .filter(({ id }) => repeatable.includes(id))
  .flatMap((fault) => [intermittent(fault, { every: 3 }), intermittent(fault, { every: 3, of: 'connections' })]);
