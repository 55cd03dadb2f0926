import { quoted } from '../../evidence/quoted.js';
import type { Secrets } from '../../evidence/secrets/redaction.js';
import type { SentExchange, Transport } from './transport.js';

/**
 * A transport whose responses know which secrets no quote shows, and whose error messages are without them. Responses
 * stay as they are, because they are judged.
 */
export const withSecrets = (transport: Transport, secrets: Secrets): Transport => ({
  async send(request, signal, sink) {
    const exchange = await transport.send(request, signal, sink).catch((error: unknown) => {
      throw withoutSecrets(error, secrets);
    });
    const settled = exchange.settled?.then((whole) => knowing(whole, secrets));
    return { ...knowing(exchange, secrets), ...(settled && { settled }) };
  },
  close: () => transport.close(),
});

/** A quote in the form of `JSON.stringify`. A message has one at most, at its first quotation mark. */
const QUOTE = /^([^"]*)("(?:[ !#-[\]-\uffff]|\\(?:["\\bfnrt]|u[\da-f]{4}))*")/;
/** The scheme that a proxy asks for, which is cut. */
const SCHEME = /(Proxy-Authenticate: )([!-~]+)(?=\))/;

function knowing(exchange: SentExchange, secrets: Secrets): SentExchange {
  const { outcome } = exchange;
  if (outcome.kind === 'response')
    return { ...exchange, outcome: { ...outcome, response: { ...outcome.response, secrets } } };
  // Quotes are cut only here, after redaction: a part of a secret would not be found.
  const message = outcome.failure.message
    .replace(QUOTE, (_, before: string, text: string) => before + quoted(secrets.redactQuote(JSON.parse(text))))
    .replace(SCHEME, (_, before: string, scheme: string) => before + secrets.redactQuote(scheme));
  return { ...exchange, outcome: { kind: 'failure', failure: { ...outcome.failure, message } } };
}

/** An error of the suite may quote the text that caused it. */
function withoutSecrets(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.redact(error.message);
  if (error.stack !== undefined) error.stack = secrets.redact(error.stack);
  return error;
}
