import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readCheckedJson } from '../../files/checked-json-file.js';
import { isInside } from '../../files/is-inside.js';
import { writeResultText } from '../../files/result-file.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { readNamespaceOnDisk } from '../../island/journal/index-on-disk.js';
import { errorOf, fatal } from '../../problems/error-codes.js';
import type { GradingError, Problem } from '../../problems/problem.js';
import { findSchemaFiles } from '../../sources/find-files.js';
import { READING_LIMITS } from '../../sources/logic/module-reading.js';
import { readBounded } from '../../sources/read-plain-file.js';
import { sha256 } from '../../spec/hash.js';
import { type ProviderProof, providerProof } from '../../spec/proof.js';
import { refuseDamagedSnapshots } from '../../target/damaged-snapshots.js';
import { isWhole, type Target } from '../../target/logic/target.js';
import { shownIndex } from '../../target/shown-index.js';
import { eachTarget, type NamedTargets, resolveTargets } from '../../target/targets.js';
import { codeOf } from '../../values/system-error.js';
import { changeOfProof, findSourceDifference, keepMonitoring, sourcesOf } from './logic/proof.js';
import { PROOF_NAME, proofOf } from './namespace-proof.js';

export interface WrittenProof {
  readonly target: string;
  /** Absolute. */
  readonly proofPath: string;
  /** Whether the proof was replaced; if not, it was up to date. */
  readonly written: boolean;
}

export interface ProofsResult {
  readonly status: boolean;
  readonly results: readonly WrittenProof[];
  readonly errors: readonly Problem[];
}

/**
 * Writes the proof of each namespace to `<folder>/<namespace>/grade.json`, and nothing else. The folder has to hold the
 * very sources that the index describes. A proof stays as it is if nothing but its time would change, and what a board
 * has written into it is kept. Each target stands alone; a rejected one has a proof too, because a proof only tells how
 * a provider stands.
 *
 * @returns `errors` with EXP-008 (no proofs in this specification), EXP-009 (no namespace, or a part of one), EXP-010
 *   (no provider folder), EXP-011 (other sources), EXP-012 (another file in place of the proof), EXP-013 (out of date,
 *   with `check`), EXP-014 (cannot be written), and those of an export
 * @see spec 19 and 26
 */
export async function exportProofs({
  proofDir,
  check = false,
  ...named
}: NamedTargets & {
  /** Absolute folder that has a folder for each namespace. */
  proofDir: string;
  /** Write nothing, and report proofs that are not up to date. */
  check?: boolean;
  now?: () => Date;
}): Promise<ProofsResult> {
  const { island, all = false, now = island.now } = named;
  const resolved = await resolveTargets(island, named.targets, { all });
  const errors: Problem[] = [...resolved.problems];
  const targets = resolved.targets.filter(({ flow }) => !all || flow === 'provider');
  const results = await eachTarget(targets, errors, async (target): Promise<WrittenProof> => {
    const proof = await readyProof(island, target, now());
    const folder = join(proofDir, target.id);
    refuseOtherFolder(island, folder, target.id);
    refuseOtherSources(folder, proof);
    const proofPath = resolve(folder, PROOF_NAME);
    const previous = readProof(proofPath, target.id);
    const next = keepMonitoring(proof, previous);
    const change = changeOfProof(previous, next);
    if (!change) return { target: target.name, proofPath, written: false };
    if (check) {
      const where = { file: proofPath, path: change.path };
      throw fatal('EXP-013', where, { namespace: target.id, ...sayChange(change, previous) });
    }
    const unwritten = await writeResultText(proofPath, formatJson(next), 'EXP-014');
    if (unwritten) throw errorOf(unwritten);
    return { target: target.name, proofPath, written: true };
  });
  return { status: errors.length === 0, results, errors };
}

async function readyProof(island: Island, target: Target, now: Date): Promise<ProviderProof> {
  if (target.flow !== 'provider')
    throw fatal('EXP-009', undefined, { target: target.name, what: 'a selection' });
  if (!isWhole(target)) {
    throw fatal('EXP-009', undefined, { target: target.name, what: 'only a part of a namespace' });
  }
  refuseDamagedSnapshots(island, target, 'EXP-005');
  const shown = await shownIndex(island, readNamespaceOnDisk(island, target.id), now);
  if (!shown) throw fatal('TGT-005', undefined, { target: target.name });
  const proof = proofOf(island, shown.index, now);
  if (!proof) throw fatal('EXP-008', undefined, { spec: island.book.spec.version, target: target.name });
  return proof;
}

/** @throws GradingError EXP-010 unless a plain folder is there, apart from the island */
function refuseOtherFolder(island: Island, folder: string, namespace: string): void {
  const refuse = (reason: string) => fatal('EXP-010', { file: folder }, { namespace, reason });
  const seen = lookAt(folder, refuse);
  if (!seen) throw refuse('it does not exist');
  if (seen.isSymbolicLink()) throw refuse('it is a symbolic link');
  if (!seen.isDirectory()) throw refuse('it is not a folder');
  const [place, root] = [realpathSync(folder), realpathSync(island.root)];
  if (isInside(root, place)) throw refuse('it lies in the island');
  if (isInside(place, root)) throw refuse('the island lies in it');
}

/** @throws GradingError EXP-011 unless the schema files in the folder are those that the proof is about */
function refuseOtherSources(folder: string, proof: ProviderProof): void {
  const { groups } = findSchemaFiles([folder]);
  const files = groups.find((group) => group.folder === folder)?.files ?? [];
  const known = sourcesOf(proof);
  const found = new Map(
    files.map((file) => {
      const schema = basename(file, '.mjs');
      // Nothing is known of its content, and it may be too large even now.
      return [schema, known.get(schema) === null ? null : hashFile(file, proof.namespace)];
    }),
  );
  const other = findSourceDifference(found, known);
  if (!other) return;
  const file = join(folder, `${other.schema}.mjs`);
  throw fatal('EXP-011', { file }, { namespace: proof.namespace, reason: other.reason });
}

function hashFile(file: string, namespace: string): string {
  const refuse = (reason: string) => fatal('EXP-011', { file }, { namespace, reason });
  try {
    const bytes = readBounded(file, READING_LIMITS.maxBytes);
    if (!bytes) throw refuse(`it has more than ${READING_LIMITS.maxBytes} bytes`);
    return sha256(bytes);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw refuse(code);
  }
}

/**
 * Reads the proof that is there; null if there is none.
 *
 * @throws GradingError EXP-012 for any other file of that name
 */
function readProof(file: string, namespace: string): ProviderProof | null {
  const refuse = (reason: string) => fatal('EXP-012', { file }, { reason });
  const seen = lookAt(file, refuse);
  if (!seen) return null;
  if (!seen.isFile())
    throw refuse(seen.isSymbolicLink() ? 'it is a symbolic link' : 'it is not a plain file');
  const proof = readCheckedJson(file, providerProof, 'EXP-012', { uniqueKeys: true });
  if (proof.namespace !== namespace) throw refuse(`it is the proof of ${proof.namespace}`);
  return proof;
}

/** What is at a path, itself and not where a link leads; null if nothing is. */
function lookAt(path: string, refuse: (reason: string) => GradingError): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    throw code === undefined ? error : refuse(code);
  }
}

function sayChange(
  { found, expected }: NonNullable<ReturnType<typeof changeOfProof>>,
  previous: ProviderProof | null,
) {
  return { reason: previous ? `it says ${found}, and the island ${expected}` : 'there is none yet' };
}
