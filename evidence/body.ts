import { memoised } from '../interface/helpers/helpers.js';
import type { Answer } from './answer.js';
import { type BodyRecord, codingsIn, type ResponseRecord } from './exchange.js';
import {
  contractSchemas,
  errorDeviations,
  type JsonBody,
  type JsonProblem,
  readJsonBody,
  type SchemaDeviation,
  type Schemas,
} from './listing/index.js';
import { quote } from './quoted.js';

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
export const readBody = (response: ResponseRecord): BodyReading => {
  const reading = readOnce(response.body);
  return reading.kind === 'unread' ? { ...reading, why: whyStopped(response, reading.why) } : reading;
};

/** Why a body was not read to its end: its coding, or else a limit of the suite. */
export const whyStopped = (response: ResponseRecord, otherwise: string): string => {
  const { end, codings: undone } = response.body;
  const codings = codingsIn(response);
  if (end !== 'stopped' || codings.length === undone.length) return otherwise;
  return `A body comes in the coding ${quote(response, codings.join(', '))}, which the suite does not read, and no request accepts. Send gzip, deflate or none, as \`Accept-Encoding\` says.`;
};

const readOnce = memoised(read);

/** The ways in which a JSON body breaks the schema of an Error. Empty if the body is not JSON. */
export const readError = ({ response, schemas = contractSchemas }: Answer): readonly SchemaDeviation[] =>
  deviationsBy(schemas)(response.body);

const deviationsBy = memoised((schemas: Schemas) =>
  memoised((body: BodyRecord) => (readOnce(body).kind === 'value' ? errorDeviations(body.head, schemas) : [])),
);

const TOO_LONG = 'The body is longer than what the suite keeps of it (1 MiB, and less once many were long).';

function read(body: BodyRecord): BodyReading {
  if (body.end === 'truncated' || body.end === 'undecodable') return { kind: body.end };
  if (body.length === 0) return { kind: 'absent' };
  if (!body.whole) return { kind: 'unread', why: TOO_LONG };
  return readJsonBody(body.head);
}
