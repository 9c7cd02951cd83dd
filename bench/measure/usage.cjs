// Loaded before a measured process: leaves behind what it took of processor and memory.
const { readFileSync, writeFileSync } = require('node:fs');

process.once('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRSS: mostMemory() };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
});

/** In KiB. What the system counts for the process begins with what its parent held; in /proc its own stands. */
function mostMemory() {
  try {
    const [, own] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (own !== undefined) return Number(own);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return process.resourceUsage().maxRSS;
}
