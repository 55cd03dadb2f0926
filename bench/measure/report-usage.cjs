// Preloaded into a measured program: writes the memory and processor time of the process when it exits.
const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

/** VmHWM, in KiB. maxRSS would include the size of the parent process at the fork. */
function peakKiB() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

/** How long the main thread waited for a processor. 0 where /proc does not show it. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

const SAMPLE_MS = 50;

if (isMainThread) {
  const samples = [];
  const sample = () => samples.push([Date.now(), waitedMs()]);
  setInterval(sample, SAMPLE_MS).unref();
  process.on('exit', () => {
    sample();
    const { user, system } = process.cpuUsage();
    const usage = { peakKiB: peakKiB(), cpuMicroseconds: user + system, samples };
    writeFileSync(`${process.env.BENCH_USAGE}/${process.pid}.json`, JSON.stringify(usage));
  });
}
