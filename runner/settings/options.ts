import { resolve } from 'node:path';
import { suggest, UsageError } from '../input/usage-error.js';
import { settingsOf, type TextFile } from './assemble.js';
import { parseApiKey } from './checked.js';
import type { ConformanceOptions } from './conformance-options.js';
import { optionRows } from './option-table.js';
import type { Settings } from './settings.js';
import { optionsOf } from './sources.js';

export type { ConformanceOptions, OrderId } from './conformance-options.js';

/**
 * Checks a caller's options.
 * @throws UsageError
 */
export function settingsFromOptions(options: ConformanceOptions): Settings {
  checkNames('options', options);
  const { baseline, signal, tls = {}, proxy = {}, headers = {} } = options;
  checkNames('tls', tls);
  checkNames('proxy', proxy);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new UsageError('signal: expected an AbortSignal.');
  }
  const directory = resolve('.'); // in which commands run, too
  const said = optionRows.map(([name, { library }]) => [name, library, library && options[library]] as const);
  const given = optionsOf([...said, ['insecure', 'tls.insecure', tls.insecure]], directory);
  const file = (label: string, text: string | undefined): TextFile | undefined => {
    if (text === undefined) return undefined;
    if (typeof text !== 'string') throw new UsageError(`${label}: Expected text.`);
    return { label, text, directory };
  };
  const texts = {
    headerFile: file(
      'headers',
      Object.entries(headers)
        .map((header) => header.join(': ').replaceAll(/[\r\n]/g, '\0')) // a line break would begin another header
        .join('\n'),
    ),
    fixtures: file('options', fixturesText(options)),
    baseline: file('baseline', baseline && JSON.stringify({ entries: baseline })),
    ca: file('tls.ca', tls.ca),
    cert: file('tls.cert', tls.cert),
    key: file('tls.key', tls.key),
  };
  const key = file('apiKey', options.apiKey)?.text;
  const apiKey = key === undefined ? undefined : parseApiKey('apiKey', key, given);
  return settingsOf(given, texts, { apiKey, inputs: [], proxy });
}

/** The orders and their provisioning as a fixtures file: JSON, with exact ids. */
const fixturesText = ({ orders = {}, disposable, provision }: ConformanceOptions): string => {
  const ids = JSON.stringify(orders, exactly).replaceAll(/"(-?\d+)"/g, '$1');
  return JSON.stringify({ orders: {}, disposable, provision }).replace('{}', () => ids);
};

function exactly(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  throw new UsageError(
    `orders: No number holds the id ${value} exactly. Give it as a bigint or as a string of digits.`,
  );
}

const NAMES = {
  options: [
    ...optionRows.flatMap(([, { library }]) => library ?? []),
    ...['apiKey', 'headers', 'orders', 'disposable', 'provision', 'tls', 'proxy', 'signal'],
  ],
  tls: ['ca', 'cert', 'key', 'insecure'],
  proxy: ['http', 'https', 'no'],
};

/**
 * For callers without TypeScript: a misspelt name would be ignored.
 * @throws UsageError
 */
function checkNames(owner: keyof typeof NAMES, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new UsageError(`${owner}: expected an object.`);
  for (const name of Object.keys(value)) {
    const { [owner]: known } = NAMES;
    if (!known.some((other) => other === name)) {
      throw new UsageError(`Unknown member "${name}" in ${owner}; ${suggest(name, known)}`);
    }
  }
}
