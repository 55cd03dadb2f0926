import { once } from '../interface/helpers/helpers.js';
import type { Answer } from './answer.js';
import type { BodyRecord, ResponseRecord } from './exchange.js';
import {
  contractSchemas,
  errorDeviations,
  type JsonBody,
  type JsonProblem,
  readJsonBody,
  type SchemaDeviation,
  type Schemas,
} from './listing/index.js';

export type { SchemaDeviation, SchemaError } from './listing/index.js';

/** The body of a response, strictly read as JSON (§0, RFC 8259). */
type BodyReading =
  | { readonly kind: 'absent' }
  /** The body is shorter than announced, or its content coding is broken. */
  | { readonly kind: 'truncated' | 'undecodable' }
  /** A limit of this suite, not of the target. `why` is one sentence. */
  | { readonly kind: 'unread'; readonly why: string }
  | { readonly kind: 'problem'; readonly problem: JsonProblem }
  | JsonValue;

export type JsonValue = Extract<JsonBody, { kind: 'value' }>;

/** Several rules look at the same body, and responses share bodies that are equal; each is read once. */
export const readBody = ({ body }: Pick<ResponseRecord, 'body'>): BodyReading => readOnce(body);

const readOnce = once(read);

/** The ways in which a JSON body breaks the schema of an Error. Empty if the body is not JSON. */
export const readError = ({ response, schemas = contractSchemas }: Answer): readonly SchemaDeviation[] =>
  deviationsBy(schemas)(response.body);

const deviationsBy = once((schemas: Schemas) =>
  once((body: BodyRecord) => (readOnce(body).kind === 'value' ? errorDeviations(body.head, schemas) : [])),
);

const TOO_LONG = 'The body is longer than what the suite keeps of it (1 MiB, and less once many were long).';

function read(body: BodyRecord): BodyReading {
  if (body.end === 'truncated' || body.end === 'undecodable') return { kind: body.end };
  if (body.length === 0) return { kind: 'absent' };
  if (!body.whole) return { kind: 'unread', why: TOO_LONG };
  return readJsonBody(body.head);
}
