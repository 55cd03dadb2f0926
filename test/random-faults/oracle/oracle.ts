import { mutatedBody } from '../bodies.js';
import { type BodyMutation, bodyKindOf, type Mutation } from '../mutation.js';
import { judgeConflictBody, judgeErrorBody, judgeListingBody } from './bodies.js';
import { judgeEffect } from './effects.js';
import { asStated, type Expectation } from './expectation.js';
import { judgeFraming, judgeHeader, judgeNoContent } from './headers.js';
import { judgeStatusOf } from './statuses.js';

function judgeBody(mutation: BodyMutation): Expectation {
  const body = bodyKindOf(mutation);
  const bytes = mutatedBody(mutation);
  switch (body) {
    case 'listing':
      return judgeListingBody(
        bytes,
        mutation.only === 'listing-after-cancel' ? 'after-some-cancel' : 'before-any-cancel',
      );
    case '401':
    case '404':
      return asStated(judgeErrorBody(bytes, body), body, mutation.only);
    case '409':
      return judgeConflictBody(bytes);
  }
}

/**
 * What the Store Orders Interface says of the reference with this one mutation. It shares nothing with the checker,
 * so that one mistake cannot be on both sides.
 */
export function expectationOf(mutation: Mutation): Expectation {
  switch (mutation.kind) {
    case 'order-member':
    case 'element':
    case 'error-member':
    case 'body-text':
    case 'bytes':
      return judgeBody(mutation);
    case 'status':
      return judgeStatusOf(mutation.situation, mutation.status);
    case 'header':
      return asStated(judgeHeader(mutation), mutation.answer, mutation.only);
    case 'framing':
      return asStated(judgeFraming(mutation.answer, mutation.framing), mutation.answer, undefined);
    case 'no-content':
      return judgeNoContent(mutation);
    case 'effect':
      return judgeEffect(mutation);
  }
}
