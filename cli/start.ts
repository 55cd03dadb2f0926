#!/usr/bin/env node
// Says which Node is needed, before anything modern is loaded: a version that is too old reads this file and no other, so
// it imports nothing, and uses no syntax that Node 10 lacks.

/** The same version as `engines` in package.json; a test compares the two. */
const NEEDED = '20.18.1';

const version = process.versions.node;
const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));

if (major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)))) {
  console.error(`store-orders-conformance needs Node ${NEEDED} or newer; this is ${version}.`);
  process.exitCode = 2;
} else if (!('WebAssembly' in globalThis)) {
  console.error(
    'store-orders-conformance needs WebAssembly to read HTTP, which --jitless switches off. Remove it, also from NODE_OPTIONS.',
  );
  process.exitCode = 2;
} else {
  try {
    process.cwd();
    // A program that cannot be loaded is not a verdict, which exit code 1 would be.
    import('./main.js').catch((error) => {
      console.error(`store-orders-conformance could not be loaded; install it again. ${error}`);
      process.exitCode = 4;
    });
  } catch {
    console.error('The working directory does not exist any more. Change to one that does, and run again.');
    process.exitCode = 2;
  }
}
