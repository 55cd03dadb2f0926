import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { isBuilt } from '../../scripts/last-build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A vendor's project with the package, built from these sources. */
    vendor: string;
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the package, unless dist/ is up to date, and installs it in a vendor's project for the tests. */
export async function setup({ name, provide }: TestProject): Promise<() => void> {
  const vendor = mkdtempSync(join(tmpdir(), 'store-orders-vendor-'));
  const installed = join(vendor, 'node_modules/store-orders-conformance');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(root, 'package.json'), join(installed, 'package.json'));
  for (const peer of ['vitest', '@types'])
    symlinkSync(join(root, 'node_modules', peer), join(vendor, 'node_modules', peer), 'junction');
  if (await isBuilt()) cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true });
  else {
    const parts = name === 'vendor' ? [] : ['--no-declarations'];
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), join(installed, 'dist'), ...parts], {
      stdio: 'inherit',
    });
  }
  provide('vendor', vendor);
  return () => rmSync(vendor, { recursive: true, force: true });
}
