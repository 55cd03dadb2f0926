import { resolve } from 'node:path';
import { suggest } from '../input/suggestion.js';
import { UsageError } from '../input/usage-error.js';
import { parseWholeNumber } from '../input/whole-number.js';
import {
  type DeclaredOrders,
  declarationOf,
  mapLists,
  ORDER_ID,
  parseOrderId,
  repeatedOrders,
} from '../orders/declared.js';
import { provisionOf } from '../orders/hook.js';
import { entriesFromOption } from './baseline-entries.js';
import { checkedHeaders, checkedTls, parseApiKey, parseBaseUrl } from './checked.js';
import type { ConformanceOptions } from './conformance-options.js';
import { numbersFrom } from './option-table.js';
import type { Settings } from './settings.js';

export type { ConformanceOptions, OrderId } from './conformance-options.js';

/**
 * Checks a caller's options.
 * @throws UsageError
 */
export function settingsFromOptions(options: ConformanceOptions): Settings {
  checkMembers(options);
  const { baseUrl, orders = {}, provision, tls = {}, proxy = {} } = options;
  const { suites = [], scenarios = [], requirements = [], clauses = [] } = options;
  const apiKey = options.apiKey === undefined ? undefined : parseApiKey('apiKey', options.apiKey);
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => ({ origin: 'headers', name, value }));
  return {
    baseUrl: parseBaseUrl('baseUrl', baseUrl ?? ''), // callers without TypeScript may leave it out
    apiKey,
    headers: checkedHeaders(headers, apiKey),
    orders: ordersFrom(orders, options.disposable),
    // Commands run in the working directory.
    provision: provision && provisionOf(provision, resolve('.'), provisionMember),
    select: { suites, scenarios, requirements, clauses },
    readOnly: options.readOnly === true,
    dryRun: false,
    strict: options.strict === true,
    baseline: options.baseline && entriesFromOption(options.baseline),
    edition: options.edition === undefined ? undefined : { value: options.edition, origin: 'edition' },
    reports: [],
    detail: 'normal',
    ...numbersFrom((_name, row) => {
      const { [row.library]: number } = options;
      return number === undefined ? undefined : parseWholeNumber(row.library, String(number), row);
    }),
    tls: checkedTls({ ...tls, insecure: tls.insecure === true }),
    proxy,
  };
}

const provisionMember = (...path: readonly string[]): string => ['provision', ...path].join('.');

function ordersFrom(
  options: NonNullable<ConformanceOptions['orders']>,
  disposable: ConformanceOptions['disposable'],
): DeclaredOrders {
  const lists = mapLists((list) => {
    const { [list]: ids = [] } = options;
    return ids === 'none' ? [] : ids.map((id, index) => orderId(id, `orders.${list}[${index}]`));
  });
  const [repeated] = repeatedOrders(lists);
  if (repeated) throw new UsageError(repeated.message);
  return declarationOf(lists, { other: options.other, disposable });
}

function orderId(value: unknown, origin: string): bigint {
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  const id = isExact ? parseOrderId(String(value)) : undefined;
  if (id !== undefined) return id;
  throw new UsageError(
    `${origin}: expected ${ORDER_ID}, as a bigint, a string, or a number up to 2^53 - 1; found ${String(value).slice(0, 40)}.`,
  );
}

const isText = (value: unknown): boolean => typeof value === 'string';

const KINDS = {
  text: { holds: isText, expected: 'a string' },
  number: { holds: (value: unknown) => typeof value === 'number', expected: 'a number' },
  boolean: { holds: (value: unknown) => typeof value === 'boolean', expected: 'a boolean' },
  texts: { holds: (value: unknown) => Array.isArray(value) && value.every(isText), expected: 'an array of strings' },
  entries: { holds: Array.isArray, expected: 'an array of baseline entries' },
  textsByName: {
    holds: (value: unknown) => typeof value === 'object' && value !== null && Object.values(value).every(isText),
    expected: 'an object whose members are strings',
  },
  ids: { holds: Array.isArray, expected: 'an array of order ids' },
  idsOrNone: {
    holds: (value: unknown) => value === 'none' || Array.isArray(value),
    expected: "an array of order ids, or 'none' if there is no such state",
  },
  signal: { holds: (value: unknown) => value instanceof AbortSignal, expected: 'an AbortSignal' },
};

interface Members {
  readonly [name: string]: keyof typeof KINDS | Members;
}

const MEMBERS = {
  baseUrl: 'text',
  apiKey: 'text',
  headers: 'textsByName',
  orders: { pending: 'ids', shipped: 'ids', other: 'idsOrNone', unknown: 'ids' },
  disposable: 'boolean',
  provision: { command: 'text', url: 'text', teardown: 'text', passKey: 'boolean' },
  suites: 'texts',
  scenarios: 'texts',
  requirements: 'texts',
  clauses: 'texts',
  readOnly: 'boolean',
  strict: 'boolean',
  baseline: 'entries',
  edition: 'text',
  waitMs: 'number',
  maxFailures: 'number',
  timeoutMs: 'number',
  deadlineMs: 'number',
  concurrency: 'number',
  rate: 'number',
  repeat: 'number',
  tls: { ca: 'text', cert: 'text', key: 'text', insecure: 'boolean' },
  proxy: { http: 'text', https: 'text', no: 'text' },
  signal: 'signal',
} as const satisfies Record<keyof ConformanceOptions, Members[string]>;

/** For callers without TypeScript, and for options that are read from elsewhere. Throws `UsageError`. */
export const checkMembers = (options: unknown): void => check('options', options, MEMBERS);

function check(owner: string, value: unknown, members: Members): void {
  if (typeof value !== 'object' || value === null) throw new UsageError(`${owner}: expected an object.`);
  for (const [name, member] of Object.entries(value)) {
    const kind = members[name];
    if (kind === undefined) {
      throw new UsageError(`Unknown member "${name}" in ${owner}; ${suggest(name, Object.keys(members))}`);
    }
    if (member === undefined) continue;
    if (typeof kind === 'object') check(name, member, kind);
    else if (!KINDS[kind].holds(member)) {
      throw new UsageError(`${name} in ${owner}: expected ${KINDS[kind].expected}.`);
    }
  }
}
