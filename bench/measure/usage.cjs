// Loaded before a measured process: leaves behind what it took of processor and memory.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRSS }),
  );
});
