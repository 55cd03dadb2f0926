import { resolve } from 'node:path';
import { UsageError } from '../input/usage-error.js';
import { parseWholeNumber } from '../input/whole-number.js';
import type { DeclaredOrders } from '../orders/declared.js';
import { declarationOf, mapLists, ORDER_ID, parseOrderId, repeatedOrders } from '../orders/declared.js';
import { provisionOf } from '../orders/hook.js';
import { entriesFromOption } from './baseline-entries.js';
import { checkedTls, parseApiKey, parseBaseUrl } from './checked.js';
import type { ConformanceOptions } from './conformance-options.js';
import { checkedHeaders } from './headers.js';
import { checkMembers } from './option-members.js';
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
    ...(apiKey && { apiKey }),
    headers: checkedHeaders(headers, apiKey),
    orders: ordersFrom(orders, options.disposable),
    // Commands run in the working directory.
    ...(provision && { provision: provisionOf(provision, resolve('.'), provisionMember) }),
    select: { suites, scenarios, requirements, clauses },
    readOnly: options.readOnly === true,
    dryRun: false,
    strict: options.strict === true,
    ...(options.baseline && { baseline: entriesFromOption(options.baseline) }),
    ...(options.edition !== undefined && { edition: { value: options.edition, origin: 'edition' } }),
    reports: [],
    detail: 'normal',
    ...numbersFrom((_name, row) => {
      const { [row.library]: number } = options;
      return number === undefined ? undefined : parseWholeNumber(row.library, String(number), row);
    }),
    tls: checkedTls({ ...tls, insecure: tls.insecure === true }),
    proxy: { http: proxy.http, https: proxy.https, no: proxy.no },
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
