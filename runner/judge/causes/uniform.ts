import type { Evidence } from '../../evidence/evidence.js';
import { isValid, operationOf } from '../../evidence/request.js';
import { lookOf } from './look.js';

/** Fewer answers than this show no pattern. */
const ENOUGH = 4;

/** What every request gets, whatever it asks for and whichever key it carries: something else than the service answers. */
export function uniformAnswer(evidence: Evidence): { readonly status: number } | undefined {
  const answers = evidence.answered(() => true);
  const [first] = answers;
  const credentials = new Set(answers.map(({ request }) => isValid(request.credential)));
  const operations = new Set(answers.map(({ request }) => operationOf(request)));
  if (!first || answers.length < ENOUGH || credentials.size < 2 || operations.size < 2) return undefined;
  const { body } = lookOf(first.response);
  const isSame = answers.every(({ status, response }) => status === first.status && lookOf(response).body === body);
  return isSame ? { status: first.status } : undefined;
}
