import type * as cryptoModule from 'node:crypto';
import module from 'node:module';
import type * as tlsModule from 'node:tls';
import { ApiKey, problemOfKey } from '../../evidence/secrets/api-key.js';
import { type FurtherHeader, problemOfHeader, SecretHeader } from '../../evidence/secrets/header.js';
import { chosen, reasonOf, UsageError } from '../../interface/helpers/usage-error.js';
import { LISTING_PATH, VERSION_PREFIX } from '../../interface/interface.js';
import { newestEdition } from '../../judge/judge.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Edition } from '../../suites/terms/requirement.js';
import type { Range } from './option-table.js';
import type { Options, OptionValue, Tls } from './settings.js';

/** Only loads modules of Node itself, for which the path does not matter. The single executable file has none. */
const load = module.createRequire('/');

/**
 * Checks a base URL. It need not end in the version prefix: that is a requirement, which the suite judges. Messages do not
 * quote the text, since it may hold a secret; the one that quotes a valid address comes after `demandWithoutKey`.
 * @throws UsageError
 */
export function parseBaseUrl(origin: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = /^https?:\/\/[^/\s\\?#][^\s\\?#]*$/i.test(text);
  if (!isPlain || !url || url.username + url.password !== '' || url.port === '0') {
    throw new UsageError(
      `${origin}: ${wrongIn(text)} Expected a base URL such as https://api.example.com${VERSION_PREFIX}.`,
    );
  }
  const address = /^.*[^/]/.exec(url.origin + url.pathname)?.[0] ?? '';
  if (!address.endsWith(LISTING_PATH)) return address;
  throw new UsageError(
    `${origin}: The base URL ends with ${LISTING_PATH}, which is the path of the listing below it. Remove that. Nothing was sent.`,
  );
}

/** Each row names a mistake in an address, in words that do not quote it: it may hold a secret. The first that fits is told. */
const WRONG_IN_ADDRESS = [
  [/[\s"'\\]/, 'It has a space, a quotation mark or a backslash.'],
  [/^(?!https?:\/\/)/i, 'It does not begin with http:// or https://.'],
  [/^[^/]*\/\/[^/?#]*@/, 'It has a user name or a password.'],
  [/[?#]/, 'It has a query or a fragment (the part from ? or # on).'],
  [/^[^/]*\/\/\[[^\]/]*%/, 'An IPv6 address in a URL has no zone (the part from % on). Leave it out.'],
  [
    /^[^/]*\/\/[\da-f.]*:[\da-f.]*:[\da-f.:]*(?:%[^/]*)?(?:\/|$)/i,
    'An IPv6 address in a URL stands in brackets, such as http://[::1]:8080.',
  ],
  [
    /^[^/]*\/\/(?:\[[^\]/]*\]|[^:/[\]]*):(?!(?:0*(?:6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]\d{4}|[1-9]\d{0,3}))?(?:\/|$))/,
    'A port is a number from 1 to 65535.',
  ],
  [/^/, 'It has no host that is a name or an IP address.'],
] as const;

const wrongIn = (text: string): string => WRONG_IN_ADDRESS.find(([pattern]) => pattern.test(text))?.[1] ?? '';

/** @throws UsageError if the key cannot be sent, or another option holds it */
export function parseApiKey(origin: string, text: string, options: Options): ApiKey {
  const problem = problemOfKey(text);
  if (problem !== undefined) throw new UsageError(`${origin}: ${problem}`);
  const key = new ApiKey(text, origin);
  demandWithoutKey(options, key);
  return key;
}

/**
 * All options but the key are sent with every request, or printed, so none may hold the key. Messages do not quote the
 * text.
 * @throws UsageError with the place of the first one that holds the key
 */
export function demandWithoutKey(options: Options, key: ApiKey | undefined): void {
  const holder = Object.values(options)
    .flat()
    .find(({ value }) => key?.isIn(value));
  if (!holder) return;
  throw new UsageError(
    `${holder.origin}: The value holds the API key, which goes into Authorization alone: requests with a wrong key must not carry the right one, and reports show the rest. Remove it. Nothing was sent.`,
  );
}

/**
 * Called before evidence is saved: a key that cannot be redacted would be in it wherever the target repeats it.
 * @throws UsageError
 */
export function demandRedactableKey(key: ApiKey | undefined): void {
  if (key === undefined || key.isRedactable) return;
  throw new UsageError(
    'The API key has fewer than 8 characters, so it cannot be told from ordinary text and left out of saved evidence (--evidence, certify). Use a longer key. Nothing was sent.',
  );
}

/**
 * Returns its argument.
 * @param origin the file or option that `ca` is from
 * @throws UsageError if no TLS connection can be made with it
 */
export function checkedTls(tls: Tls, origin = 'ca'): Tls {
  const { ca, cert, key } = tls;
  if (ca === undefined && cert === undefined && key === undefined) return tls;
  try {
    if ((cert === undefined) !== (key === undefined)) throw new Error('cert and key are only used together');
    const { createSecureContext }: typeof tlsModule = load('node:tls'); // loaded late: plain http does not need it
    const { createPrivateKey, X509Certificate }: typeof cryptoModule = load('node:crypto');
    // OpenSSL ignores a file without a certificate, and a key of another type than that of its certificate.
    const problem = ca === undefined ? undefined : wrongWith(ca, { X509Certificate });
    if (problem !== undefined) throw new Error(`${origin} ${problem}`);
    createSecureContext({ ca, cert, key });
    if (cert !== undefined && key !== undefined && !new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
      throw new Error('the key is that of another certificate');
    }
  } catch (error) {
    throw new UsageError(
      `The TLS certificates or the key cannot be used: ${reasonOf(error)}. Expected unencrypted PEM files that belong together.`,
      { cause: error },
    );
  }
  return tls;
}

/** The problem of a file that should hold certificates in PEM. */
function wrongWith(pem: string, { X509Certificate }: Pick<typeof cryptoModule, 'X509Certificate'>): string | undefined {
  const [begun, ended] = [/-----BEGIN [A-Z ]*CERTIFICATE-----/g, /-----END [A-Z ]*CERTIFICATE-----/g].map(
    (line) => pem.match(line)?.length ?? 0,
  );
  if (begun === 0 && ended === 0) return 'holds no certificate as PEM text';
  if (begun !== ended) return 'was cut: a certificate has only one of its lines BEGIN and END';
  const blocks = pem.split(/(?=-----BEGIN )/).filter((block) => /^-----BEGIN [A-Z ]*CERTIFICATE-----/.test(block));
  try {
    blocks.map((block) => new X509Certificate(block));
  } catch {
    return 'is damaged: a part of a certificate is missing, or was changed';
  }
}

/**
 * Reads a header file: a line `Name: value` for each header; empty lines are ignored. `{exchange}` and `{run}` in a value
 * are replaced.
 * @throws UsageError for the first one that cannot be sent
 */
export const parseHeaderFile = (label: string, text: string, apiKey: ApiKey | undefined): readonly FurtherHeader[] => {
  const { randomUUID }: typeof cryptoModule = load('node:crypto');
  const run = randomUUID().replaceAll('-', '');
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const origin = `${label}:${index + 1}`;
    const colon = line.indexOf(':');
    if (colon < 0) throw new UsageError(`${origin}: The line has no colon. Expected \`Name: value\`.`);
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    const problem = problemOfHeader(name, value);
    if (problem !== undefined) throw new UsageError(`${origin}: ${problem}`);
    // A key that is too short to be redacted is found here, too: with it in a header, a target might accept a wrong
    // key.
    if (apiKey && (apiKey.isIn(value) || value.includes(apiKey.reveal()))) {
      throw new UsageError(
        `${origin}: The header ${name} holds the API key, which goes into Authorization alone: requests with a wrong key must not carry the right one. Remove it.`,
      );
    }
    if (!/\{(?:exchange|run)\}/.test(value)) return new SecretHeader(name, value);
    const variable = value.search(/\$[A-Za-z_{(]/);
    if (variable < 0) return { name, template: value.replaceAll('{run}', run) };
    throw new UsageError(
      `${origin}:${line.indexOf(value) + variable + 1}: The header ${name} has {exchange} or {run} in its value, so reports show it, and also a $VARIABLE, which may stand for a secret. Put one of them into a header of its own. Nothing was sent.`,
    );
  });
};

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/**
 * Reads `20s`, `500ms`, `2m`, or a number of milliseconds.
 * @throws UsageError
 */
export function parseTime(origin: string, text: string, range: Range): number {
  const [, amount, unit = 'ms'] = /^(\d{1,15})(ms|s|m)?$/.exec(text) ?? [];
  const time = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (time >= range.min && time <= range.max) return time;
  throw new UsageError(`${origin}: Expected ${expectedTime(range)}, found "${text.slice(0, 40)}".`);
}

/**
 * Continues "expected …".
 * @testonly writes the documentation
 */
export const expectedTime = ({ min, max }: Range): string =>
  `a time from ${timeText(min)} to ${timeText(max)}, such as 20s (a plain number is milliseconds)`;

/** The time in the largest unit that needs no fraction. */
export function timeText(ms: number): string {
  const [unit = 'ms', size = 1] = Object.entries(UNITS).findLast(([, length]) => ms > 0 && ms % length === 0) ?? [];
  return `${ms / size}${unit}`;
}

/** The same pattern as in the schema of a certificate's statement. */
const PART = '[A-Za-z0-9](?:[A-Za-z0-9._/+-]{0,78}[A-Za-z0-9])?';
const SUBJECT = new RegExp(`^(?<name>${PART})@(?<version>${PART})$`);

/** @throws UsageError */
export function parseSubject(origin: string, text: string): { readonly name: string; readonly version: string } {
  const { name, version } = SUBJECT.exec(text)?.groups ?? {};
  if (name !== undefined && version !== undefined) return { name, version };
  throw new UsageError(
    `${origin}: Expected NAME@VERSION, such as petstore@2.3.1: letters, digits and . _ / + - between them, 80 characters at most each; found ${JSON.stringify(text)}.`,
  );
}

/** @throws UsageError for text that does not fit into a line */
export function parseLine({ origin, value }: OptionValue): string {
  if (/^[^\p{Cc}]{1,200}$/u.test(value)) return value;
  throw new UsageError(`${origin}: Expected one line of at most 200 characters.`);
}

/**
 * The edition to score by, the newest if none is named.
 * @throws UsageError for one that this version does not have
 */
export function editionOf(name?: Pick<OptionValue, 'value' | 'origin'>): Edition {
  if (!name) return newestEdition(storeOrdersInterface);
  const editions = Object.fromEntries(storeOrdersInterface.editions.map((edition) => [edition.id, edition]));
  return chosen(editions, name.value, `${name.origin}: This version has no edition`);
}
