import type { BodyKind } from '../mutation.js';
import type { Situation } from '../situation.js';

/** What the contract says of a mutated server. `open`: the contract can be read in more than one way, so nothing follows. */
export type Expectation =
  | { readonly violates: 'must' | 'should'; readonly requirements: readonly string[]; readonly also: readonly string[] }
  | { readonly violates: 'nothing' }
  /** It answers a situation that a `must` is about with a temporary refusal only. */
  | { readonly violates: 'cannot-be-told' }
  | { readonly violates: 'open' };

/** Requirements that only follow from the contract, or from HTTP, JSON or RFC 3339; all others are `must`. */
const shoulds: ReadonlySet<string> = new Set([
  'order.members-unique',
  'order.ship-date-rfc3339',
  'list.no-pagination',
  'list.query-ignored',
  'cancel.again',
  'cancel.race',
  'cancel.unknown.zero-negative',
  'cancel.not-int64',
  'auth.www-authenticate',
]);

const levelOf = (requirements: readonly string[]): 'must' | 'should' =>
  requirements.every((id) => shoulds.has(id)) ? 'should' : 'must';

/** @param broken every requirement that does not hold; @param also may be found broken too: it says the same in other words */
export const violating = (broken: readonly string[], also: readonly string[] = []): Expectation =>
  broken.length === 0 ? conforming : { violates: levelOf(broken), requirements: [...new Set(broken)], also };

export const conforming: Expectation = { violates: 'nothing' };
export const open: Expectation = { violates: 'open' };
export const unjudgeable: Expectation = { violates: 'cannot-be-told' };

/** Ids that the type allows and the contract has no word on: what is wrong with the 404 for them is no more than a `should`. */
const BY_INFERENCE = ['cancel.unknown.zero-negative'];

/** What an expectation on the answers of a kind comes to where only those to one situation are other ones. */
export function asStated(expectation: Expectation, answer: BodyKind, only: Situation | undefined): Expectation {
  if (answer !== '404' || !('requirements' in expectation)) return expectation;
  if (only === undefined) return { ...expectation, also: [...expectation.also, ...BY_INFERENCE] };
  return only === 'cancel-unknown-zero' || only === 'cancel-unknown-negative' ? violating(BY_INFERENCE) : expectation;
}
