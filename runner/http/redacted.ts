import { quoted } from '../evidence/quoted.js';
import type { Secrets } from '../secrets/redaction.js';
import type { SentExchange, Transport } from './transport.js';

/** The same transport, with secrets left out of the sentences that it makes. What it received stays as it is: it is judged. */
export const redacted = (transport: Transport, secrets: Secrets): Transport => ({
  async send(request, signal, sink) {
    const exchange = await transport.send(request, signal, sink).catch((error: unknown) => {
      throw withoutSecrets(error, secrets);
    });
    return withMessage(exchange, secrets);
  },
  close: () => transport.close(),
});

/** As `JSON.stringify` writes it. A message has one quote at most: it is looked for from the first quotation mark. */
const QUOTE = /^([^"]*)("(?:[ !#-[\]-\uffff]|\\(?:["\\bfnrt]|u[\da-f]{4}))*")/;

function withMessage(exchange: SentExchange, secrets: Secrets): SentExchange {
  const { outcome } = exchange;
  if (outcome.kind === 'response') return exchange;
  // What is quoted is cut only now: a part of a secret would not be found.
  const short = outcome.failure.message.replace(
    QUOTE,
    (_, before: string, text: string) => before + quoted(secrets.redact(JSON.parse(text))),
  );
  return { ...exchange, outcome: { kind: 'failure', failure: { ...outcome.failure, message: secrets.redact(short) } } };
}

/** A defect of the suite may quote what it stumbled over. */
function withoutSecrets(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.redact(error.message);
  if (error.stack !== undefined) error.stack = secrets.redact(error.stack);
  return error;
}
