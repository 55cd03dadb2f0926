import type { BodyKind, Framing, Mutation } from '../mutation.js';
import { conforming, type Expectation, violating } from './expectation.js';

/** Who says that a body is JSON. */
const jsonRequirement: Readonly<Record<BodyKind, { readonly syntax: string; readonly type: string }>> = {
  listing: { syntax: 'list.json', type: 'list.content-type' },
  '401': { syntax: 'error.401.json', type: 'error.401.content-type' },
  '404': { syntax: 'error.404.json', type: 'error.404.content-type' },
  '409': { syntax: 'cancel.shipped.body-json', type: 'cancel.shipped.body-json' },
};

/** RFC 9110 §8.3.1: type and subtype compare without regard to case; what follows a semicolon are parameters. */
const isApplicationJson = (value: string): boolean =>
  (value.split(';')[0] ?? '').replace(/^[ \t]+|[ \t]+$/g, '').toLowerCase() === 'application/json';

/** What a field value breaks in an answer; `undefined` where the answer has no such field. */
type Judge = (value: string | undefined, answer: BodyKind) => readonly string[];

const judges: Readonly<Record<string, Judge>> = {
  'content-type': (value, answer) =>
    value !== undefined && isApplicationJson(value) ? [] : [jsonRequirement[answer].type],
  // The body is sent as it is, so that no coding but this one can be undone.
  'content-encoding': (value = 'identity', answer) =>
    value.toLowerCase() === 'identity' ? [] : [jsonRequirement[answer].syntax],
  'www-authenticate': (value = '', answer) =>
    answer === '401' && value.trim() === '' ? ['auth.www-authenticate'] : [],
  'content-range': (value, answer) => (answer === 'listing' && value !== undefined ? ['list.no-pagination'] : []),
};

/** The contract says nothing of other fields. */
export const judgeHeader = ({ answer, name, value }: Extract<Mutation, { kind: 'header' }>): Expectation =>
  violating(judges[name.toLowerCase()]?.(value, answer) ?? []);

/** RFC 9112 §6.3, §8: a body that ends before its announced end is incomplete; one that goes on after it is cut off. */
export function judgeFraming(answer: BodyKind, framing: Framing): Expectation {
  switch (framing) {
    case 'chunked':
    case 'until-close':
      return conforming;
    case 'chunks-cut-off':
      return violating([jsonRequirement[answer].syntax]);
  }
  const off = 'longer' in framing ? framing.longer : framing.shorter;
  return off === 0 ? conforming : violating([jsonRequirement[answer].syntax]);
}

/** §4.2; RFC 9110 §15.3.5, RFC 9112 §6.3: a 204 ends with its header, and announces nothing. */
export function judgeNoContent({ headers, after }: Extract<Mutation, { kind: 'no-content' }>): Expectation {
  const announces = headers.some(([name, value]) => {
    if (name.toLowerCase() === 'transfer-encoding') return true;
    return name.toLowerCase() === 'content-length' && Number(value) !== 0;
  });
  return announces || after !== '' ? violating(['cancel.pending.no-body']) : conforming;
}
