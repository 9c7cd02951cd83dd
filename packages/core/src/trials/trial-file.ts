import { statSync } from 'node:fs';
import type { Folder } from '../island/island.js';
import { fatal } from '../problems/error-codes.js';
import { GradingError } from '../problems/problem.js';
import { readPlainFile } from '../sources/read-plain-file.js';
import {
  footerOf,
  parseTrial,
  type Trial,
  type TrialAttempt,
  type TrialHeader,
} from './logic/trial-lines.js';

const MAX_BYTES = 256 * 1024 ** 2;

/** Where a trial is kept. */
export interface KeptAt {
  /** As messages name it. */
  readonly file: string;
  readonly folder: Folder;
  /** Relative to the folder. */
  readonly path: string;
}

/** A trial that is being made; each attempt is kept as it comes. */
export interface TrialFile {
  readonly file: string;
  /** As it stood when it was opened; its header is that of the first command. */
  readonly trial: Trial;
  add(attempt: TrialAttempt): void;
  /**
   * Reads the trial again, with all that was added.
   *
   * @param isWhole nothing is missing: the file gets its last line
   */
  close(isWhole: boolean): Trial;
}

/**
 * Reads a trial from its file.
 *
 * @throws GradingError TRI-009 if it is missing, unreadable or damaged
 */
export function readTrial(file: string): Trial {
  const found = readIfThere(file);
  if (!found) throw fatal('TRI-009', { file }, { reason: 'there is no such file' });
  return found.trial;
}

export function readIfThere(
  file: string,
): { readonly trial: Trial; readonly text: string; readonly whole: string } | null {
  const found = readPlainFile(file, MAX_BYTES);
  if (found.kind === 'missing') return null;
  if (found.kind !== 'read') {
    const reason = found.kind === 'refused' ? found.reason : `it has more than ${MAX_BYTES} bytes`;
    throw fatal('TRI-009', { file }, { reason });
  }
  const text = found.bytes.toString('utf8');
  const parsed = parseTrial(text);
  if ('reason' in parsed) throw fatal('TRI-009', { file, line: parsed.line }, { reason: parsed.reason });
  return { ...parsed, text };
}

/**
 * Opens the file of a trial: a new one, or one whose plan is the same. A torn last line is cut off. A new file is created
 * with the first attempt.
 *
 * @throws GradingError TRI-009 for a file that is not a trial, TRI-012 for another trial
 */
export function openTrialFile({ file, folder, path }: KeptAt, header: TrialHeader): TrialFile {
  const found = readIfThere(file);
  if (found && found.trial.header.plan !== header.plan) {
    const [expected, other] = [header.plan, found.trial.header.plan];
    throw fatal('TRI-012', { file }, { found: other, expected });
  }
  let bytes = found === null ? 0 : Buffer.byteLength(found.whole);
  const add = (text: string, flush: 'lasting' | 'quick') => {
    requireSize(file, bytes);
    // Nobody could go on with a file whose first line is torn.
    write(file, () => (bytes === 0 ? folder.replace(path, text) : folder.append(path, text, flush)));
    bytes += Buffer.byteLength(text);
  };
  if (found && found.text !== found.whole) write(file, () => folder.replace(path, found.whole));
  const known = found?.trial ?? { header, attempts: [], isWhole: false };
  return {
    file,
    trial: known,
    add(attempt) {
      const first = bytes > 0 ? '' : `${JSON.stringify(header)}\n`;
      // An answer that is lost in a power failure is asked for again.
      add(`${first}${JSON.stringify(attempt)}\n`, 'quick');
    },
    close(isWhole) {
      const now = readIfThere(file);
      if (!now) return known;
      if (!isWhole || now.trial.isWhole) return now.trial;
      add(footerOf(now.whole, now.trial.attempts.length), 'lasting');
      return { ...now.trial, isWhole };
    },
  };
}

/** Lines of two commands in one file would answer the same twice, and nobody could read it again. */
function requireSize(file: string, expected: number): void {
  const found = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (found === expected) return;
  throw fatal('TRI-013', { file }, { reason: 'another command has written to it' });
}

function write(file: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const { code, args = {} } = error.problem;
    throw fatal('TRI-013', { file }, { reason: args.code ?? args.reason ?? code });
  }
}
