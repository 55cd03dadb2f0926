import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeWhole } from '../../cli/shell/files.js';
import { startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { place, refusalOf } from './run-program.js';
import { ONE_CANCEL, watchedPlace } from './watched.js';

describe('the files of a run', () => {
  test('that an earlier run left are gone before the first request', async () => {
    const seen: string[][] = [];
    const old = { 'out.json': 'old', e: 'old' };
    const { cwd, run } = await watchedPlace((cwd) => seen.push(readdirSync(cwd).sort()), old);
    expect((await run('--report', 'json=out.json', '--evidence', 'e', ...ONE_CANCEL)).code).toBe(0);
    expect(seen[0]).toEqual(['e.partial', 'orders.yaml', 'out.json.ledger.jsonl']);
    expect(JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8')).verdict).toBe('conformant');
  });

  test('are written each on its own: what stands in the way of one is exit code 4, and one sentence', async () => {
    // The place of the first report becomes a directory while the run is under way.
    const { cwd, run } = await watchedPlace((cwd) => mkdirSync(join(cwd, 'a.json', 'inside'), { recursive: true }));
    const { code, err } = await run('--report', 'json=a.json', '--report', 'tap=b.tap', ...ONE_CANCEL);
    expect([code, err]).toEqual([4, expect.stringMatching(/^Writing the json report to \S+a\.json failed: [^\n]+\n$/)]);
    expect(readFileSync(join(cwd, 'b.tap'), 'utf8')).toMatch(/^TAP version/);
    expect(existsSync(join(cwd, 'a.json.ledger.jsonl'))).toBe(true);
  });
});

test.skipIf(process.platform === 'win32')('a secret may come from a pipe', async () => {
  const pipe = join(await directoryWith({}), 'key');
  execFileSync('mkfifo', [pipe]);
  const writing = spawn('sh', ['-c', `sleep 0.1; printf 'two words\\n\\n' > '${pipe}'`]);
  const said = await refusalOf(['--base-url', 'http://127.0.0.1:9/v1', '--api-key-file', pipe]);
  expect(said).toContain('begins or ends with white space');
  writing.unref();
});

test('a report is written beside its place: what is at the place stays until the report is whole', async () => {
  const cwd = await directoryWith({ report: 'before' });
  const path = join(cwd, 'report');
  await writeWhole(path, 'after');
  expect([readFileSync(path, 'utf8'), readdirSync(cwd)]).toEqual(['after', ['report']]);
  mkdirSync(`${path}.partial`); // nothing can be written there
  await expect(writeWhole(path, 'later')).rejects.toThrow();
  expect(readFileSync(path, 'utf8')).toBe('after');
});

describe.skipIf(process.platform === 'win32')('what somebody planted', () => {
  test.each(['out.json.partial', 'e.partial', 'out.json', 'e'])('at %s is not followed', async (name) => {
    const store = await startStore();
    const { cwd, run } = await place(store, { precious: 'as it was' });
    await symlink('precious', join(cwd, name));
    expect((await run('--report', 'json=out.json', '--evidence', 'e', '--suite', 'base')).code).toBe(0);
    expect(readFileSync(join(cwd, 'precious'), 'utf8')).toBe('as it was');
    expect(readdirSync(cwd).sort()).toEqual(['e', 'orders.yaml', 'out.json', 'precious']);
    expect(lstatSync(join(cwd, 'out.json')).isFile()).toBe(true);
  });

  test('cannot be read while a run writes: what is not whole is for its owner alone', async () => {
    const modes: string[] = [];
    const { run } = await watchedPlace((cwd, cancelled) => {
      if (cancelled === undefined) return;
      const files = ['e.partial', 'out.json.ledger.jsonl'].map((name) => statSync(join(cwd, name)));
      modes.push(...files.map(({ mode }) => (mode & 0o777).toString(8)));
    });
    await run('--report', 'json=out.json', '--evidence', 'e', ...ONE_CANCEL);
    expect([...new Set(modes)]).toEqual(['600']);
  });
});
