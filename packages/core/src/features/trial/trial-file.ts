import { appendFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { timestampOfIso } from '../../island/logic/names.js';
import { fatal } from '../../problems/error-codes.js';
import { readPlainFile } from '../../sources/read-plain-file.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { codeOf } from '../../values/system-error.js';
import {
  footerOf,
  parseTrial,
  type Trial,
  type TrialAttempt,
  type TrialHeader,
} from './logic/trial-lines.js';

const FILE_MODE = 0o600;
const MAX_BYTES = 256 * 1024 ** 2;

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

function readIfThere(
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
export function openTrialFile(file: string, header: TrialHeader): TrialFile {
  const found = readIfThere(file);
  if (found && found.trial.header.plan !== header.plan) {
    const [expected, other] = [header.plan, found.trial.header.plan];
    throw fatal('TRI-012', { file }, { found: other, expected });
  }
  let bytes = found === null ? 0 : Buffer.byteLength(found.whole);
  const append = (text: string) => {
    requireSize(file, bytes);
    write(file, () => appendFileSync(file, text, { mode: FILE_MODE, flag: bytes === 0 ? 'ax' : 'a' }));
    bytes += Buffer.byteLength(text);
  };
  if (found && found.text !== found.whole) {
    write(file, () => truncateSync(file, Buffer.byteLength(found.whole)));
  }
  const known = found?.trial ?? { header, attempts: [], isWhole: false };
  return {
    file,
    trial: known,
    add(attempt) {
      const first = bytes > 0 ? '' : `${JSON.stringify(header)}\n`;
      // Not flushed: an answer lost in a power failure is asked for again.
      append(`${first}${JSON.stringify(attempt)}\n`);
    },
    close(isWhole) {
      const now = readIfThere(file);
      if (!now) return known;
      if (!isWhole || now.trial.isWhole) return now.trial;
      append(footerOf(now.whole, now.trial.attempts.length));
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
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    throw fatal('TRI-013', { file }, { reason });
  }
}

/**
 * Where a trial is kept unless the user names a file: `‹slug›--‹timestamp›--‹plan›.jsonl` in the current folder. The
 * newest open trial of the same plan is continued.
 */
export function chooseTrialFile({ target, plan, startedAt }: TrialHeader): string {
  const slug = slugOf(target);
  const isOwn = (name: string) => name.startsWith(`${slug}--`) && name.endsWith(`--${plan}.jsonl`);
  const own = readdirSync('.').filter(isOwn).sort(byCodeUnit).reverse();
  const open = own.find((file) => readIfThere(file)?.trial.isWhole === false);
  return open ?? `${slug}--${timestampOfIso(startedAt)}--${plan}.jsonl`;
}

const LONGEST_SLUG = 40;

function slugOf(target: string): string {
  const name = /\.(?:mjs|json)$/.test(target)
    ? basename(target).replace(/\.\w+$/, '')
    : target.split('/').filter(Boolean).at(-1);
  const slug = (name ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG);
  return slug.replace(/^-|-$/g, '') || 'server';
}
