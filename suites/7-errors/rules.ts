import type { Answer, Evidence } from '../../runner/evidence/evidence.js';
import type { Observation } from '../../runner/judge/rule.js';
import { notFounds, refusalsOfKey } from '../answers.js';
import { ASPECTS, type ErrorStatus, errorIn } from '../json.js';
import { type Observer, type Rule, rule } from '../rule.js';

/** Every answer with that status which the contract asks for, and the scenario without which there is none. */
const SOURCES: Readonly<Record<ErrorStatus, { from: readonly string[]; answers: (evidence: Evidence) => Answer[] }>> = {
  401: { from: ['auth-list-missing'], answers: refusalsOfKey },
  404: { from: ['cancel-unknown-plain'], answers: notFounds },
};

const STATUSES = [401, 404] as const;

/** Frameworks choose the media type by what is accepted. */
const ACCEPT = ['accept'];

/** §2 and §7: one requirement a status and an aspect of its body. */
export const errorRules: readonly Rule[] = STATUSES.flatMap((status) =>
  Object.entries(ASPECTS).map(([aspect, judge]) =>
    rule(`error.${status}.${aspect}` as Rule['requirement'], {
      needs: [...SOURCES[status].from, ...(aspect === 'content-type' ? ACCEPT : [])],
      each: SOURCES[status].answers,
      judge: (answer) => judge(answer, status) ?? [],
    }),
  ),
);

export const errorCodesObserver: Observer = {
  ambiguity: 'error-codes',
  observe: (evidence) =>
    STATUSES.flatMap((status) =>
      SOURCES[status].answers(evidence).flatMap((answer): Observation[] => {
        const code = errorIn(answer.response)?.error.code;
        return typeof code === 'string' ? [{ observed: `${status}: `, quoted: JSON.stringify(code) }] : [];
      }),
    ),
};
