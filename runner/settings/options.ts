import { resolve } from 'node:path';
import { suggest } from '../input/suggestion.js';
import { UsageError } from '../input/usage-error.js';
import { hookOf, hookUrlProblem } from '../orders/hook.js';
import { mapLists, ORDER_ID, parseOrderId, repeatedOrders } from '../orders/order-ids.js';
import { readBaseUrl } from './base-url.js';
import { parseApiKey } from './key-source.js';
import { proxySettings } from './proxy.js';
import type { DeclaredOrders, OrderList, Provision, ProxySettings, Settings, Tls } from './settings.js';
import { DEFAULTS, LIMITS } from './settings.js';
import { tlsProblem } from './tls.js';

/** int64; a number only where it is exact (up to 2^53 - 1), else a bigint or a string of digits. */
export type OrderId = bigint | number | string;

/** What the library's callers give: the same settings, without files and environment. */
export interface ConformanceOptions {
  readonly baseUrl: string;
  /** Absent: the scenarios that need it are blocked. */
  readonly apiKey?: string | undefined;
  readonly orders?: Partial<Readonly<Record<OrderList, readonly OrderId[]>>>;
  /** `teardown` is a URL where it begins with `http://` or `https://`, else a command. */
  readonly provision?: { readonly teardown?: string } & ({ readonly command: string } | { readonly url: string });
  readonly suites?: readonly string[];
  /** Globs over scenario ids. */
  readonly scenarios?: readonly string[];
  readonly requirements?: readonly string[];
  readonly readOnly?: boolean;
  readonly strict?: boolean;
  readonly timeoutMs?: number;
  readonly deadlineMs?: number;
  readonly concurrency?: number;
  /** PEM text. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string; readonly insecure?: boolean };
  /** As HTTP_PROXY, HTTPS_PROXY and NO_PROXY, which are not read here. */
  readonly proxy?: { readonly http?: string; readonly https?: string; readonly no?: string };
  /** Ends the run early. */
  readonly signal?: AbortSignal;
}

/**
 * Checks a caller's options.
 * @throws UsageError
 */
export function settingsFromOptions(options: ConformanceOptions): Settings {
  checkKinds('options', options, KINDS);
  const apiKey = options.apiKey === undefined ? undefined : parseApiKey(options.apiKey, 'apiKey');
  const { suites = [], scenarios = [], requirements = [] } = options;
  return {
    baseUrl: baseUrlFrom(options),
    ...(apiKey && { apiKey }),
    orders: ordersFrom(options.orders ?? {}),
    ...(options.provision && { provision: provisionFrom(options.provision) }),
    select: { suites, scenarios, requirements },
    readOnly: options.readOnly === true,
    dryRun: false,
    strict: options.strict === true,
    reports: [],
    timeoutMs: wholeNumber(options, 'timeoutMs'),
    deadlineMs: wholeNumber(options, 'deadlineMs'),
    concurrency: wholeNumber(options, 'concurrency'),
    tls: tlsFrom(options.tls ?? {}),
    proxy: proxyFrom(options.proxy ?? {}),
  };
}

/** Callers without TypeScript may leave it out. */
function baseUrlFrom({ baseUrl = '' }: Partial<ConformanceOptions>): string {
  const reading = readBaseUrl(baseUrl);
  if ('problem' in reading) throw new UsageError(`baseUrl: ${reading.problem}`);
  return reading.url;
}

function tlsFrom(options: NonNullable<ConformanceOptions['tls']>): Tls {
  checkKinds('tls', options, TLS_KINDS);
  const problem = tlsProblem(options);
  if (problem) throw new UsageError(`tls: ${problem}`);
  return { ...options, insecure: options.insecure === true };
}

function proxyFrom(options: NonNullable<ConformanceOptions['proxy']>): ProxySettings {
  checkKinds('proxy', options, PROXY_KINDS);
  const { http, https, no } = options;
  return proxySettings({ http, https, no });
}

type Kind = 'text' | 'number' | 'boolean' | 'object' | 'texts' | 'list' | 'signal';

const KINDS: Readonly<Record<keyof ConformanceOptions, Kind>> = {
  baseUrl: 'text',
  apiKey: 'text',
  orders: 'object',
  provision: 'object',
  suites: 'texts',
  scenarios: 'texts',
  requirements: 'texts',
  readOnly: 'boolean',
  strict: 'boolean',
  timeoutMs: 'number',
  deadlineMs: 'number',
  concurrency: 'number',
  tls: 'object',
  proxy: 'object',
  signal: 'signal',
};
const TLS_KINDS = { ca: 'text', cert: 'text', key: 'text', insecure: 'boolean' } as const;
const PROXY_KINDS = { http: 'text', https: 'text', no: 'text' } as const;
const ORDER_KINDS = { pending: 'list', shipped: 'list', other: 'list', unknown: 'list' } as const;
const PROVISION_KINDS = { command: 'text', url: 'text', teardown: 'text' } as const;

const isText = (value: unknown): boolean => typeof value === 'string';

const CHECKS: Readonly<Record<Kind, { readonly holds: (value: unknown) => boolean; readonly expected: string }>> = {
  text: { holds: isText, expected: 'a string' },
  number: { holds: (value) => typeof value === 'number', expected: 'a number' },
  boolean: { holds: (value) => typeof value === 'boolean', expected: 'a boolean' },
  object: { holds: (value) => typeof value === 'object' && value !== null, expected: 'an object' },
  texts: { holds: (value) => Array.isArray(value) && value.every(isText), expected: 'an array of strings' },
  list: { holds: Array.isArray, expected: 'an array of order ids' },
  signal: { holds: (value) => value instanceof AbortSignal, expected: 'an AbortSignal' },
};

/** For callers without TypeScript, and for what reads its options from elsewhere. */
function checkKinds(owner: string, value: object, kinds: Readonly<Record<string, Kind>>): void {
  if (typeof value !== 'object' || value === null) throw new UsageError(`${owner}: expected an object.`);
  for (const [name, member] of Object.entries(value)) {
    const kind = kinds[name];
    if (kind === undefined)
      throw new UsageError(`Unknown member "${name}" in ${owner}; ${suggest(name, Object.keys(kinds))}`);
    const { holds, expected } = CHECKS[kind];
    if (member !== undefined && !holds(member)) throw new UsageError(`${name} in ${owner}: expected ${expected}.`);
  }
}

function wholeNumber(options: ConformanceOptions, name: keyof typeof LIMITS): number {
  const { least, most } = LIMITS[name];
  const value = options[name] ?? DEFAULTS[name];
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`${name}: expected a whole number from ${least} to ${most}, found ${value}.`);
}

function ordersFrom(options: NonNullable<ConformanceOptions['orders']>): DeclaredOrders {
  checkKinds('orders', options, ORDER_KINDS);
  const orders = mapLists((list) => (options[list] ?? []).map((id, index) => orderId(id, `orders.${list}[${index}]`)));
  const [repeated] = repeatedOrders(orders);
  if (!repeated) return orders;
  const { id, first, again } = repeated;
  throw new UsageError(
    `orders.${again.list}[${again.index}]: order ${id} is declared already, as orders.${first.list}[${first.index}]; declare each order once.`,
  );
}

function orderId(value: unknown, name: string): bigint {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new UsageError(
      `${name}: ${value} is too large for an exact number; give it as a bigint (123n) or a string ("123").`,
    );
  }
  const isId = ['bigint', 'number', 'string'].includes(typeof value);
  const id = isId ? parseOrderId(String(value)) : undefined;
  if (id !== undefined) return id;
  throw new UsageError(`${name}: expected ${ORDER_ID}, found ${isId ? String(value).slice(0, 40) : typeof value}.`);
}

/** Commands run in the working directory. */
function provisionFrom(options: NonNullable<ConformanceOptions['provision']>): Provision {
  checkKinds('provision', options, PROVISION_KINDS);
  const { command, url, teardown }: { command?: string; url?: string; teardown?: string } = options;
  if ((command === undefined) === (url === undefined) || command === '') {
    throw new UsageError('provision: expected exactly one of command and url.');
  }
  for (const [name, text] of Object.entries({ url, teardown })) {
    const problem = text === undefined ? undefined : hookUrlProblem(text);
    if (problem) throw new UsageError(`provision.${name}: ${problem}.`);
  }
  if (url !== undefined && hookOf(url).kind !== 'url') {
    throw new UsageError('provision.url: expected a URL that begins with http:// or https://.');
  }
  return {
    seed: url === undefined ? { kind: 'command', command: command ?? '' } : { kind: 'url', url },
    ...(teardown !== undefined && { teardown: hookOf(teardown) }),
    directory: resolve('.'),
  };
}
