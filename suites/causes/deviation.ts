import { type Exchange, responseOf } from '../../runner/evidence/exchange.js';
import type { Request } from '../../runner/evidence/request.js';
import type { Judgement } from '../../runner/judge/judgement.js';
import type { Requirement } from '../../runner/judge/requirement.js';
import { type Broken, isBroken } from '../../runner/judge/rule.js';
import { type BodyLook, lookOf } from './look.js';

export interface Deviation {
  readonly requirement: Requirement;
  readonly broken: Broken;
  readonly answer?: DeviantAnswer | undefined;
}

export interface DeviantAnswer {
  readonly exchange: Exchange;
  readonly request: Request;
  readonly status: number;
  readonly look: BodyLook;
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
  return response && { exchange, request: exchange.request, status: response.status, look: lookOf(response) };
}
