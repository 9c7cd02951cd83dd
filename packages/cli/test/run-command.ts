import { vi } from 'vitest';
import { runProgram } from '../src/program.js';

/** Result of one command line. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Environment of a command line; never the real home folder. */
export interface Surroundings {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Width of the terminal that stdout is, and to which stderr is wrapped; without it, both are pipes. */
  readonly columns?: number | undefined;
}

/** Runs the words after `flowmcp` in this process, and captures their output. */
export async function runCommand(
  words: readonly string[],
  { cwd, home, env = {}, columns }: Surroundings,
): Promise<CommandResult> {
  const { isTTY, columns: width } = process.stdout;
  const before = {
    cwd: process.cwd(),
    env: { ...process.env },
    stdout: { isTTY, columns: width },
    stderr: { columns: process.stderr.columns },
  };
  const stdout = catchOutput(process.stdout);
  const stderr = catchOutput(process.stderr);
  // A library may use console.log, which the test runner does not send to stdout.
  const printed = vi.spyOn(console, 'log').mockImplementation((line) => {
    process.stdout.write(`${line}\n`);
  });
  for (const name of Object.keys(process.env)) if (name.startsWith('FLOWMCP_')) delete process.env[name];
  Object.assign(process.env, { HOME: home, ...env });
  process.chdir(cwd);
  if (columns !== undefined) {
    Object.assign(process.stdout, { isTTY: true, columns });
    Object.assign(process.stderr, { columns });
  }
  try {
    const code = await runProgram(words);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    printed.mockRestore();
    stdout.release();
    stderr.release();
    process.chdir(before.cwd);
    Object.assign(process.stdout, before.stdout);
    Object.assign(process.stderr, before.stderr);
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
  }
}

function catchOutput(stream: NodeJS.WriteStream) {
  const chunks: string[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    chunks.push(String(chunk));
    return true;
  });
  return { text: () => chunks.join(''), release: () => spy.mockRestore() };
}
