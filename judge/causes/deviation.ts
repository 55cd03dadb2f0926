import { type Exchange, headerValues, type ResponseRecord, responseOf } from '../../evidence/exchange.js';
import { isSlashRedirect } from '../../evidence/obstacle.js';
import type { Request } from '../../evidence/request.js';
import type { Requirement } from '../../suites/terms/requirement.js';
import { type Broken, isBroken } from '../../suites/terms/rule.js';
import type { Judgement } from '../results/judgement.js';
import { type BodyShape, shapeOf } from './shape.js';

export interface Deviation {
  readonly requirement: Requirement;
  readonly broken: Broken;
  readonly answer?: DeviantAnswer | undefined;
}

export interface DeviantAnswer {
  readonly exchange: Exchange;
  readonly request: Request;
  readonly response: ResponseRecord;
  readonly status: number;
  readonly shape: BodyShape;
}

/** In the order of the catalogue. */
export const deviationsOf = (judgements: readonly Judgement[]): Deviation[] =>
  judgements.flatMap(({ requirement, results }) =>
    results.flatMap(({ result }) =>
      isBroken(result) ? [{ requirement, broken: result, answer: result.exchange && answerOf(result.exchange) }] : [],
    ),
  );

function answerOf(exchange: Exchange): DeviantAnswer | undefined {
  const response = responseOf(exchange);
  return (
    response && { exchange, request: exchange.request, response, status: response.status, shape: shapeOf(response) }
  );
}

/** The target redirects to the same path with a slash at its end, or without one. */
export function isSlashAdded({ exchange: { sent }, response }: DeviantAnswer): boolean {
  const path = sent.url.replace(/\?.*/, '');
  const [location = ''] = headerValues(response, 'location');
  return isSlashRedirect(response, path) && new URL(location, path).pathname !== new URL(path).pathname;
}

/** A router may refuse a DELETE that it would have to redirect, and say so in its error. */
export const namesSlash = ({ shape }: DeviantAnswer): boolean => /APPEND_SLASH|trailing slash/i.test(shape.head);
