/** Serves the orders of DATABASE_URL on a free port, and has the suite judge them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { strictEqual } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { adminRoutes } from './admin.js';
import { buildApp } from './app.js';

const { DATABASE_URL = '', SUITE = 'npx --no -- store-orders-conformance' } = process.env;
const [apiKey, adminKey] = ['Key-Of-This-Test-4711', 'Admin-Key-Of-This-Test'];
const app = buildApp({ apiKey, databaseUrl: DATABASE_URL });
app.register(adminRoutes, { prefix: '/admin', adminKey });
after(() => app.close());

test('the service conforms to the Store Orders Interface', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const suite = spawn(`${SUITE} run --strict`, {
    shell: true,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      ADMIN_KEY: adminKey,
      STORE_ORDERS_BASE_URL: `http://127.0.0.1:${port}/v1`,
      STORE_ORDERS_API_KEY: apiKey,
      STORE_ORDERS_FIXTURES: 'orders.yaml',
    },
  });
  const [code] = await once(suite, 'exit');
  strictEqual(code, 0);
});
