import { once } from 'node:events';
import type { ServeFlags } from './flags.js';
import type { ExitCode, Io } from './io.js';
import { startFromFlags } from './reference.js';

export async function serveCommand(flags: ServeFlags, io: Io): Promise<ExitCode> {
  const { server, apiKey, behaviour } = await startFromFlags(flags);
  const list = (ids: readonly bigint[]) => `[${ids.join(', ')}]`;
  io.out(
    [
      `The reference implementation${behaviour ? `, but ${behaviour.id}: ${behaviour.summary}` : ''}`,
      `  base address  ${server.baseUrl}`,
      `  API key       ${apiKey}`,
      '',
      'Its orders, as a fixtures file:',
      'orders:',
      `  pending: ${list(server.orders.pending)}`,
      `  shipped: ${list(server.orders.shipped)}`,
      `  other: ${list(server.orders.other)}`,
      '',
      'Ctrl-C ends it.',
      '',
    ].join('\n'),
  );
  if (!io.interrupted.aborted) await once(io.interrupted, 'abort');
  await server.close();
  return 0;
}
