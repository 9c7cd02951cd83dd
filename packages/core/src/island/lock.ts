import { hostname } from 'node:os';
import { fatal } from '../tables/error-codes.js';
import type { Island } from './island.js';

const STALE_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 10_000;

interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  readonly startedAt: string;
}

/**
 * Runs an operation while no other process works on the same target; waits for a while if one does.
 *
 * @param target `providers/<namespace>` or `selections/<id>`
 * @throws GradingError ISL-002 naming the holder, when it does not let go in time
 */
export async function withLock<T>(
  {
    island,
    target,
    command,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: { island: Island; target: string; command: string; timeoutMs?: number },
  operation: () => Promise<T> | T,
): Promise<T> {
  const { lock } = await import('proper-lockfile');
  const name = target.replaceAll('/', '--');
  const ownerFile = `.lock/${name}.json`;
  island.makeFolder('.lock');
  let compromised: Error | null = null;
  const release = await lock(island.absolute(`.lock/${name}`), {
    lockfilePath: island.absolute(`.lock/${name}.lock`),
    realpath: false,
    stale: STALE_MS,
    retries: {
      retries: Math.max(1, Math.ceil(timeoutMs / 250)),
      factor: 1,
      minTimeout: 250,
      maxTimeout: 250,
    },
    // The default throws out of a timer and would end the process in the middle of a write.
    onCompromised: (error) => {
      compromised = error;
    },
  }).catch((error: Error & { code?: string }) => {
    if (error.code === 'ELOCKED') throw heldBy(island, target, ownerFile);
    throw error;
  });
  // The library does so too, until write-file-atomic takes its own exit hook off and that one with it.
  const releaseOnExit = () => {
    if (!compromised) island.discardFolder(`.lock/${name}.lock`);
  };
  process.once('exit', releaseOnExit);
  try {
    const owner: LockOwner = {
      pid: process.pid,
      host: hostname(),
      command,
      startedAt: new Date().toISOString(),
    };
    island.replace(ownerFile, `${JSON.stringify(owner)}\n`);
    const result = await operation();
    if (compromised) throw fatal('ISL-005', { file: ownerFile }, { target });
    return result;
  } finally {
    process.off('exit', releaseOnExit);
    await release().catch((error: unknown) => {
      // A lock that was taken from us is reported above; it can not be released twice.
      if (!compromised) throw error;
    });
  }
}

function heldBy(island: Island, target: string, ownerFile: string) {
  const owner = readOwner(island, ownerFile);
  const who = owner
    ? `process ${owner.pid} on ${owner.host} (${owner.command}, since ${owner.startedAt})`
    : 'another process';
  return fatal('ISL-002', { file: ownerFile }, { target, who });
}

function readOwner(island: Island, ownerFile: string): LockOwner | null {
  const text = island.readText(ownerFile);
  if (text === null) return null;
  try {
    return JSON.parse(text) as LockOwner;
  } catch {
    return null;
  }
}
