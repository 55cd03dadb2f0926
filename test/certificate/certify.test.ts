import { expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { idsByState } from '../../servers/reference.js';
import { runProgram } from '../cli/run-program.js';
import { seeding } from '../cli/seeding.js';
import { play } from '../cli/transcript.js';
import { fixturesText } from '../engine/store.js';

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
  await play(import.meta.url, 'certificates', { files, env: { PATH: process.env.PATH ?? '' } });
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
