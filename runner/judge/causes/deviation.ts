import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, responseOf } from '../../evidence/exchange.js';
import type { PlannedRequest } from '../../evidence/plan.js';
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
  readonly request: PlannedRequest;
  readonly status: number;
  readonly look: Look;
}

/** In the order of the catalogue. */
export const deviationsOf = (judgements: readonly Judgement[], evidence: Evidence): Deviation[] =>
  judgements.flatMap(({ requirement, results }) =>
    results.flatMap(({ result }): Deviation[] => {
      if (!isBroken(result)) return [];
      const answer = result.exchange && answerOf(result.exchange, evidence);
      return [{ requirement, broken: result, ...(answer && { answer }) }];
    }),
  );

function answerOf(exchange: Exchange, evidence: Evidence): DeviantAnswer | undefined {
  const response = responseOf(exchange);
  const request = evidence.request(exchange);
  if (!response || !request) return undefined;
  return { exchange, request, status: response.status, look: lookOf(response) };
}
