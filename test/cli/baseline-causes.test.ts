import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { directoryWith } from '../settings/directory.js';
import { refusalOf, runProgram } from './run-program.js';

/** A directory with a baseline of these entries, each the beginning of a mapping. */
const withBaseline = (...subjects: readonly string[]): Promise<string> => {
  const entries = subjects.map((subject) => `  - { ${subject}, reason: "An old gateway.", expires: 9999-12-31 }\n`);
  return directoryWith({ 'b.yaml': `entries:\n${entries.join('')}` });
};

test('a cause that no report can have ends the run before anything is sent, also with --dry-run and rejudge', async () => {
  const misspelt = ['key-not-cheked', 'refusd-403', 'fastapi-detial', 'list.content-typ', '__proto__'];
  const cwd = await withBaseline(
    'requirement: list.status, cause: pending-40',
    ...misspelt.map((id) => `cause: ${id}`),
  );
  for (const argv of [['demo'], ['demo', '--dry-run'], ['rejudge', 'evidence.gz']]) {
    expect((await refusalOf([...argv, '--baseline', 'b.yaml'], { cwd })).split('\n')).toEqual([
      'b.yaml:2:40: There is no cause of that name. Did you mean pending-404? A report names its causes.',
      'b.yaml:3:14: There is no cause of that name. Did you mean key-not-checked? A report names its causes.',
      'b.yaml:4:14: There is no cause of that name. Did you mean refused-403? A report names its causes.',
      'b.yaml:5:14: There is no cause of that name. Did you mean fastapi-detail? A report names its causes.',
      'b.yaml:6:14: There is no cause of that name. Did you mean list.content-type? A report names its causes.',
      'b.yaml:7:14: There is no cause of that name. The nearest is phoenix-error-json. A report names its causes.',
      '',
    ]);
  }
});

test('every cause that a report can have may be in a baseline', async () => {
  const lines = readFileSync(new URL('../detection/expected/faults.txt', import.meta.url), 'utf8');
  const found = [...lines.matchAll(/(?:\| cause |[.?] )([a-z][a-z0-9.-]*[a-z0-9])(?:: | \()/g)].flatMap(
    ([, id]) => id ?? [],
  );
  // Of what a target sends, an id has the letters and digits of ASCII alone, and 80 characters at most.
  const made = ['json-as', 'body-as', 'error-with', `error-with-${'a'.repeat(69)}`, 'json-as-text-plain'];
  const numbered = ['refused-403-2', 'list.status-2'];
  const { fingerprints, causes } = storeOrdersInterface;
  const suggested = causes?.like('500') ?? [];
  const all = new Set([...found, ...made, ...numbered, ...suggested, ...fingerprints.map(({ id }) => id)]);
  expect(all.size).toBeGreaterThan(150);
  const cwd = await withBaseline(...[...all].map((id) => `cause: ${id}`));
  expect(await runProgram(['demo', '--dry-run', '--baseline', 'b.yaml'], { cwd })).toMatchObject({ code: 0, err: '' });
});
