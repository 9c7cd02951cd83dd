/** Processor time that a call takes, in milliseconds. What else the machine does is not counted, as it is by a clock. */
export function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
