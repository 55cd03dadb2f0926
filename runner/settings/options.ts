import { resolve } from 'node:path';
import { suggest } from '../input/suggestion.js';
import { UsageError } from '../input/usage-error.js';
import {
  type DeclaredOrders,
  declarationOf,
  mapLists,
  ORDER_ID,
  ORDER_LISTS,
  parseOrderId,
  repeatedOrders,
} from '../orders/declared.js';
import { provisionOf } from '../orders/hook.js';
import { parseBaseline } from './baseline.js';
import { checkedHeaders, checkedTls, parseApiKey, parseBaseUrl } from './checked.js';
import type { ConformanceOptions } from './conformance-options.js';
import { OPTIONS, type OptionRow, optionRows } from './option-table.js';
import type { Settings } from './settings.js';
import { plainSettings, type Source } from './source.js';

export type { ConformanceOptions, OrderId } from './conformance-options.js';

/**
 * Checks a caller's options.
 * @throws UsageError
 */
export function settingsFromOptions(options: ConformanceOptions): Settings {
  checkNames('options', options);
  const { baseUrl, orders = {}, provision, tls = {}, proxy = {}, baseline, signal } = options;
  checkNames('orders', orders);
  checkNames('provision', provision ?? {});
  checkNames('tls', tls);
  checkNames('proxy', proxy);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new UsageError('signal: expected an AbortSignal.');
  const directory = resolve('.'); // in which commands run, too
  const source: Source = (name) => {
    const { library: origin }: OptionRow = OPTIONS[name];
    const given = origin && options[origin];
    return origin ? [given ?? []].flat().map((value) => ({ value: String(value), origin, directory })) : [];
  };
  const apiKey = options.apiKey === undefined ? undefined : parseApiKey('apiKey', options.apiKey);
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => ({ origin: 'headers', name, value }));
  return {
    ...plainSettings(source),
    baseUrl: parseBaseUrl('baseUrl', String(baseUrl)), // callers without TypeScript may leave it out
    apiKey,
    headers: checkedHeaders(headers, apiKey),
    orders: ordersFrom(orders, options.disposable),
    provision: provision && provisionOf(provision, directory, provisionMember),
    baseline: baseline && parseBaseline('baseline', JSON.stringify({ entries: baseline })),
    reports: [],
    detail: 'normal',
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
    return list === 'other' && ids === 'none'
      ? []
      : [ids].flat().map((id, index) => orderId(id, `orders.${list}[${index}]`));
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

const NAMES = {
  options: [
    ...optionRows.flatMap(([, { library }]) => library ?? []),
    ...['apiKey', 'headers', 'orders', 'disposable', 'provision', 'tls', 'proxy', 'signal'],
  ],
  orders: ORDER_LISTS,
  provision: ['command', 'url', 'teardown', 'passKey'],
  tls: ['ca', 'cert', 'key', 'insecure'],
  proxy: ['http', 'https', 'no'],
};

/** For callers without TypeScript: what is misspelt would not be heeded. Throws `UsageError`. */
function checkNames(owner: keyof typeof NAMES, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new UsageError(`${owner}: expected an object.`);
  for (const name of Object.keys(value)) {
    const { [owner]: known } = NAMES;
    if (!known.some((other) => other === name)) {
      throw new UsageError(`Unknown member "${name}" in ${owner}; ${suggest(name, known)}`);
    }
  }
}
