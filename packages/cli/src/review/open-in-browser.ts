import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Problem, problem } from '@flowmcp/grading-core/commands';

/** Programs that open an address in the browser that somebody uses. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // Takes the address as it is; `start` of cmd.exe would read its `&`.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** @returns a warning if no program took the address */
export async function openInBrowser(address: string): Promise<Problem | null> {
  const [program = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  opener.unref();
  try {
    const [code] = await once(opener, 'exit');
    return code === 0 ? null : problem('REV-003', undefined, { reason: `${program}: exit code ${code}` });
  } catch (error) {
    return problem('REV-003', undefined, { reason: `${program}: ${(error as NodeJS.ErrnoException).code}` });
  }
}
