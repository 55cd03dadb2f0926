import { suggest } from '../input/suggestion.js';
import { UsageError } from '../input/usage-error.js';
import type { ConformanceOptions } from './conformance-options.js';

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
