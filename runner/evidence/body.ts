import { once } from '../helpers/once.js';
import {
  errorDeviations,
  type JsonBody,
  type JsonProblem,
  readJsonBody,
  type SchemaDeviation,
} from '../listing/index.js';
import type { ResponseRecord } from './exchange.js';

export { readJsonBody, type SchemaDeviation, type SchemaError } from '../listing/index.js';

/** The body of a response, strictly read as JSON (§0, RFC 8259). */
export type BodyReading =
  | { readonly kind: 'absent' }
  /** The body is shorter than announced, or its content coding is broken. */
  | { readonly kind: 'truncated' | 'undecodable' }
  /** A limit of this suite, not of the target. `why` is one sentence. */
  | { readonly kind: 'unread'; readonly why: string }
  | { readonly kind: 'problem'; readonly problem: JsonProblem }
  | JsonValue;

export type JsonValue = Extract<JsonBody, { kind: 'value' }>;

/** Cached, since several rules read the same body. */
export const readBody = once(read);

/** Lists how a JSON body breaks the schema of an Error. Empty if the body is not JSON. */
export const readError = once((response: ResponseRecord): readonly SchemaDeviation[] =>
  readBody(response).kind === 'value' ? errorDeviations(response.body.head) : [],
);

function read({ body }: ResponseRecord): BodyReading {
  if (body.end === 'truncated' || body.end === 'undecodable') return { kind: body.end };
  if (body.length === 0) return { kind: 'absent' };
  if (!body.whole)
    return {
      kind: 'unread',
      why: 'The body is longer than what the suite keeps of it (1 MiB, and less once many were long).',
    };
  return readJsonBody(body.head);
}
