import { join } from 'node:path';
import { deviationsOf, judge } from '../harness/judge.mjs';
import { freePort, startListening } from '../harness/processes.mjs';
import { DOCUMENT, FOLDER, program } from './places.mjs';

/** Servers that are made from the OpenAPI document alone. */
export const MOCKS = {
  prism: {
    title: 'Prism',
    path: '',
    command: (port) => [program('prism'), 'mock', '--port', port, DOCUMENT],
  },
  mockoon: {
    title: 'Mockoon',
    path: '/v1',
    command: (port) => [
      ...[program('mockoon-cli'), 'start', '--data', DOCUMENT, '--port', port, '--hostname', '127.0.0.1'],
      ...['--faker-seed', '1', '--disable-log-to-file', '--disable-admin-api'],
    ],
  },
};

/** @returns the causes and verdicts that the suite reports for a mock */
export async function judgeMock({ path, command }) {
  const port = await freePort();
  const mock = await startListening(command(String(port)), port, { cwd: FOLDER });
  try {
    const { report } = await judge({
      baseUrl: `http://127.0.0.1:${port}${path}`,
      fixtures: join(FOLDER, 'orders.yaml'),
      env: { STORE_ORDERS_API_KEY: 'Key-of-nobody-4711' },
    });
    return { causes: report.causes.map(({ id }) => id).sort(), verdicts: deviationsOf(report) };
  } finally {
    await mock.stop();
  }
}
