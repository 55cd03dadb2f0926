// Loaded before a measured program: writes what the process has used when it exits.
const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

/** VmHWM, in KiB: unlike maxRSS it does not start with the size of the process that this one was forked from. */
function peakKiB() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

/** For how long the main thread was ready to run, while others had the processor; 0 where the system does not tell. */
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
