import type { Behaviour } from '../../servers/steps.js';
import type { Store } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { runProgram } from './run-program.js';

export const FIXTURES = 'orders:\n  pending: [9007199254740993, 101, 102]\n  shipped: [201]\n  other: [301]\n';

/** As little of a run as has a DELETE. */
export const ONE_CANCEL = ['--scenario', 'cancel-unknown-plain'];

/** A directory with fixtures and these files, and runs in it against the store. */
export async function place({ baseUrl, apiKey }: Store, files: Record<string, string> = {}) {
  const cwd = await directoryWith({ 'orders.yaml': FIXTURES, ...files });
  const env = { STORE_ORDERS_API_KEY: apiKey };
  const run = (...argv: string[]) =>
    runProgram(['--base-url', baseUrl, '--fixtures', 'orders.yaml', ...argv], { cwd, env });
  return { cwd, run };
}

/** What `look` sees whenever the target gets a DELETE. */
export const onDelete = (look: (orderId: string) => void): Behaviour => {
  return () => ({
    intercept: ({ operation, idText }) => {
      if (operation === 'cancelOrder') look(idText);
      return undefined;
    },
  });
};
