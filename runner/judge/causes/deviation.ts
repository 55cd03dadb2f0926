import { type Exchange, responseOf } from '../../evidence/exchange.js';
import type { Request } from '../../evidence/request.js';
import type { Judgement } from '../judgement.js';
import type { Requirement } from '../requirement.js';
import { type Broken, isBroken } from '../rule.js';
import { type Look, lookOf } from './look.js';

export interface Deviation {
  readonly requirement: Requirement;
  readonly broken: Broken;
  readonly answer?: DeviantAnswer;
}

export interface DeviantAnswer {
  readonly exchange: Exchange;
  readonly request: Request;
  readonly status: number;
  readonly look: Look;
}

/** In the order of the catalogue. */
export const deviationsOf = (judgements: readonly Judgement[]): Deviation[] =>
  judgements.flatMap(({ requirement, results }) =>
    results.flatMap(({ result }): Deviation[] => {
      if (!isBroken(result)) return [];
      const answer = result.exchange && answerOf(result.exchange);
      return [{ requirement, broken: result, ...(answer && { answer }) }];
    }),
  );

function answerOf(exchange: Exchange): DeviantAnswer | undefined {
  const response = responseOf(exchange);
  if (!response) return undefined;
  return { exchange, request: exchange.request, status: response.status, look: lookOf(response) };
}
