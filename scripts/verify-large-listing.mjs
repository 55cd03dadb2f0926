// Judges a store whose listing has a gigabyte, with a heap far smaller than that. The server generates it while it sends.
import { fileURLToPath } from 'node:url';
import { suiteRunner } from '../bench/measure/suite-run.mjs';
import { startServer } from '../bench/server/start.mjs';

const BYTES = 1_000_000_000;
const MAX_MIB = 160;

const server = await startServer();
const suite = await suiteRunner({
  server,
  programs: { cli: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
});
try {
  // Exit code 0: every `must` requirement was judged, and held.
  const { wallSeconds, peakMiB } = await suite.run({ bytes: BYTES }, { nodeFlags: ['--max-old-space-size=96'] });
  console.log(`${BYTES} bytes: conformant, ${wallSeconds.toFixed(1)} s, peak ${peakMiB.toFixed(0)} MiB`);
  if (!(peakMiB <= MAX_MIB)) throw new Error(`The run needed ${peakMiB} MiB; at most ${MAX_MIB} are allowed.`);
} finally {
  await suite.close();
  server.close();
}
