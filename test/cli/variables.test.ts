import { expect, test } from 'vitest';
import { commands } from '../../cli/commands/index.js';
import { optionRows, variableOf } from '../../runner/settings/option-table.js';
import { directoryWith } from '../directory.js';
import { fixturesText, startStore } from '../engine/store.js';
import { inPart } from '../in-part.js';
import { runProgram } from './run-program.js';
import { savedFiles } from './saved-files.js';

/** The documented variables of options. Each is set to a file that does not exist. */
const variables = optionRows.flatMap(([name]) => variableOf(name) ?? []);
const target = variables.filter((name) => name !== 'STORE_ORDERS_BASE_URL');
const certifying = target.filter((name) => name !== 'STORE_ORDERS_FIXTURES');

interface Line {
  readonly argv: readonly string[];
  /** The variables that the command reads, unless a flag overrides them. */
  readonly needs?: readonly string[];
}

/** Command lines of each command, where URL is a store. */
const lines: Readonly<Record<string, readonly Line[]>> = {
  run: [{ argv: ['--base-url', 'URL', '--scenario', 'listing-answer'], needs: target }],
  rejudge: [{ argv: ['clean.gz'] }],
  doctor: [{ argv: ['--base-url', 'URL'], needs: target }],
  init: [
    { argv: ['--force'], needs: ['STORE_ORDERS_BASE_URL'] },
    { argv: ['--force', '--ci', 'gitlab'] },
    {
      argv: ['--force', '--base-url', 'URL', '--from-target'],
      // It checks every value that a run would refuse.
      needs: ['STORE_ORDERS_CONFIG', 'STORE_ORDERS_TARGET', 'STORE_ORDERS_SETTLE'],
    },
  ],
  baseline: [{ argv: ['broken.json'] }],
  compare: [{ argv: ['clean.json', 'broken.json'] }],
  certify: [
    {
      argv: ['--subject', 'a@1', '--output', 'certified', '--base-url', 'URL', '--fixtures', 'orders.yaml'],
      needs: certifying,
    },
  ],
  verify: [{ argv: ['.'] }],
  keygen: [{ argv: ['--output', 'clean.json'] }],
  registry: [{ argv: ['bundles', '--output', 'site'] }],
  demo: [{ argv: ['--scenario', 'listing-answer', '--report', 'json=r.json'] }],
  serve: [{ argv: [] }],
  list: [{ argv: [] }],
  'self-check': [{ argv: ['--help'] }], // it takes minutes
  explain: [{ argv: ['list.status'] }],
};

/** Command lines with a variable that they do not read. */
const unread = Object.values(lines).flatMap((of) =>
  of.flatMap((line) => variables.filter((name) => !line.needs?.includes(name)).map((name) => ({ line, name }))),
);

/** Each with all variables that it reads; in `npm test` also with some that it does not read, with MATRIX with all. */
const tried = Object.entries(lines)
  .flatMap(([command, of]) => of.map((line) => ({ command, line, names: triedWith(line) })))
  .filter(({ names }) => names.length > 0);

function triedWith(line: Line): readonly string[] {
  const others = inPart(unread, 17).flatMap((each) => (each.line === line ? each.name : []));
  return [...(line.needs ?? []), ...others];
}

test('a command reads the variables that it uses, and no others', { timeout: 300_000 }, async () => {
  const ended = AbortSignal.abort(130);
  const outcome = async (command: string, argv: readonly string[], given: Readonly<Record<string, string>>) => {
    const store = await startStore();
    const cwd = await directoryWith({ ...(await savedFiles()), 'orders.yaml': fixturesText(store.orders) });
    const words = [command, ...argv.map((word) => word.replace('URL', store.baseUrl))];
    // Else, certify waits 3 s before its last listing.
    const env = {
      STORE_ORDERS_API_KEY: store.apiKey,
      ...(command === 'certify' && { STORE_ORDERS_SETTLE: '1ms' }),
      ...given,
    };
    const interrupted = command === 'serve' ? ended : new AbortController().signal;
    const { code, out } = await runProgram(words, { cwd, env, interrupted });
    return `${code} ${out.replaceAll(cwd, '.').replaceAll(/127\.0\.0\.1:\d+|demo-[\da-f-]{36}|\d+ in [\d.]+ m?s|port \d+/g, '…')}`;
  };
  expect(Object.keys(lines).sort()).toEqual(Object.keys(commands).sort());
  for (const { command, line, names } of tried) {
    const { argv, needs = [] } = line;
    const without = await outcome(command, argv, {});
    if (needs.length > 0) expect(without, argv.join(' ')).not.toMatch(/^2/);
    for (const name of names) {
      const withIt = outcome(command, argv, { [name]: 'missing.yaml' });
      const words = [`${name}=missing.yaml`, command, ...argv].join(' ');
      if (needs.includes(name)) expect(await withIt, words).toBe('2 ');
      else expect(await withIt, words).toBe(without);
    }
  }
});
