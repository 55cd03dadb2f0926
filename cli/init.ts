import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configTemplate, fixturesTemplate } from '../fixtures/templates.generated.js';
import { UsageError } from '../runner/input/usage-error.js';
import type { ExitCode, Io } from './io.js';

const FILES = { 'store-orders-conformance.yaml': configTemplate, 'store-orders-fixtures.yaml': fixturesTemplate };

export interface InitFlags {
  readonly force?: boolean;
}

export async function initCommand({ force }: InitFlags, io: Io): Promise<ExitCode> {
  const inTheWay = Object.keys(FILES).filter((name) => existsSync(join(io.cwd, name)));
  if (inTheWay.length > 0 && !force) {
    throw new UsageError(
      `${inTheWay.join(' and ')} would be overwritten. Nothing was written; use --force, or another directory.`,
    );
  }
  for (const [name, text] of Object.entries(FILES)) {
    await writeFile(join(io.cwd, name), text).catch((error: Error) => {
      const message = `Writing ${name} failed: ${error.message}. Choose a directory that can be written.`;
      throw new UsageError(message, { cause: error });
    });
    io.out(`Wrote ${name}.\n`);
  }
  io.out(
    'Fill in the base address and the orders, set STORE_ORDERS_API_KEY, and run `npx store-orders-conformance`.\n',
  );
  return 0;
}
