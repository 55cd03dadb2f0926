import { headerValues, responseOf } from '../../evidence/exchange.js';
import type { Look } from './look.js';
import type { DeviantAnswer, Trait } from './trait.js';

/** What a known piece of software does by default, how it shows, and how it is repaired there. */
export interface Fingerprint<Kind extends string = string> {
  readonly id: string;
  readonly name: string;
  /** On the wire, in a line. */
  readonly looks: string;
  /** It shows where one of these fits. */
  readonly signs: readonly Sign<Kind>[];
  /** What to change, with code lines where these say it best. */
  readonly repair: string;
}

/** Fits a cause where each answer of it is as said here; of `text` and `header`, at least one answer. */
export interface Sign<Kind extends string = string> {
  /** The kind of trait that the deviations share. */
  readonly trait: Kind;
  readonly statuses?: readonly number[];
  readonly mediaType?: string;
  readonly body?: Look['body'];
  /** All members of an object, in any order; those with a question mark need not be there. */
  readonly members?: readonly string[];
  readonly text?: RegExp;
  readonly header?: readonly [name: string, value: RegExp];
}

export const fingerprintOf = (
  fingerprints: readonly Fingerprint[],
  traits: readonly Trait[],
  answers: readonly DeviantAnswer[],
): Fingerprint | undefined => fingerprints.find(({ signs }) => signs.some((sign) => fits(sign, traits, answers)));

function fits(sign: Sign, traits: readonly Trait[], answers: readonly DeviantAnswer[]): boolean {
  if (!traits.some(({ kind }) => kind === sign.trait)) return false;
  const { text, header } = sign;
  return (
    answers.every((answer) => isLike(sign, answer)) &&
    (text === undefined || answers.some(({ look }) => text.test(look.head))) &&
    (header === undefined || answers.some((answer) => hasHeader(answer, header)))
  );
}

const isLike = ({ statuses, mediaType, body, members }: Sign, { status, look }: DeviantAnswer): boolean =>
  (statuses === undefined || statuses.includes(status)) &&
  (mediaType === undefined || look.mediaType === mediaType) &&
  (body === undefined || look.body === body) &&
  (members === undefined || hasMembers(look, members));

function hasMembers({ body, members }: Look, wanted: readonly string[]): boolean {
  const names = members.map(([name]) => name);
  const known = wanted.map((name) => name.replace('?', ''));
  const needed = wanted.filter((name) => !name.endsWith('?'));
  return (
    body === 'object' && names.every((name) => known.includes(name)) && needed.every((name) => names.includes(name))
  );
}

function hasHeader({ exchange }: DeviantAnswer, [name, value]: NonNullable<Sign['header']>): boolean {
  const response = responseOf(exchange);
  return response !== undefined && headerValues(response, name).some((sent) => value.test(sent));
}
