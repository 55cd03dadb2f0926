import type { PeerCertificate } from 'node:tls';
import type { Failure, Unreadable } from '../../evidence/exchange.js';
import { failures } from './failures.generated.js';

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

/** @param what the problem, as a clause after a colon */
export const malformed = (what: string, remedy = WHO_WRITES_IT, kind: Unreadable = 'protocol'): ExchangeFailure =>
  new ExchangeFailure(kind, `The response of the target is not HTTP/1.1 (RFC 9112): ${what}. ${remedy}`);

/** The response exceeds a limit of the suite, so it is not judged. */
export const tooLarge = (what: string): ExchangeFailure =>
  new ExchangeFailure(
    'too-large',
    `${what}, which is more than the suite reads. It is not judged. Check what the target, or what is in front of it, sends there.`,
  );

export const isTooLarge = (error: unknown): boolean => error instanceof ExchangeFailure && error.kind === 'too-large';

/** OpenSSL 3.2 renamed some codes; the old names are used here. Empty if the error has none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code).replace('SSL/TLS', 'SSLV3') : '';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A mistake of this program, or of its host: no network makes such an error. By name, since a host may have its own classes. */
const isNoNetworkError = (error: unknown): boolean =>
  error instanceof Object && 'name' in error && /^(Type|Range|Reference|Syntax)Error$/.test(String(error.name));

/**
 * Makes a handler that turns an error of the network into an ExchangeFailure and throws it. Any other error is thrown as it
 * is.
 */
const rethrow =
  (inWords: (error: unknown) => ExchangeFailure) =>
  (error: unknown): never => {
    throw error instanceof ExchangeFailure || isNoNetworkError(error) ? error : inWords(error);
  };

/** Words and a remedy, by the code of an error: each name is a regular expression. */
type ErrorWords = Readonly<Record<string, string>>;

/** The words for an error, with its code, and with the host names of a certificate that is for others. */
const wordsFor = (table: ErrorWords, error: unknown): string | undefined => {
  const code = codeOf(error);
  const names = error instanceof Error && 'cert' in error ? (error.cert as PeerCertificate).subjectaltname : 'none';
  const [, words] = Object.entries(table).find(([pattern]) => new RegExp(pattern).test(code)) ?? [];
  return words
    ?.replace('CODE', code)
    .replace('ALLOW_HTTP_1', ALLOW_HTTP_1)
    .replace('NAMES', () => JSON.stringify(names));
};

export const IS_IT_OPEN = 'Is the address right, and does a firewall let the connection through?';

const WORDS: Readonly<Record<keyof typeof failures, ErrorWords>> = failures;

/** Names the variable, too: it often belongs to the whole machine, and the user may not know of it. */
const variableFor = ({ protocol }: URL): string => (protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');

export const proxyName = (proxy: URL, target: URL): string => `proxy ${proxy.origin} (from ${variableFor(target)})`;

export interface Destination {
  /** The base address, without query, fragment and user information. */
  readonly target: URL;
  readonly proxy: URL | undefined;
}

/** The place that a connection leads to. */
export const placeOf = ({ target, proxy }: Destination): string =>
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

export const connectFailure = ({ target, proxy }: Destination) =>
  rethrow((error) => {
    if (proxy && !codeOf(error).endsWith('FILE')) {
      const what = `could not be reached: ${messageOf(error)}. Is it running? Correct or unset the variable, or`;
      return proxyProblem(proxy, target, what, error);
    }
    const otherwise = `failed: ${messageOf(error)}. ${IS_IT_OPEN} Is a VPN or a proxy needed?`;
    const cause = wordsFor(WORDS.connect, error) ?? otherwise;
    return new ExchangeFailure('connect', `Connecting to ${(proxy ?? target).origin} ${cause}`, error);
  });

const ALLOW_HTTP_1 =
  'The suite speaks HTTP/1.1, and this is mostly a server of HTTP/2 alone: allow HTTP/1.1 there, or judge it through a proxy that speaks both.';

/** OpenSSL says in `reason` which alert came. */
export const tlsFailure = (place: string, hasCa = false) =>
  rethrow((error) => {
    const problem = error instanceof Error && 'reason' in error ? error.reason : messageOf(error);
    const otherwise = `${problem}. Check the certificates: --ca sets which are trusted, --cert and --key which one is shown.`;
    const cause = wordsFor(hasCa ? { ...WORDS.otherCa, ...WORDS.tls } : WORDS.tls, error) ?? otherwise;
    return new ExchangeFailure('tls', `The TLS handshake with ${place} failed: ${cause}`, error);
  });

/** RFC 9110 §5.5: a name, a colon right after it, and no control characters. */
const FIELD = /^[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*$/;

/** Finds the mistake in a header that undici refused with an error that says less. */
function brokenHeader(header: string, error: unknown): ExchangeFailure | undefined {
  const [length] = /^content-length:[^\r\n]*/im.exec(header) ?? [];
  const [, coding] = /^transfer-encoding:[ \t]*([^\r\n]*)/im.exec(header) ?? [];
  if (length !== undefined && header.startsWith('HTTP/') && coding !== undefined) {
    // RFC 2616 §4.4 allowed it, so old servers send it: it changes nothing.
    if (/^identity\s*$/i.test(coding))
      return tooLarge('The header has `Transfer-Encoding: identity` beside Content-Length');
    return malformed(
      'its header has both Content-Length and Transfer-Encoding',
      'Send one of them (RFC 9112 §6.2). A proxy that passes on an answer often adds the second: look at what is in front of the service, too.',
      'two-framings',
    );
  }
  // undici reports the same code for a header that is broken further on.
  if (codeOf(error) !== 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return undefined;
  const line = header.split('\r\n').find((each, at) => at > 0 && !FIELD.test(each));
  return line === undefined
    ? malformed(`its header cannot be read from the line ${JSON.stringify(length)} on`, undefined, 'length')
    : malformed(`its header has the line ${JSON.stringify(line)}`, undefined, 'field');
}

/** Handles errors on an open connection to `place` before the header of the response was complete. */
export const responseFailure = (place: string, tap: { readonly header: string }) =>
  rethrow((error) => {
    const violation = brokenHeader(tap.header, error) ?? violationIn(error);
    if (violation) return violation;
    const code = codeOf(error);
    // With TLS 1.3, OpenSSL reports some refusals of a client certificate only when the first bytes are read.
    if (code.startsWith('ERR_SSL_')) return tlsFailure(place)(error);
    const certificate = '; if it wants a client certificate, name one that it accepts with --cert and --key';
    const remedy = `Look for a crash in the log of the service, or for a limit of its connections (then run with --concurrency 1)${place.startsWith('https:') ? certificate : ''}.`;
    const message = `${place} closed the connection before it sent the header of a response (${code || messageOf(error)}). ${remedy}`;
    return new ExchangeFailure('reset', message, error);
  });

/** A TLS alert or handshake (RFC 8446 §5.1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these bytes are what is looked for
const TLS_RECORD = /^[\x15\x16]\x03[\x00-\x04]/;

/** The first frame of every HTTP/2 server (RFC 9113 §3.4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these bytes are what is looked for
const HTTP_2_SETTINGS = /^\x00\x00[\s\S]\x04\x00\x00\x00\x00\x00/;

/**
 * Recognises responses that undici cannot read or refuses. Undefined for any other error. undici has few codes for
 * these, so messages are compared.
 */
export const violationIn = (error: unknown): ExchangeFailure | undefined => {
  const message = messageOf(error);
  if (codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW') return tooLarge(LARGE_HEADER); // trailers, too
  if (message === 'bad upgrade') return malformed('it switches protocols (101) without having been asked to');
  if (message === 'bad response') {
    return malformed(
      'more bytes follow a response than its header announces',
      'Is `Content-Length` smaller than the body? It counts bytes, not characters. Otherwise, the service sends a response that nobody asked for.',
      'excess',
    );
  }
  const [, objection] = /^Response does not match the HTTP\/1\.1 protocol \((.*)\)$/s.exec(message) ?? [];
  if (objection === undefined) return undefined;
  // The bytes at which the parser stopped.
  const rest = error instanceof Error && 'data' in error ? String(error.data) : '';
  // RFC 9112 §7.1.1 allows white space before a chunk extension, but undici does not read it.
  if (rest.startsWith(';')) return tooLarge('A chunk of the body has white space before its extension');
  if (HTTP_2_SETTINGS.test(rest)) {
    return new ExchangeFailure('no-status-line', `What answers there speaks HTTP/2. ${ALLOW_HTTP_1}`);
  }
  if (TLS_RECORD.test(rest)) {
    const remedy = 'Should the base address begin with https:// instead?';
    return new ExchangeFailure('tls', `What answers there speaks TLS, not plain HTTP. ${remedy}`);
  }
  const [kind] = OBJECTIONS.find(([, words]) => words.test(objection)) ?? ['protocol'];
  const remedy = kind === 'no-status-line' ? 'Is the base address that of an HTTP service?' : undefined;
  return malformed(`${objection}, at ${JSON.stringify(rest)}`, remedy, kind);
};

/** Each objection of undici's parser names the part of a response that it is about. */
const OBJECTIONS: readonly (readonly [Unreadable, RegExp])[] = [
  ['no-status-line', /^Expected HTTP\//],
  ['length', /Content-Length/],
  ['field', /header/i],
];
