// Loaded before a measured program: writes what the process has used when it exits.
const { isMainThread } = require('node:worker_threads');

/** VmHWM, in KiB: unlike maxRSS it does not start with the size of the process that this one was forked from. */
function peakKiB() {
  try {
    const status = require('node:fs').readFileSync('/proc/self/status', 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

if (isMainThread) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const usage = { peakKiB: peakKiB(), cpuMicroseconds: user + system };
    require('node:fs').writeFileSync(`${process.env.BENCH_USAGE}/${process.pid}.json`, JSON.stringify(usage));
  });
}
