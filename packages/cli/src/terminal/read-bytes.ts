import { createReadStream } from 'node:fs';
import { fatal } from '@flowmcp/grading-core/commands';

/**
 * Reads a file, a pipe or standard input (`-`) to its end, or until the limit is exceeded.
 *
 * @returns null if there are more than `limit` bytes
 * @throws GradingError CLI-003
 */
export async function readBytes(file: string, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > limit) return null;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw fatal('CLI-003', undefined, { file, reason: String(error.code) });
  }
  return Buffer.concat(chunks);
}

/** The name that messages use for the input. */
export function shownName(file: string): string {
  return file === '-' ? 'stdin' : file;
}
