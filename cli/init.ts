import { access, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../runner/config/usage-error.js';
import type { InitFlags } from './flags.js';
import type { ExitCode, Io } from './io.js';

/** The bundle stands in dist/, beside fixtures/. */
const TEMPLATES = new URL('../fixtures/', import.meta.url);

const FILES = [
  { template: 'template-config.yaml', name: 'store-orders-conformance.yaml' },
  { template: 'template-fixtures.yaml', name: 'store-orders-fixtures.yaml' },
] as const;

export async function initCommand({ force }: InitFlags, io: Io): Promise<ExitCode> {
  const targets = FILES.map(({ template, name }) => ({
    from: new URL(template, TEMPLATES),
    name,
    to: join(io.cwd, name),
  }));
  const present = force
    ? []
    : (await Promise.all(targets.map(async ({ name, to }) => ((await exists(to)) ? [name] : [])))).flat();
  if (present.length > 0) {
    throw new UsageError(
      `${present.join(' and ')} would be overwritten. Nothing was written; use --force, or another directory.`,
    );
  }
  for (const { from, to, name } of targets) {
    await copyFile(fileURLToPath(from), to);
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
