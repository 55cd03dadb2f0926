// `npm run bench -- [part …] [--quick] [--write]`: measures the suite and handwritten programs.
import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { growth } from './parts/growth.mjs';
import { listing } from './parts/listing.mjs';
import { manyTargets } from './parts/many-targets.mjs';
import { wholeRun } from './parts/whole-run.mjs';
import { circumstances, versionsOf, writePart } from './report/document.mjs';
import { renderPart } from './report/tables.mjs';
import { startServer } from './server/start.mjs';
import { bundleSuite } from './suite/bundle.mjs';

const parts = { listing, 'whole-run': wholeRun, growth, 'many-targets': manyTargets };

const USAGE = `npm run bench -- [part …] [options]

Parts: ${Object.keys(parts).join(', ')}; all of them by default.
  --quick   fewer rounds, listings up to 100 MB
  --write   keep the tables in docs/generated/performance.md
  --help    this text`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Shows the progress on one line of a terminal. */
const log = (text) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
};

// Exit in order, so that the handlers for `exit` end the process groups of measured programs.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

async function measure(ids) {
  const programs = await bundleSuite();
  await access(programs.cli).catch(() => {
    throw new Error('dist/cli.js, which is measured, does not exist: run `npm run build` first.');
  });
  const server = await startServer();
  try {
    for (const id of ids) {
      const when = circumstances(options.quick ? 'quick' : 'full');
      const { packages = [], ...part } = await parts[id]({ server, programs, options, log });
      const versions = packages.length > 0 ? ` · ${await versionsOf(packages)}` : '';
      const text = `${renderPart(part)}\n\nMeasured ${when}${versions}`;
      log('');
      console.log(`${text}\n`);
      if (options.write) await writePart(id, text);
    }
  } finally {
    server.close();
  }
}

const unknown = positionals.filter((id) => !(id in parts));
if (options.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no part "${unknown.join('", "')}".\n\n${USAGE}` : USAGE);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  await measure(positionals.length > 0 ? positionals : Object.keys(parts));
}
