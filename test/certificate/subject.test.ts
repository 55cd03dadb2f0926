import { expect, test } from 'vitest';
import { runProgram } from '../cli/run-program.js';
import { directoryWith } from '../directory.js';
import { linesIn, writeLines } from '../evidence/recorded.js';
import { bundle, honestRun, verified } from './bundle.js';

test('verify says where the evidence calls what was judged by another name than the subject', async () => {
  const directory = await honestRun();
  const lines = linesIn(directory);
  lines[0].target.implementation = { name: 'shop', version: '1.0' };
  writeLines(directory, lines);
  await bundle(directory);
  const { checks } = await verified(directory);
  expect(checks.find(({ check }) => check === 'evidence')).toMatchObject({
    ok: true,
    message: expect.stringContaining(' It calls what was judged shop@1.0, which is not the subject.'),
  });
});

test('a digest that holds the API key is refused before anything is sent', async () => {
  const key = '0a'.repeat(32);
  const cwd = await directoryWith({ 'orders.yaml': 'orders: { pending: [1, 2, 3], shipped: [4], other: [5] }\n' });
  const options = ['--base-url', 'http://127.0.0.1:9/v1', '--fixtures', 'orders.yaml', '--subject', 'a@1'];
  const { code, err } = await runProgram(
    ['certify', ...options, '--subject-digest', `sha256:${key}`, '--output', 'out'],
    {
      cwd,
      env: { STORE_ORDERS_API_KEY: key },
    },
  );
  expect(code).toBe(2);
  expect(err).toContain('--subject-digest: The value holds the API key');
  expect(err).not.toContain(key);
});
