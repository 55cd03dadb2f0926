import { resolve } from 'node:path';
import { nearestOrAll, UsageError } from '../../interface/helpers/usage-error.js';
import { settingsOf } from './assemble.js';
import { parseApiKey } from './checked.js';
import type { ConformanceOptions } from './conformance-options.js';
import { optionRows } from './option-table.js';
import { loadSchemas } from './schemas.js';
import type { Settings } from './settings.js';
import { optionsOf } from './sources.js';

export type { ConformanceOptions, OrderId } from './conformance-options.js';

/**
 * Checks a caller's options; the schemas that they name are not loaded.
 * @throws UsageError
 */
export function settingsFromOptions(options: ConformanceOptions): Settings {
  checkNames(options);
  const { apiKey: key, baseline, tls = {}, proxy = {}, headers = {} } = options;
  const directory = resolve('.'); // in which commands run, too
  const members = optionRows.map(([name, { library }]) => [name, library, library && options[library]] as const);
  const values = optionsOf([...members, ['insecure', 'tls.insecure', tls.insecure]], directory);
  const lines = Object.entries(headers).map((header) => header.join(': ').replaceAll(/[\r\n]/g, '\0')); // one line each
  const files = optionsOf(
    [
      ['headerFile', 'headers', lines.join('\n')],
      ['fixtures', 'options', fixturesText(options)],
      ['baseline', 'baseline', baseline && JSON.stringify({ entries: baseline })],
      ['ca', 'tls.ca', tls.ca],
      ['cert', 'tls.cert', tls.cert],
      ['key', 'tls.key', tls.key],
    ],
    directory,
  );
  const apiKey = typeof key === 'string' ? parseApiKey('apiKey', key, values) : undefined;
  return settingsOf(values, files, { apiKey, inputs: [], proxy });
}

/** The same, with the schemas that the options name. */
export async function loadOptions(options: ConformanceOptions): Promise<Settings> {
  const settings = settingsFromOptions(options);
  const cwd = resolve('.');
  const [schemas] = optionsOf([['schemas', 'schemas', options.schemas]], cwd).schemas ?? [];
  return { ...settings, schemas: schemas && (await loadSchemas(schemas, { cwd, inputs: [], piped: new Map() })) };
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

const NAMES: readonly string[] = [
  ...optionRows.flatMap(([, { library }]) => library ?? []),
  ...['apiKey', 'headers', 'orders', 'disposable', 'provision', 'tls', 'proxy', 'signal'],
];

/**
 * For callers without TypeScript: a misspelt name would be ignored.
 * @throws UsageError
 */
function checkNames(options: unknown): void {
  if (typeof options !== 'object' || options === null) throw new UsageError('options: expected an object.');
  const misspelt = Object.keys(options).find((name) => !NAMES.includes(name));
  if (misspelt !== undefined)
    throw new UsageError(`Unknown member "${misspelt}" in options; ${nearestOrAll(misspelt, NAMES)}`);
}
