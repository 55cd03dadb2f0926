import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { idsByState } from '../../servers/reference.js';
import { runProgram } from '../cli/run-program.js';
import { seeding } from '../cli/seeding.js';
import { play } from '../cli/transcript.js';
import { directoryWith } from '../directory.js';
import { fixturesText, startStore } from '../engine/store.js';

const orders = idsByState(demoOrders);

/** No command of this hook may run: each would leave a file. */
const hook = `provision:\n  command: echo ran > ran; echo '{"orders":{}}'\n  teardown: echo ran > ran\n`;

test('keygen, certify and verify', { timeout: 180_000 }, async () => {
  const files = {
    'fixtures.yaml': fixturesText(orders),
    'provision.yaml': `${fixturesText(orders)}${hook}`,
    'none.yaml': hook,
    'few.yaml': fixturesText({ ...orders, pending: orders.pending.slice(0, 1) }),
    'failing.yaml': seeding({ pending: [201], shipped: [] }, 'connection refused'),
    'baseline.yaml': 'entries: []\n',
    'known.yaml': 'baseline: should.yaml\n',
    'should.yaml': 'entries: [{ requirement: auth.www-authenticate, reason: Later., expires: 2999-01-01 }]\n',
    'house/order.schema.json': '{ "type": "object" }',
    'sign.mjs': `import { readFileSync } from 'node:fs'; import { sign } from 'node:crypto';
      process.stdout.write(sign(null, readFileSync(0), readFileSync('vendor.key')).toString('base64'));`,
  };
  await play(import.meta.url, 'certificates', {
    files,
    env: { PATH: process.env.PATH ?? '', STORE_ORDERS_SETTLE: '1ms' },
  });
});

test('without --settle, the last listing comes 3 s after the last 204', { timeout: 60_000 }, async () => {
  const { baseUrl, apiKey, orders: declared } = await startStore();
  const cwd = await directoryWith({ 'fixtures.yaml': fixturesText(declared) });
  const digest = `sha256:${'0a'.repeat(32)}`;
  const target = ['--base-url', baseUrl, '--fixtures', 'fixtures.yaml', '--subject', 'petstore@2.3.1'];
  const options = { cwd, env: { STORE_ORDERS_API_KEY: apiKey } };
  const made = await runProgram(['certify', ...target, '--subject-digest', digest, '--output', 'out'], options);
  expect(made.code).toBe(0);
  const { certificate } = JSON.parse((await runProgram(['verify', 'out', '--format', 'json'], options)).out);
  const [, seconds] = /began ([\d.]+) s after the last 204/.exec(certificate.notSeen[0]) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(3);
  expect(certificate.subjectDigest).toBe(digest);
  expect(readFileSync(join(cwd, 'out/certificate.html'), 'utf8')).toContain(`${digest}, by the word of its maker`);
});

test('the help of certify offers nothing that it refuses', async () => {
  const { out } = await runProgram(['certify', '--help']);
  const refused = [
    '--suite',
    '--scenario',
    '--requirement',
    '--clause',
    '--baseline',
    '--read-only',
    '--dry-run',
    '--schemas',
  ];
  for (const flag of [...refused, '--evidence', '--insecure']) expect(out).not.toContain(flag);
});
