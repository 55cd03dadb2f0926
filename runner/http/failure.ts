import type { Failure } from '../evidence/exchange.js';

const LONGEST_QUOTE = 80;

/** What the target said, as a part of a message. */
export const quoted = (said: string): string =>
  JSON.stringify(said.length > LONGEST_QUOTE ? `${said.slice(0, LONGEST_QUOTE - 1)}…` : said);

/** An exchange ended without a response. Its message may quote the target. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';

  constructor(
    readonly kind: Failure['kind'],
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** More than any server sends; a bound on what a hostile one can make the suite hold. */
export const MAX_HEADER_BYTES = 64 * 1024;

export const LARGE_HEADER = `The header of the response has more than ${MAX_HEADER_BYTES} bytes`;

export const exchangeFailure = (kind: Failure['kind'], message: string, cause?: unknown): ExchangeFailure =>
  new ExchangeFailure(kind, message, { cause });

/** @param what was found, as a clause that follows a colon */
export const malformed = (what: string): ExchangeFailure =>
  exchangeFailure(
    'protocol',
    `The response of the target is not HTTP/1.1 (RFC 9112): ${what}. Check that the base address is that of an HTTP service, and what is in front of it.`,
  );

/** What came is over a limit of the suite, so that nothing is judged by it. */
export const tooLarge = (what: string): ExchangeFailure =>
  exchangeFailure(
    'too-large',
    `${what}, which is more than the suite reads. It is not judged. Check what the target, or what is in front of it, sends there.`,
  );

/** Of undici, for headers and trailers alike. */
export const limitIn = (error: unknown): ExchangeFailure | undefined =>
  codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW' ? tooLarge(LARGE_HEADER) : undefined;

export const isTooLarge = (error: unknown): boolean => error instanceof ExchangeFailure && error.kind === 'too-large';

/** The code of a Node or undici error; empty where it has none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isReset = (code: string): boolean =>
  ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code);

/** Throws an error in words; one that is in words already stays as it is. */
const rethrow =
  (inWords: (error: unknown, code: string) => ExchangeFailure) =>
  (error: unknown): never => {
    throw error instanceof ExchangeFailure ? error : inWords(error, codeOf(error));
  };

/** Why no connection to `place` (an origin) came about. */
export const connectFailure = (place: string) =>
  rethrow((error, code) =>
    exchangeFailure('connect', `Connecting to ${place} ${connectReason(code, messageOf(error))}`, error),
  );

export const connectTimeout = (place: string, milliseconds: number, hint = ''): ExchangeFailure =>
  exchangeFailure(
    'timeout',
    `Connecting to ${place} took longer than ${milliseconds} ms. Is the address right, and does a firewall let the connection through?${hint}`,
  );

const connectReason = (code: string, message: string): string => {
  switch (code) {
    case 'ECONNREFUSED':
      return 'was refused (ECONNREFUSED). Is the service running, and is the base address right?';
    case 'ENOTFOUND':
      return 'failed: its host name is unknown (ENOTFOUND). Is the base address right, and does this machine resolve such names?';
    case 'EAI_AGAIN':
      return 'failed: its host name could not be looked up just now (EAI_AGAIN). Check the DNS of this machine.';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `failed: there is no route to it (${code}). Is a VPN or a proxy needed?`;
    case 'ETIMEDOUT':
      return 'failed: nothing answered there (ETIMEDOUT). Is the address right, and does a firewall let the connection through?';
    default:
      return `failed${code === '' ? '' : ` (${code})`}: ${message}. Check the base address and the network.`;
  }
};

/** Why the TLS handshake with `place` failed. */
export const tlsFailure = (place: string) =>
  rethrow((error, code) =>
    exchangeFailure('tls', `The TLS handshake with ${place} failed: ${tlsReason(code, messageOf(error))}`, error),
  );

const tlsReason = (code: string, message: string): string => {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `no authority that is trusted here signed the certificate (${code}). Name the authority's certificate with --ca, or switch the check off with --insecure.`;
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `the certificate is not valid today (${code}). Renew it, or switch the check off with --insecure.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate is for another host name (${code}). Use the host name that it is for, or switch the check off with --insecure.`;
    case 'ECONNRESET':
      return 'the connection was closed in the middle of it (ECONNRESET). Does that port speak TLS, or does it want a client certificate (--cert, --key)?';
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `what answers there does not speak TLS (${code}). Should the base address begin with http:// instead?`;
    default:
      return `${message}${code === '' ? '' : ` (${code})`}. Check the certificate; --ca, --cert, --key and --insecure set what is accepted and shown.`;
  }
};

/** What was read of a header, for quotes. */
interface Heard {
  /** All of it. */
  readonly header: string;
  /** The line at which a parser stopped, that many bytes before the end of what it was given. */
  lineAt(bytesBefore: number): string;
}

/** Why an exchange on an open connection to `place` ended before the header of a response was there. */
export const responseFailure = (place: string, heard: Heard) =>
  rethrow((error, code) => {
    const known = limitIn(error) ?? violationIn(error, heard);
    if (known) return known;
    // undici also says this of a header that is broken further on.
    if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      const [line = ''] = /^content-length:[^\r\n]*/im.exec(heard.header) ?? [];
      return malformed(`its header cannot be read from the line ${quoted(line)} on`);
    }
    if (isReset(code)) {
      const remedy = place.startsWith('https:')
        ? 'Look for a crash in the log of the service; if it wants a client certificate, name one with --cert and --key.'
        : 'Look for a crash in the log of the service.';
      const message = `${place} closed the connection before it sent the header of a response (${code}). ${remedy}`;
      return exchangeFailure('reset', message, error);
    }
    // OpenSSL reports some refusals of a client certificate only with the first bytes that it reads (TLS 1.3).
    if (code.startsWith('ERR_SSL_')) return tlsFailure(place)(error);
    return exchangeFailure('reset', `The exchange with ${place} broke off: ${messageOf(error)}. Send it again.`, error);
  });

/** What undici cannot read; undefined for any other error. It has few codes for that of its own. */
export const violationIn = (error: unknown, heard: Heard): ExchangeFailure | undefined => {
  const code = codeOf(error);
  const message = messageOf(error);
  const [, objection] = /^Response does not match the HTTP\/1\.1 protocol \((.*)\)$/s.exec(message) ?? [];
  if (objection !== undefined) {
    const rest = error instanceof Error && 'data' in error ? String(error.data) : '';
    // Where the rest is not UTF-8, its length says nothing.
    const line = heard.lineAt(rest.includes('\ufffd') ? Number.POSITIVE_INFINITY : Buffer.byteLength(rest));
    return malformed(`${objection}, in the line ${quoted(line)}`);
  }
  if (code !== 'UND_ERR_SOCKET') return undefined;
  if (message === 'bad upgrade') return malformed('it switches protocols (101) without having been asked to');
  return message === 'bad response' ? malformed('something that nobody asked for follows a response') : undefined;
};
