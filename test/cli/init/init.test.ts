import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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
