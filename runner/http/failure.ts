import type { PeerCertificate } from 'node:tls';
import type { Failure } from '../../evidence/exchange.js';

/**
 * An exchange ended without a response. The message may quote the target in full; it is cut when secrets are removed.
 */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';

  constructor(
    readonly kind: Failure['kind'],
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** More than any server sends. The limit bounds the memory that a hostile server can use. */
export const MAX_HEADER_BYTES = 32 * 1024;

export const LARGE_HEADER = `The header of the response has more than ${MAX_HEADER_BYTES} bytes`;

const WHO_WRITES_IT = 'Find out who writes that: the service, or a gateway in front of it.';

const MORE_BYTES = 'more bytes follow a response than its header announces';

/** @param what the problem, as a clause after a colon */
export const malformed = (what: string, remedy = WHO_WRITES_IT, kind: Failure['kind'] = 'protocol'): ExchangeFailure =>
  new ExchangeFailure(kind, `The response of the target is not HTTP/1.1 (RFC 9112): ${what}. ${remedy}`);

const TWO_LENGTHS = 'its header has both Content-Length and Transfer-Encoding';
const ONE_LENGTH =
  'Send one of them (RFC 9112 §6.2). A proxy that passes on an answer often adds the second: look at what is in front of the service, too.';

/** The response exceeds a limit of the suite, so it is not judged. */
export const tooLarge = (what: string): ExchangeFailure =>
  new ExchangeFailure(
    'too-large',
    `${what}, which is more than the suite reads. It is not judged. Check what the target, or what is in front of it, sends there.`,
  );

export const isTooLarge = (error: unknown): boolean => error instanceof ExchangeFailure && error.kind === 'too-large';

/** A text that Node, OpenSSL or undici adds to an error. Empty if there is none. */
const textIn = (error: unknown, name: 'code' | 'reason'): string => {
  const text: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
  return typeof text === 'string' ? text : '';
};

/** OpenSSL 3.2 renamed some codes; the old names are used here. */
const codeOf = (error: unknown): string => textIn(error, 'code').replace('SSL/TLS', 'SSLV3');

/** Quotes the host names of a certificate that is for others. */
const namesIn = (error: unknown): string | undefined =>
  error instanceof Error && 'cert' in error
    ? JSON.stringify((error.cert as PeerCertificate).subjectaltname)
    : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Makes a handler that turns any error into an ExchangeFailure and throws it. An ExchangeFailure is thrown as it is.
 */
const rethrow =
  (inWords: (error: unknown) => ExchangeFailure) =>
  (error: unknown): never => {
    throw error instanceof ExchangeFailure ? error : inWords(error);
  };

/** The text of a table for the code of an error. */
const reasonIn = (reasons: Readonly<Record<string, string>>, error: unknown): string | undefined =>
  reasons[codeOf(error)]?.replace('CODE', codeOf(error)).replace('NAMES', () => namesIn(error) ?? 'none');

export const IS_IT_OPEN = 'Is the address right, and does a firewall let the connection through?';
const NO_ROUTE = 'failed: there is no route to it (CODE). Is a VPN or a proxy needed?';

const TOO_MANY_FILES =
  'failed: this machine lets the suite open no more files and connections (CODE). Raise `ulimit -n`, or run with a lower --concurrency.';

const CONNECT_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'was refused (CODE). Is the service running, and is the base address right?',
  ENOTFOUND:
    'failed: its host name is unknown (CODE). Is the base address right, and does this machine resolve such names?',
  EAI_AGAIN: 'failed: its host name could not be looked up just now (CODE). Check the DNS of this machine.',
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  EMFILE: TOO_MANY_FILES,
  ENFILE: TOO_MANY_FILES,
  ETIMEDOUT: `failed: nothing answered there (CODE). ${IS_IT_OPEN}`,
};

/** Names the variable, too: it often belongs to the whole machine, and the user may not know of it. */
const variableFor = ({ protocol }: URL): string => (protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');

export const proxyName = (proxy: URL, target: URL): string => `proxy ${proxy.origin} (from ${variableFor(target)})`;

/** The place that a connection leads to. */
export const placeOf = ({ target, proxy }: { readonly target: URL; readonly proxy: URL | undefined }): string =>
  proxy === undefined ? target.origin : `${target.origin} (through ${variableFor(target)})`;

/** @param what the problem and a first remedy; the message ends with the second one */
export const proxyProblem = (proxy: URL, target: URL, what: string, cause?: unknown) => {
  const message = `The ${proxyName(proxy, target)} ${what} name ${target.hostname} in NO_PROXY, to connect without it.`;
  return new ExchangeFailure('connect', message, cause);
};

/** @param challenge its Proxy-Authenticate */
export const proxyWantsPassword = (proxy: URL, target: URL, challenge = '') => {
  const [scheme = 'none'] = /^[!-~]{1,30}/.exec(challenge) ?? [];
  const came = `wants a user name and password (407, Proxy-Authenticate: ${scheme})`;
  return proxyProblem(proxy, target, `${came}. Put the right ones into its address there (they are sent as Basic), or`);
};

export const proxyFailure = (proxy: URL, target: URL) =>
  rethrow((error) => {
    if (CONNECT_REASONS[codeOf(error)] === TOO_MANY_FILES) return connectFailure(proxy.origin)(error);
    const what = `could not be reached: ${messageOf(error)}. Is it running? Correct or unset the variable, or`;
    return proxyProblem(proxy, target, what, error);
  });

export const connectFailure = (place: string) =>
  rethrow((error) => {
    const otherwise = `failed: ${messageOf(error)}. Check the base address and the network.`;
    const reason = reasonIn(CONNECT_REASONS, error) ?? otherwise;
    return new ExchangeFailure('connect', `Connecting to ${place} ${reason}`, error);
  });

const UNTRUSTED =
  'no authority that is trusted here signed the certificate (CODE). Name the root certificate of its authority with --ca (of a self-signed one: itself), or switch the check off with --insecure.';
const NO_ISSUER =
  "the server's certificates lead to no root certificate that is trusted here (CODE). Let the server send every intermediate certificate; if the root is not a public one, name it with --ca; or switch the check off with --insecure.";
const NO_TLS = 'what answers there does not speak TLS (CODE). Should its address begin with http:// instead?';
const BROKEN_OFF =
  'the server broke it off (CODE). Does it speak TLS 1.2 or 1.3, with ciphers of today? Does it want a client certificate, or another one (--cert, --key)?';

const ALLOW_HTTP_1 =
  'The suite speaks HTTP/1.1, and this is mostly a server of HTTP/2 alone: allow HTTP/1.1 there, or judge it through a proxy that speaks both.';

const TLS_REASONS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: NO_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NO_ISSUER,
  CERT_HAS_EXPIRED: 'the certificate has expired (CODE). Renew it, or switch the check off with --insecure.',
  CERT_NOT_YET_VALID:
    'the certificate is not valid yet (CODE). Is the clock of this machine right? Otherwise, issue one that is valid now, or switch the check off with --insecure.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate is for another host name (CODE): NAMES. Use the host name that it is for, or switch the check off with --insecure.',
  ECONNRESET: BROKEN_OFF,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: BROKEN_OFF,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: BROKEN_OFF,
  ERR_SSL_UNSUPPORTED_PROTOCOL: BROKEN_OFF,
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'the server knows no such host name (CODE). Use the host name that it is for.',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: `it offers no HTTP/1.1 (CODE). ${ALLOW_HTTP_1}`,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
};

export const tlsFailure = (place: string) =>
  rethrow((error) => {
    const otherwise = `${textIn(error, 'reason') || messageOf(error)}. Check the certificates: --ca sets which are trusted, --cert and --key which one is shown.`;
    const reason = reasonIn(TLS_REASONS, error) ?? otherwise;
    return new ExchangeFailure('tls', `The TLS handshake with ${place} failed: ${reason}`, error);
  });

const LOOK_FOR =
  'Look for a crash in the log of the service, or for a limit of its connections (then run with --concurrency 1)';

/** Handles errors on an open connection to `place` before the header of the response was complete. */
export const responseFailure = (place: string, heard: { readonly header: string }) =>
  rethrow((error) => {
    const known = violationIn(error);
    if (known) return known;
    const code = codeOf(error);
    // undici reports the same code for a header that is broken further on.
    if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      if (/^transfer-encoding:/im.test(heard.header)) return malformed(TWO_LENGTHS, ONE_LENGTH);
      const [line = ''] = /^content-length:[^\r\n]*/im.exec(heard.header) ?? [];
      return malformed(`its header cannot be read from the line ${JSON.stringify(line)} on`);
    }
    if (['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)) {
      const remedy = place.startsWith('https:')
        ? `${LOOK_FOR}; if it wants a client certificate, name one that it accepts with --cert and --key.`
        : `${LOOK_FOR}.`;
      const message = `${place} closed the connection before it sent the header of a response (${code}). ${remedy}`;
      return new ExchangeFailure('reset', message, error);
    }
    // With TLS 1.3, OpenSSL reports some refusals of a client certificate only when the first bytes are read.
    if (code.startsWith('ERR_SSL_')) return tlsFailure(place)(error);
    return new ExchangeFailure(
      'reset',
      `The exchange with ${place} broke off: ${messageOf(error)}. Send it again.`,
      error,
    );
  });

const IS_LENGTH_RIGHT =
  'Is `Content-Length` smaller than the body? It counts bytes, not characters. Otherwise, the service sends a response that nobody asked for.';

/** A TLS alert or handshake (RFC 8446 §5.1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these bytes are what is looked for
const TLS_RECORD = /^[\x15\x16]\x03[\x00-\x04]/;

const spokeHttp2 = new ExchangeFailure('protocol', `What answers there speaks HTTP/2. ${ALLOW_HTTP_1}`);

/** The first frame of every HTTP/2 server (RFC 9113 §3.4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these bytes are what is looked for
const HTTP_2_SETTINGS = /^\x00\x00[\s\S]\x04\x00\x00\x00\x00\x00/;

const spokeTls = new ExchangeFailure(
  'tls',
  'What answers there speaks TLS, not plain HTTP. Should the base address begin with https:// instead?',
);

/** Quotes the objection of undici's parser, which stopped at `rest`. */
function objected(objection: string, rest: string): ExchangeFailure {
  if (/^(Content-Length|Transfer-Encoding) can't be present with /.test(objection))
    return malformed(TWO_LENGTHS, ONE_LENGTH);
  const isHttp = !objection.startsWith('Expected HTTP/');
  return malformed(
    `${objection}, at ${JSON.stringify(rest)}`,
    isHttp ? undefined : 'Is the base address that of an HTTP service?',
  );
}

/**
 * Recognises responses that undici cannot read or refuses. Undefined for any other error. undici has few codes for
 * these, so messages are compared.
 */
export const violationIn = (error: unknown): ExchangeFailure | undefined => {
  const message = messageOf(error);
  if (codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW') return tooLarge(LARGE_HEADER); // trailers, too
  const [, objection] = /^Response does not match the HTTP\/1\.1 protocol \((.*)\)$/s.exec(message) ?? [];
  if (objection !== undefined) {
    const rest = error instanceof Error && 'data' in error ? String(error.data) : '';
    // RFC 9112 §7.1.1 allows white space before a chunk extension, but undici does not read it.
    if (rest.startsWith(';')) return tooLarge('A chunk of the body has white space before its extension');
    if (HTTP_2_SETTINGS.test(rest)) return spokeHttp2;
    return TLS_RECORD.test(rest) ? spokeTls : objected(objection, rest);
  }
  if (message === 'bad upgrade') return malformed('it switches protocols (101) without having been asked to');
  return message === 'bad response' ? malformed(MORE_BYTES, IS_LENGTH_RIGHT, 'excess') : undefined;
};
