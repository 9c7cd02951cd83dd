import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCheckedJson } from '../../files/checked-json-file.js';
import { checkResultFile, writeResultText } from '../../files/result-file.js';
import { errorOf, fatal, problem } from '../../problems/error-codes.js';
import { GradingError, type Problem } from '../../problems/problem.js';
import { type ProviderProof, providerProof } from '../../spec/proof.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { codeOf } from '../../values/system-error.js';
import { renderBoard } from './logic/board.js';

export interface BoardResult {
  readonly status: boolean;
  readonly format: 'board';
  /** The written file; null if the board went to `write`. */
  readonly out: string | null;
  readonly errors: readonly Problem[];
}

const PROOF = 'grade.json';
const PROOFS = /(?:^|[\\/])grade\.json$/;

/**
 * Turns the proofs of providers into a board: a document, and nothing else. It reads `<folder>/<namespace>/grade.json`
 * alone, no island and no network. A folder without a proof has no card.
 *
 * @returns `errors` with RPT-006 for each proof that is not valid, which has no card
 * @throws GradingError before anything is written: RPT-005 (no folder of proofs), RPT-001 and CLI-006 (an output file
 *   that cannot be written, or is one of the proofs)
 * @see spec 26
 */
export async function reportBoard({
  proofs: folder,
  out,
  write,
}: {
  readonly proofs: string;
  /** Receives the board. */
  readonly write: (text: string) => Promise<void> | void;
  /** File that receives the board instead of `write`. */
  readonly out?: string | undefined;
}): Promise<BoardResult> {
  const unwritable =
    out === undefined ? null : await checkResultFile(out, 'RPT-001', [{ folder, only: PROOFS }]);
  if (unwritable) throw errorOf(unwritable);
  const errors: Problem[] = [];
  const proofs = listProviders(folder).flatMap((provider) => readProof(folder, provider, errors) ?? []);
  const board = renderBoard(proofs, errors);
  const unwritten = out === undefined ? null : await writeResultText(out, board, 'RPT-001');
  if (unwritten) throw errorOf(unwritten);
  if (out === undefined) await write(board);
  return { status: errors.length === 0, format: 'board', out: out ?? null, errors };
}

function listProviders(folder: string): string[] {
  try {
    return readdirSync(folder).sort(byCodeUnit);
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    throw fatal('RPT-005', { file: folder }, { reason });
  }
}

/** Problems name the proof within its folder, so that the same proofs give the same board wherever they lie. */
function readProof(folder: string, provider: string, errors: Problem[]): ProviderProof | null {
  const file = `${provider}/${PROOF}`;
  try {
    if (!isThere(resolve(folder, file), file)) return null;
    const proof = readCheckedJson(join(folder, file), providerProof, 'RPT-006', { uniqueKeys: true });
    if (proof.namespace === provider) return proof;
    const reason = `it is the proof of ${proof.namespace}`;
    throw fatal('RPT-006', { path: '/namespace' }, { reason });
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const { where, args } = error.problem;
    errors.push(problem('RPT-006', { ...where, file }, args));
    return null;
  }
}

function isThere(path: string, file: string): boolean {
  try {
    if (lstatSync(path).isFile()) return true;
    throw fatal('RPT-006', { file }, { reason: 'it is not a plain file' });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw code === undefined ? error : fatal('RPT-006', { file }, { reason: code });
  }
}
