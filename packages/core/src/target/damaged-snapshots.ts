import { readSelectionIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { type NamespaceOnDisk, readNamespaceOnDisk } from '../island/journal/index-on-disk.js';
import { readJournalBytes } from '../island/journal/read-journal.js';
import { isSetAside } from '../island/logic/facts.js';
import { parseSnapshotName, type SnapshotName, splitId } from '../island/logic/names.js';
import { linesOf } from '../island/logic/parse-journal.js';
import { FILE_NAMES, isNamespaceName, namespaceFolder } from '../island/logic/paths.js';
import { type ErrorCode, fatal } from '../problems/error-codes.js';
import { GradingError } from '../problems/problem.js';
import { sha256 } from '../spec/hash.js';
import type { NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import type { Target } from './logic/target.js';

/**
 * Refuses a target that uses a changed snapshot: compares the bytes of each snapshot with what the target's index and
 * journal record (decision 0072). A selection uses the snapshots of its own texts and of its members' schemas.
 *
 * @param code the code of the refusal, which names the intended operation
 * @param known the namespace on disk, if it was already read
 * @throws GradingError for the first snapshot that differs or is missing
 */
export function refuseDamagedSnapshots(
  island: Island,
  target: Target,
  code: ErrorCode,
  known?: NamespaceOnDisk,
): void {
  for (const { file, expected, source } of expectedBytes(island, target, known)) {
    const bytes = island.readBytes(file);
    const found = bytes ? sha256(bytes) : 'nothing (the file is gone)';
    if (found !== expected) throw fatal(code, { file }, { found, expected, source, target: target.name });
  }
}

/** The expected content of a file, and the source of that expectation. */
interface ExpectedBytes {
  /** Relative to the island. */
  readonly file: string;
  readonly expected: string;
  readonly source: string;
}

function expectedBytes(island: Island, target: Target, known?: NamespaceOnDisk): ExpectedBytes[] {
  if (target.flow === 'provider') {
    const { index, journal } = known ?? readNamespaceOnDisk(island, target.id);
    return index ? ofNamespace(island, { index, journal }, (path) => isOfNamespace(index, path)) : [];
  }
  const { folder } = target;
  const index = readSelectionIndex(island, folder);
  if (!index) return [];
  return [
    ...ofJournal(island, { folder, journal: readJournalBytes(island, folder) }, (path) =>
      isOfSelection(index, path),
    ),
    ...Object.keys(index.members).flatMap((member) => ofMember(island, member)),
  ];
}

function ofMember(island: Island, member: string): ExpectedBytes[] {
  const [namespace, schema] = splitId(member);
  const { index, journal } = (isNamespaceName(namespace) && readMember(island, namespace)) || NOTHING;
  if (!index || !Object.hasOwn(index.schemas, schema)) return [];
  return ofNamespace(island, { index, journal }, (path) => path.startsWith(`${schema}/schema/`));
}

const NOTHING = { index: null, journal: null };

/** Returns null for a damaged index: it blocks the member and is reported elsewhere. */
function readMember(island: Island, namespace: string): NamespaceOnDisk | null {
  try {
    return readNamespaceOnDisk(island, namespace);
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return null;
  }
}

function ofNamespace(
  island: Island,
  {
    index: { namespace, schemas },
    journal,
  }: { readonly index: NamespaceIndex; readonly journal: Uint8Array | null },
  isMeant: (path: string) => boolean,
): ExpectedBytes[] {
  const folder = namespaceFolder(namespace);
  const ofIndex = Object.entries(schemas).flatMap(([schema, { snapshot }]) =>
    snapshot ? [{ path: `${schema}/schema/${snapshot.file}`, expected: snapshot.fileSha256 }] : [],
  );
  return [
    ...ofIndex
      .filter(({ path }) => isMeant(path))
      .map(({ path, expected }) => ({ file: `${folder}/${path}`, expected, source: FILE_NAMES.index })),
    ...ofJournal(island, { folder, journal }, isMeant),
  ];
}

/** The newest snapshot under each name in the journal; snapshots dated too far in the future do not count. */
function ofJournal(
  island: Island,
  { folder, journal }: { readonly folder: string; readonly journal: Uint8Array | null },
  isMeant: (path: string) => boolean,
): ExpectedBytes[] {
  const newest = new Map<
    string,
    { readonly name: SnapshotName; readonly path: string; readonly sha256: string }
  >();
  for (const line of journal ? linesOf(journal, ['snapshot', 'adopted']) : []) {
    const { path } = line;
    const at = path.lastIndexOf('/') + 1;
    // The file with the evaluated value of a computed `main` has the name of the snapshot, except for its extension.
    const isValue = path.endsWith('.main.json');
    const name = parseSnapshotName(path.slice(at).replace(/\.main\.json$/, '.mjs'));
    if (
      !name ||
      (line.kind === 'adopted' && line.fact !== 'snapshot') ||
      !isMeant(path) ||
      isSetAside(path, island.now())
    )
      continue;
    const thing = `${path.slice(0, at)}${name.name}${isValue ? '.main' : ''}.${name.extension}`;
    const known = newest.get(thing);
    if (!known || known.name.timestamp < name.timestamp)
      newest.set(thing, { name, path, sha256: line.sha256 });
  }
  return [...newest.values()].map(({ path, sha256: expected }) => ({
    file: `${folder}/${path}`,
    expected,
    source: FILE_NAMES.audit,
  }));
}

/** Folder of the lists imported with a provider. */
const LISTS = '_lists';

/**
 * Checks whether a namespace uses the file at a path. Retired schemas do not count, and neither does a baseline, which
 * affects no grade.
 */
function isOfNamespace({ schemas, skills }: NamespaceIndex, path: string): boolean {
  const [schema = '', kind, skill = ''] = path.split('/');
  if (kind === undefined) return parseSnapshotName(schema)?.name === 'members';
  if (schema === LISTS) return true;
  return kind === 'skills' ? Object.hasOwn(skills, `${schema}.${skill}`) : Object.hasOwn(schemas, schema);
}

function isOfSelection({ skills }: SelectionIndex, path: string): boolean {
  const [kind, skill = ''] = path.split('/');
  return kind !== 'skills' || Object.hasOwn(skills, skill);
}
