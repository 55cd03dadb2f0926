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

/** What the body of a response says as JSON, strictly read (§0, RFC 8259). */
export type BodyReading =
  | { readonly kind: 'absent' }
  /** Less came than was announced, or its content coding cannot be undone. */
  | { readonly kind: 'truncated' | 'undecodable' }
  /** A limit of this suite, which is not the target's: why it was not read, in one sentence. */
  | { readonly kind: 'unread'; readonly why: string }
  | { readonly kind: 'problem'; readonly problem: JsonProblem }
  | JsonValue;

export type JsonValue = Extract<JsonBody, { kind: 'value' }>;

/** Several rules look at the same body; it is read once. */
export const readBody = once(read);

/** How a body that is JSON breaks the schema of an Error; nothing where it is not JSON. */
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
