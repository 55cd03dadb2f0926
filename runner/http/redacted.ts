import { quoted } from '../../evidence/quoted.js';
import type { Secrets } from '../../evidence/secrets/redaction.js';
import type { SentExchange, Transport } from './transport.js';

/** A transport that removes secrets from its error messages. Responses stay as they are, because they are judged. */
export const redacted = (transport: Transport, secrets: Secrets): Transport => ({
  async send(request, signal, sink) {
    const exchange = await transport.send(request, signal, sink).catch((error: unknown) => {
      throw withoutSecrets(error, secrets);
    });
    return withMessage(exchange, secrets);
  },
  close: () => transport.close(),
});

/** A quote in the form of `JSON.stringify`. A message has one at most, at its first quotation mark. */
const QUOTE = /^([^"]*)("(?:[ !#-[\]-\uffff]|\\(?:["\\bfnrt]|u[\da-f]{4}))*")/;

function withMessage(exchange: SentExchange, secrets: Secrets): SentExchange {
  const { outcome } = exchange;
  if (outcome.kind === 'response') return exchange;
  // Quotes are cut only here, after redaction: a part of a secret would not be found.
  const short = outcome.failure.message.replace(
    QUOTE,
    (_, before: string, text: string) => before + quoted(secrets.redact(JSON.parse(text))),
  );
  return { ...exchange, outcome: { kind: 'failure', failure: { ...outcome.failure, message: secrets.redact(short) } } };
}

/** An error of the suite may quote the text that caused it. */
function withoutSecrets(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.redact(error.message);
  if (error.stack !== undefined) error.stack = secrets.redact(error.stack);
  return error;
}
