import type { Mutation } from '../mutation.js';
import { asStated, type Expectation } from './expectation.js';
import { judgeFraming, judgeHeader, judgeNoContent } from './headers.js';
import { judgeStatusOf } from './statuses.js';

/**
 * What the Store Orders Interface says of the reference with this one mutation. It shares nothing with the checker,
 * so that one mistake cannot be on both sides.
 */
export function expectationOf(mutation: Mutation): Expectation {
  switch (mutation.kind) {
    case 'status':
      return judgeStatusOf(mutation.situation, mutation.status);
    case 'header':
      return asStated(judgeHeader(mutation), mutation.answer, mutation.only);
    case 'framing':
      return asStated(judgeFraming(mutation.answer, mutation.framing), mutation.answer, undefined);
    case 'no-content':
      return judgeNoContent(mutation);
  }
}
