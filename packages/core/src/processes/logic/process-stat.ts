/** Fields of a process's line in `/proc/<pid>/stat` (proc_pid_stat(5)). */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** In clock ticks since the machine started. */
  readonly started: number;
  /** False for a zombie, which has ended and waits for its parent to collect it. */
  readonly isAlive: boolean;
}

export function parseProcessStat(line: string): ProcessStat {
  // The name before these fields is free text in parentheses, and may itself contain parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, group = 0, session = 0] = fields.slice(1, 4).map(Number);
  const isAlive = !/[ZXx]/.test(fields[0] ?? 'X');
  return {
    pid: Number.parseInt(line, 10),
    parent,
    group,
    session,
    started: Number(fields[19] ?? 0),
    isAlive,
  };
}
