/** Processor time of a call, in milliseconds. Unlike a clock, it leaves out other work of the machine. */
export function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
