import { headerValues, responseOf } from '../../evidence/exchange.js';
import type { DeviantAnswer } from './deviation.js';
import type { KindName, Trait } from './kinds.js';
import type { BodyShape } from './shape.js';

/** Software that deviates by default: how that looks on the wire, and how to repair it there. It gives a cause its name. */
export interface Fingerprint {
  readonly id: string;
  readonly name: string;
  /** How it looks on the wire, in one line. */
  readonly looks: string;
  /** How to repair it, with lines of code if they say it best. */
  readonly repair: string;
  /** The software is recognised if one of these fits a cause. */
  readonly signs: readonly Sign[];
}

/** Fits a cause if all its answers have these properties; for `text` and `header`, one answer is enough. */
interface Sign {
  /** The kind of trait that the deviations share. */
  readonly trait: KindName;
  readonly statuses?: readonly number[];
  readonly mediaType?: string;
  readonly body?: BodyShape['body'];
  /** All members of an object, in any order; those with a question mark need not be there. */
  readonly members?: readonly string[];
  readonly text?: RegExp;
  readonly header?: readonly [name: string, value: RegExp];
}

export const fits = ({ signs }: Fingerprint, traits: readonly Trait[], answers: readonly DeviantAnswer[]): boolean =>
  signs.some(({ trait, text, header: [name, value] = ['', undefined], ...sign }) => {
    const hasHeader = ({ exchange }: DeviantAnswer): boolean =>
      headerValues(responseOf(exchange) ?? { headers: [] }, name).some((sent) => value?.test(sent));
    return (
      traits.some(({ kind }) => kind === trait) &&
      answers.every((answer) => isLike(sign, answer)) &&
      (!text || answers.some(({ shape }) => text.test(shape.head))) &&
      (!value || answers.some(hasHeader))
    );
  });

function isLike(
  { statuses, mediaType, body, members }: Omit<Sign, 'trait'>,
  { status, shape }: DeviantAnswer,
): boolean {
  const names = shape.members.map(([name]) => name);
  const hasMembers = (expected: readonly string[]): boolean =>
    shape.body === 'object' &&
    names.every((name) => expected.includes(name) || expected.includes(`${name}?`)) &&
    expected.every((name) => name.endsWith('?') || names.includes(name));
  return (
    (!statuses || statuses.includes(status)) &&
    (mediaType === undefined || shape.mediaType === mediaType) &&
    (body === undefined || shape.body === body) &&
    (!members || hasMembers(members))
  );
}
