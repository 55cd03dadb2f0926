import { resolve } from 'node:path';
import { suggest } from '../input/suggestion.js';
import { UsageError } from '../input/usage-error.js';
import { parseFixtures } from '../orders/fixtures-file.js';
import { parseBaseline } from './baseline.js';
import { checkedTls, demandWithoutKey, parseApiKey, parseBaseUrl, parseHeaderFile } from './checked.js';
import type { ConformanceOptions, OrderId } from './conformance-options.js';
import { OPTIONS, type OptionRow, optionRows } from './option-table.js';
import type { Settings, Source } from './settings.js';
import { allOf, plainSettings } from './sources.js';

export type { ConformanceOptions, OrderId } from './conformance-options.js';

/** Checks a caller's options. Throws `UsageError`. */
export function settingsFromOptions(options: ConformanceOptions): Settings {
  checkNames('options', options);
  const { baseUrl, tls = {}, proxy = {}, baseline, signal } = options;
  checkNames('tls', tls);
  checkNames('proxy', proxy);
  const isSignal = signal === undefined || signal instanceof AbortSignal;
  if (!isSignal) throw new UsageError('signal: expected an AbortSignal.');
  const directory = resolve('.'); // in which commands run, too
  const source: Source = (name) => {
    const { library: origin }: OptionRow = OPTIONS[name];
    const given = origin && options[origin];
    return origin ? [given ?? []].flat().map((value) => ({ value: String(value), origin, directory })) : [];
  };
  const apiKey = options.apiKey === undefined ? undefined : parseApiKey('apiKey', String(options.apiKey));
  demandWithoutKey(allOf(source), apiKey);
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return {
    ...plainSettings(source),
    baseUrl: parseBaseUrl('baseUrl', String(baseUrl)), // callers without TypeScript may leave it out
    apiKey,
    headers: parseHeaderFile('headers', headers.join('\n'), apiKey),
    ...parseFixtures('options', fixturesText(options), directory),
    baseline: baseline && parseBaseline('baseline', JSON.stringify({ entries: baseline })),
    inputs: [],
    reports: [],
    detail: 'normal',
    tls: checkedTls({ ...tls, insecure: tls.insecure === true }),
    proxy,
  };
}

/** What the orders and their provisioning are in a fixtures file. */
function fixturesText({ orders, disposable, provision }: ConformanceOptions): string {
  const lists = Object.entries(orders ?? {}).map(([list, ids]) => {
    return `${JSON.stringify(list)}: ${ids === 'none' ? ids : `[${[ids ?? []].flat().map(written).join(', ')}]`}`;
  });
  return [
    `orders: { ${lists.join(', ')} }`,
    ...(disposable === undefined ? [] : [`disposable: ${JSON.stringify(disposable)}`]),
    ...(provision === undefined ? [] : [`provision: ${JSON.stringify(provision)}`]),
  ].join('\n');
}

function written(id: OrderId): string {
  const text = String(id);
  if (typeof id === 'number' && !Number.isSafeInteger(id)) {
    throw new UsageError(
      `orders: No number holds the id ${text} exactly. Give it as a bigint or as a string of digits.`,
    );
  }
  return /^-?\d+$/.test(text) ? text : JSON.stringify(text);
}

const NAMES = {
  options: [
    ...optionRows.flatMap(([, { library }]) => library ?? []),
    ...['apiKey', 'headers', 'orders', 'disposable', 'provision', 'tls', 'proxy', 'signal'],
  ],
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
