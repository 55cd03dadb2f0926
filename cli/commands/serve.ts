import { once } from 'node:events';
import { shellWord } from '../../judge/results/curl.js';
import { type ServeFlags, startFromFlags } from '../reference/reference.js';
import type { ExitCode, Io } from '../shell/io.js';

export async function serveCommand(flags: ServeFlags, io: Io): Promise<ExitCode> {
  io.endsItself();
  const { server, apiKey, changed } = await startFromFlags(flags);
  const { pending, shipped, other } = server.orders;
  io.out(
    `The reference implementation${changed ? `, but ${changed.id}: ${changed.summary}` : ''}
  base address  ${server.baseUrl}
  API key       ${apiKey}

Its orders, as a fixtures file:
orders:
  pending: [${pending.join(', ')}]
  shipped: [${shipped.join(', ')}]
  other: [${other.join(', ')}]
disposable: true  # everything in this store is test data

To judge it, save them as reference-orders.yaml, and in another terminal:
  export STORE_ORDERS_API_KEY=${shellWord(apiKey)}
  ${io.command} run --base-url ${server.baseUrl} --fixtures reference-orders.yaml

Ctrl-C ends it.

`,
  );
  if (!io.interrupted.aborted) await once(io.interrupted, 'abort');
  await server.close();
  return 0;
}
