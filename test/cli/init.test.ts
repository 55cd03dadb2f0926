import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { runProgram } from './run-program.js';

const files = ['store-orders-conformance.yaml', 'store-orders-fixtures.yaml'] as const;

test('init writes a configuration and a fixtures file, and says what to do next', async () => {
  const cwd = await directoryWith();
  const { code, out, err } = await runProgram(['init'], { cwd });
  expect([code, err]).toEqual([0, '']);
  expect((await readdir(cwd)).sort()).toEqual([...files]);
  for (const name of files) {
    expect(out).toContain(name);
    expect(await readFile(join(cwd, name), 'utf8')).toMatch(/^# yaml-language-server: \$schema=/);
  }
});

test('init writes files that a run accepts as they are', async () => {
  const cwd = await directoryWith();
  await runProgram(['init'], { cwd });
  const store = await startStore();
  const env = { STORE_ORDERS_BASE_URL: store.baseUrl, STORE_ORDERS_API_KEY: store.apiKey };
  const { code, out, err } = await runProgram([], { cwd, env });
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(/^Settings of store-orders-conformance\.yaml are used, [^\n]+\n$/),
  ]);
  expect(out.replaceAll(/\s+/g, ' ')).toContain('Add 1 more pending order');
});

test.each(files)('init does not overwrite %s, and writes nothing then', async (name) => {
  const cwd = await directoryWith({ [name]: 'mine\n' });
  const { code, out, err } = await runProgram(['init'], { cwd });
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(name)]);
  expect(await readdir(cwd)).toEqual([name]);
  expect(await readFile(join(cwd, name), 'utf8')).toBe('mine\n');
});

test('init --force overwrites', async () => {
  const cwd = await directoryWith({ [files[0]]: 'mine\n' });
  expect((await runProgram(['init', '--force'], { cwd })).code).toBe(0);
  expect(await readFile(join(cwd, files[0]), 'utf8')).not.toBe('mine\n');
});

test('init into a directory that cannot be written to is a usage error', async () => {
  const cwd = await directoryWith({ file: '' });
  const { code, err } = await runProgram(['init'], { cwd: join(cwd, 'file') });
  expect([code, err]).toEqual([2, expect.stringContaining(files[0])]);
});
