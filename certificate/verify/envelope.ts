import { parsed, textOf } from '../bundle/json.js';
import { type Statement, statementText } from '../bundle/statement.js';
import { isSubject } from '../bundle/subject.js';
import { validateStatement } from '../bundle/validators.generated.js';
import { type Envelope, isCanonicalBase64, PAYLOAD_TYPE } from '../signing/dsse.js';

export interface Opened {
  readonly envelope: Envelope;
  readonly statement: Statement;
}

/** What `statement.dsse.json` holds; or what is wrong with it, a sentence. */
export function openEnvelope(text: string): Opened | string {
  const envelope = envelopeIn(text);
  if (typeof envelope === 'string') return envelope;
  const payload = Buffer.from(envelope.payload, 'base64').toString('utf8');
  const value = parsed(payload);
  const [error] = validateStatement(value);
  if (error) return `The statement${error.instancePath} ${error.message ?? 'is not what is expected'}.`;
  const statement = value as Statement;
  if (statementText(statement) !== payload) {
    return 'The statement repeats a member, or is spelled in another way than `certify` spells it.';
  }
  if (!isSubject(statement.predicate.conformance.subject))
    return 'The statement has a subject that is not NAME@VERSION.';
  return { envelope, statement };
}

/** A DSSE envelope as it is written here; or what is wrong with the text, a sentence. */
export function envelopeIn(text: string): Envelope | string {
  const value = parsed(text);
  if (!isEnvelope(value))
    return 'statement.dsse.json is not a DSSE envelope: `payloadType`, `payload` and `signatures`.';
  const { payloadType, payload, signatures } = value;
  if (payloadType !== PAYLOAD_TYPE)
    return `The envelope holds ${JSON.stringify(payloadType)}, not an in-toto statement.`;
  if (signatures.length > 1) return `The envelope has ${signatures.length} signatures; a bundle has one at most.`;
  if (![payload, ...signatures.map(({ sig }) => sig)].every(isCanonicalBase64)) {
    return 'The payload or the signature of the envelope is not valid Base64.';
  }
  const written: Envelope = {
    payloadType,
    payload,
    signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })),
  };
  return textOf(written) === text ? written : 'The envelope holds more than `certify` writes, or was reformatted.';
}

function isEnvelope(value: unknown): value is Envelope {
  const { payloadType, payload, signatures } = Object(value) as Partial<Record<keyof Envelope, unknown>>;
  return (
    typeof payloadType === 'string' &&
    typeof payload === 'string' &&
    Array.isArray(signatures) &&
    signatures.every((entry) => typeof Object(entry).keyid === 'string' && typeof Object(entry).sig === 'string')
  );
}
