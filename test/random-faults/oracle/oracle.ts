import { correctBody, mutatedBody } from '../bodies.js';
import { type BodyMutation, bodyKindOf, type Mutation } from '../mutation.js';
import { judgeConflictBody, judgeErrorBody, judgeListingBody } from './bodies.js';
import { judgeEffect } from './effects.js';
import { asStated, type Expectation, open } from './expectation.js';
import { judgeFraming, judgeHeader, judgeNoContent } from './headers.js';
import { judgeStatusOf } from './statuses.js';

function judgeBody(mutation: BodyMutation): Expectation {
  const body = bodyKindOf(mutation);
  const bytes = mutatedBody(mutation);
  switch (body) {
    case 'listing': {
      const time = mutation.only === 'listing-after-cancel' ? 'after-some-cancel' : 'before-any-cancel';
      const expectation = judgeListingBody(bytes, time);
      return mutation.only !== undefined && changesMembers(bytes) ? orTouched(expectation) : expectation;
    }
    case '401':
    case '404':
      return asStated(judgeErrorBody(bytes, body), body, mutation.only);
    case '409':
      return judgeConflictBody(bytes);
  }
}

/** Where one listing alone has other values, a cancel may have written them (§1): of which order, is up to the client. */
const changesMembers = (bytes: Uint8Array): boolean =>
  valuesIn(Buffer.from(bytes).toString('latin1')) !== valuesIn(Buffer.from(correctBody('listing')).toString('latin1'));

const valuesIn = (text: string): string => [...text.matchAll(/"(?:petId|quantity|complete)"\s*:\s*[^,}\]]*/g)].join();

function orTouched(expectation: Expectation): Expectation {
  if (expectation.violates !== 'must') return open;
  return { ...expectation, also: [...expectation.also, 'cancel.others-untouched'] };
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
