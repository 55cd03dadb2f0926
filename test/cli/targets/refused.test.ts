import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixturesText, startStore } from '../../engine/store.js';
import { directoryWith } from '../../settings/directory.js';
import { refusalOf } from '../run-program.js';

/** Every file that is read there. */
const contentsOf = async (cwd: string): Promise<readonly string[]> =>
  Promise.all(['c.yaml', 'b.list', 'in/b', 'a.key', 'b.key'].map((name) => readFile(join(cwd, name), 'utf8')));

describe('what is refused before anything is sent', () => {
  const refused = async (words: readonly string[], targets = 'a: { baseUrl: "http://127.0.0.1:9/v1" }\n') => {
    const cwd = await directoryWith({ 'store-orders-conformance.yaml': 'targets: ./t.yaml\n', 't.yaml': targets });
    return refusalOf(['run', ...words], { cwd, env: { STORE_ORDERS_API_KEY: 'k' } });
  };
  const two = 'a: { baseUrl: "http://127.0.0.1:9/v1" }\nb: { baseUrl: "http://127.0.0.1:9/b/v1" }\n';

  test.each<[what: string, words: string, message: string, targets?: string]>([
    [
      'two targets with one output',
      '--all-targets --report json=/tmp/all.json',
      '--report json: Several targets would go to /tmp/all.json. Put {target} into the path: it is the name of the target, and no two names may differ in letter case alone.',
      two,
    ],
    [
      'names that some file systems take for one',
      '--all-targets --report json=out/{target}.json',
      '--report json: Several targets would go to ',
      'a: { baseUrl: "http://127.0.0.1:9/v1" }\nA: { baseUrl: "http://127.0.0.1:9/v1" }\n',
    ],
    [
      'a name that leads elsewhere',
      '--all-targets --report json=out/{target}.json',
      '--report: The name of a target is part of a path here, so only letters, digits, "_", "-" and "." can be in it. Rename the target "../a".',
      '../a: { baseUrl: "http://127.0.0.1:9/v1" }\n',
    ],
    [
      'a target beside all',
      '--all-targets --target a',
      '--all-targets judges every target of the configuration: leave --target and --base-url out.',
    ],
    ['a shard of one target', '--shard 1/2', '--shard goes with --all-targets.'],
    [
      'a shard beyond the last',
      '--all-targets --shard 3/2',
      '--shard: Expected I/N, such as 1/100, with I from 1 to N and N up to 100000.',
    ],
    [
      'to resume without reports',
      '--all-targets --resume',
      '--resume looks at the reports of the earlier run: give --report json=PATH, with {target} in the path.',
    ],
    [
      '{target} without a target',
      '--base-url http://127.0.0.1:9/v1 --report json={target}.json',
      '--report: {target} is the name of a target of the configuration file, and none is chosen. Choose one with --target, or judge all with --all-targets.',
    ],
  ])('%s', async (_what, words, message, targets) => {
    expect((await refused(words.split(' '), targets)).trimStart().slice(0, message.length)).toBe(message);
  });

  test.each<[what: string, words: string, message: RegExp]>([
    [
      'over the fixtures of another target',
      '--report json=in/{target}',
      /^--report json: \S+in\/b would overwrite a file/,
    ],
    ['over a key file', '--report tap={target}.key', /^--report tap: \S+a\.key would overwrite a file/],
    [
      'over the file of the targets',
      '--report json={target}.list',
      /^--report json: \S+b\.list would overwrite a file/,
    ],
    [
      'below a file',
      '--report json=in/b/{target}',
      /in\/b\/a cannot be written: \S+in\/b is not a directory\. Nothing/,
    ],
    ['of too long a name', `--report json=${'x'.repeat(300)}{target}`, /cannot be written: ENAMETOOLONG.* Nothing was/],
    ['for two', '--report terminal --report json', /^--report terminal and --report json both go to standard output/],
    [
      'of evidence, with a key that is too short',
      '--evidence out/{target}',
      /^The API key has fewer than 8 characters/,
    ],
  ])('places of any target: %s', async (_what, words, message) => {
    const stores = { a: await startStore(), b: await startStore() };
    const cwd = await directoryWith({
      'c.yaml': 'targets: ./b.list\n',
      'b.list': `a: { baseUrl: "${stores.a.baseUrl}", fixtures: in/b, apiKeyFile: b.key }\nb: { baseUrl: "${stores.b.baseUrl}", apiKeyFile: a.key }\n`,
      'in/b': fixturesText(stores.a.orders),
      'a.key': 'another-key',
      'b.key': words.includes('out/') ? 'short' : stores.a.apiKey,
    });
    const before = await contentsOf(cwd);
    // Where the variable is set, the key files are not read.
    const env = words.startsWith('--report tap') ? { STORE_ORDERS_API_KEY: 'another-key' } : {};
    const argv = ['run', '--config', 'c.yaml', '--all-targets', ...words.split(' ')];
    expect(await refusalOf(argv, { cwd, env })).toMatch(message);
    expect([stores.a.connections(), stores.b.connections(), await contentsOf(cwd)]).toEqual([0, 0, before]);
  });

  test('a target without a key', async () => {
    const cwd = await directoryWith({ 'store-orders-conformance.yaml': `targets:\n  ${two.split('\n')[0]}\n` });
    expect(await refusalOf(['run', '--all-targets'], { cwd })).toBe(
      'a: No API key was given. Name its `apiKeyVariable` or `apiKeyFile` in the configuration, or set STORE_ORDERS_API_KEY.\n',
    );
  });
});

test('the key is not taken in the name of a target', async () => {
  const cwd = await directoryWith({
    'many.yaml': 'targets: { Sample-Key-0001: { baseUrl: "http://127.0.0.1:9/v1" } }',
  });
  const env = { STORE_ORDERS_API_KEY: 'Sample-Key-0001' };
  const err = await refusalOf(['--config', 'many.yaml', '--all-targets'], { cwd, env });
  expect(err).toContain('The value holds the API key');
  expect(err).not.toMatch(/sample-key/i);
});
