import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configTemplate, fixturesTemplate } from '../fixtures/templates.generated.js';
import { UsageError } from '../runner/input/usage-error.js';
import type { InitFlags } from './flags.js';
import type { ExitCode, Io } from './io.js';

const FILES = [
  { name: 'store-orders-conformance.yaml', text: configTemplate },
  { name: 'store-orders-fixtures.yaml', text: fixturesTemplate },
] as const;

export async function initCommand({ force }: InitFlags, io: Io): Promise<ExitCode> {
  const present = await Promise.all(FILES.map(({ name }) => exists(join(io.cwd, name))));
  const inTheWay = FILES.filter((_, index) => present[index]).map(({ name }) => name);
  if (inTheWay.length > 0 && !force) {
    throw new UsageError(
      `${inTheWay.join(' and ')} would be overwritten. Nothing was written; use --force, or another directory.`,
    );
  }
  for (const { name, text } of FILES) {
    await writeFile(join(io.cwd, name), text).catch((error: Error) => {
      throw new UsageError(`Writing ${name} failed: ${error.message}. Choose a directory that can be written.`, {
        cause: error,
      });
    });
    io.out(`Wrote ${name}.\n`);
  }
  io.out(
    'Fill in the base address and the orders, set STORE_ORDERS_API_KEY, and run `npx store-orders-conformance`.\n',
  );
  return 0;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
