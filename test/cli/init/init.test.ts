import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { directoryWith } from '../../directory.js';
import { startStore } from '../../engine/store.js';
import { hostileStores } from '../hostile-stores.js';
import { runProgram } from '../run-program.js';
import { play } from '../transcript.js';

test('init', async () => {
  const { cwd } = await play(import.meta.url, 'init', { stores: hostileStores });
  for (const path of ['.github/workflows', '.gitlab']) {
    const text = await readFile(join(cwd, path, 'store-orders-conformance.yml'), 'utf8');
    expect(parse(text)).toBeTypeOf('object');
    const [, command = ''] = /-- store-orders-conformance run ([\s\S]*?--evidence \S+)/.exec(text) ?? [];
    const argv = command.split(/[\s\\]+/).filter((word) => word !== '');
    const judged = await runProgram([...argv, '--dry-run', '--base-url', 'http://127.0.0.1:1/v1'], { cwd });
    expect([judged.code, judged.err]).toEqual([0, '']);
  }
});

/** Code in each language that makes an order here: it reads its id from a file. */
const makers = {
  sh: { file: 'store-orders-seed.sh', stub: /^ {2}echo .*\n {2}return 1$/m, body: '  sed -n "s/^$1 $2 //p" ids' },
  python: {
    file: 'store-orders-seed.py',
    stub: /^ {4}sys\.exit.*$/m,
    body: '    return next(int(line.split()[2]) for line in open("ids") if line.startswith(f"{state} {number} "))',
  },
  node: {
    file: 'store-orders-seed.mjs',
    stub: /^ {2}throw .*$/m,
    body: `  const { readFileSync } = await import('node:fs');
  return readFileSync('ids', 'utf8').split('\\n').find((line) => line.startsWith(\`\${state} \${number} \`)).split(' ')[2];`,
  },
} as const;

const hasPython = spawnSync('python3', ['--version']).status === 0 || process.env.CI !== undefined;

test.each(Object.entries(makers).filter(([language]) => language !== 'python' || hasPython))(
  'a skeleton of a seed in %s fails until somebody wrote how it makes an order, and then its orders are fresh',
  { timeout: 30_000 },
  async (language, { file, stub, body }) => {
    const store = await startStore();
    const { pending, shipped, other } = store.orders;
    const lists = Object.entries({ pending, shipped, other });
    const ids = lists.flatMap(([state, made]) => made.map((id, index) => `${state} ${index + 1} ${id}\n`)).join('');
    const cwd = await directoryWith({ ids });
    const { out } = await runProgram(['init', '--seed', language], { cwd });
    const [provision = ''] = /^provision:\n {2}command: .*\n/m.exec(out) ?? [];
    await writeFile(join(cwd, 'orders.yaml'), `orders: { unknown: [9007199254740992] }\n${provision}`);
    const argv = ['--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--report', 'json=report.json'];
    const run = () => runProgram(argv, { cwd, env: { STORE_ORDERS_API_KEY: store.apiKey } });
    const unwritten = await run();
    expect([unwritten.code, unwritten.err]).toEqual([2, expect.stringContaining(`${file}: make`)]);
    const skeleton = await readFile(join(cwd, file), 'utf8');
    await writeFile(join(cwd, file), skeleton.replace(stub, body));
    const made = spawnSync(provision.replace(/^.*\n.*: /, ''), {
      ...{ cwd, shell: true, encoding: 'utf8', input: '{"pending":2,"shipped":0,"other":1}' },
    });
    expect(JSON.parse(made.stdout.replaceAll(/\d+/g, '"$&"'))).toEqual({
      orders: { pending: pending.slice(0, 2).map(String), shipped: [], other: [String(other[0])] },
      fresh: true,
    });
    expect(await run()).toMatchObject({ code: 0, err: '' });
    const report = JSON.parse(await readFile(join(cwd, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ verdict: 'conformant', complete: true });
  },
);
