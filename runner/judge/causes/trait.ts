import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, responseOf } from '../../evidence/exchange.js';
import { idText, type Request } from '../../evidence/request.js';
import type { Judgement } from '../judgement.js';
import type { Requirement } from '../requirement.js';
import { type Broken, isBroken } from '../rule.js';
import { type Look, lookOf } from './look.js';

/** What deviations can share: those that share one have one cause. The contract knows its own. */
export interface Trait {
  /** Fingerprints name it. */
  readonly kind: string;
  /** Of several, the one with the lowest says most. */
  readonly rank: number;
  /** Equal for traits that are the same; a cause without a fingerprint is named by it. */
  readonly key: string;
  /** What all answers of a cause have in common, as a sentence; none where their first deviation says it best. */
  headline?(answers: readonly DeviantAnswer[], evidence: Evidence): string | undefined;
  /** It says more than the deviation even where that is the only one. */
  readonly saysMore?: true;
  /** How all its deviations are repaired, where that is not what one of their requirements says. */
  readonly repair?: string | undefined;
  /** What to show of an answer, where that says more than a deviation. */
  example?(answer: DeviantAnswer): Pick<Broken, 'expected' | 'actual'>;
}

/** The traits of each of these deviations, which are all of a run; none of one that has nothing but its requirement. */
export type FindTraits = (
  deviations: readonly Deviation[],
  evidence: Evidence,
) => ReadonlyMap<Deviation, readonly Trait[]>;

const LAST = 1000;

export const requirementTrait = ({ requirement }: Deviation): Trait => ({
  kind: 'requirement',
  rank: LAST,
  key: requirement.id,
});

/** One answer is wrong in more than one place. */
export const answerTrait = ({ exchange }: DeviantAnswer): Trait => ({
  kind: 'answer',
  rank: LAST + 1,
  key: `answer ${idText(exchange.request.id)}`,
});

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
      return [{ requirement, broken: result, answer }];
    }),
  );

function answerOf(exchange: Exchange): DeviantAnswer | undefined {
  const response = responseOf(exchange);
  if (!response) return undefined;
  return { exchange, request: exchange.request, status: response.status, look: lookOf(response) };
}
