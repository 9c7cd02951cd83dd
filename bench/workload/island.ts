import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NodeEntry } from '../../packages/core/src/grade/node-status.js';
import { formatJson } from '../../packages/core/src/island/documents.js';
import { Island } from '../../packages/core/src/island/island.js';
import { buildLines, formatLines } from '../../packages/core/src/island/logic/build-lines.js';
import { factKindOf } from '../../packages/core/src/island/logic/facts.js';
import { formatTimestamp } from '../../packages/core/src/island/logic/names.js';
import { endOf, parseJournal } from '../../packages/core/src/island/logic/parse-journal.js';
import { namespaceFolder } from '../../packages/core/src/island/logic/paths.js';
import { nodeEntry } from '../../packages/core/src/island/read-namespace.js';
import { hashValue, sha256 } from '../../packages/core/src/spec/hash.js';
import {
  deriveNamespace,
  type SeenContent,
} from '../../packages/core/src/target/rebuild/derive-namespace.js';
import { gradeSubjects, type PlacedEntry } from './gradings.js';
import { type IslandFile, memberFile, type StoredSchema, storeSchema } from './provider-facts.js';
import { schemaMain, schemaName } from './schemas.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Writes an island as commands would have left it: every file in the product's own format, made by the
 * product's own functions, with hand-ins, journal and index. It never waits for the disk.
 *
 * @returns the number of entries in it
 */
export function writeIsland(
  root: string,
  {
    namespaces,
    schemas,
    tools,
    now,
  }: {
    namespaces: readonly string[];
    schemas: number;
    tools: number;
    now: Date;
  },
): number {
  const island = new Island(root);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, '.gitignore'), '*\n', { mode: 0o600 });
  const made = new Set<string>();
  let entries = 0;
  for (const namespace of namespaces) {
    entries += writeNamespace({ island, made, namespace, schemas, tools, now });
  }
  return entries;
}

function writeNamespace({
  island,
  made,
  namespace,
  schemas,
  tools,
  now,
}: {
  island: Island;
  made: Set<string>;
  namespace: string;
  schemas: number;
  tools: number;
  now: Date;
}): number {
  const at = formatTimestamp(new Date(now.getTime() - 90 * DAY));
  const names = Array.from({ length: schemas }, (_, number) => schemaName(number)).sort();
  const stored = Array.from({ length: schemas }, (_, number) =>
    storeSchema({ namespace, schema: schemaName(number), main: schemaMain(namespace, number, tools), at }),
  );
  const members = memberFile(namespace, names, at, hashValue({ namespace, schemas: names }));
  const put = (files: readonly IslandFile[]) => {
    for (const { path, text } of files) write(island.root, made, path, text);
  };
  const provider = [...stored.flatMap(({ files }) => files), members];
  put(provider);
  const bare = deriveNamespace({ island, namespace, now, seen: seenOf(stored, []) });
  const { handIns, entries } = gradeSubjects({ namespace, subjects: bare.subjects, now });
  put([...handIns, ...entries]);
  const graded = deriveNamespace({ island, namespace, now, seen: seenOf(stored, entries) });
  const folder = namespaceFolder(namespace);
  const facts = [...provider, ...handIns, ...entries];
  const index = formatJson(graded.index);
  put([
    { path: `${folder}/audit.jsonl`, text: journalOf(folder, facts, { index, now }) },
    { path: `${folder}/index.json`, text: index },
  ]);
  return entries.length;
}

/** Builds the index from what was just written, without reading it again. */
function seenOf(stored: readonly StoredSchema[], entries: readonly PlacedEntry[]): SeenContent {
  const byFolder = new Map<string, NodeEntry[]>();
  for (const { subject, stored: entry } of entries) {
    const key = `${subject.folder} ${subject.area}`;
    byFolder.set(key, [...(byFolder.get(key) ?? []), nodeEntry(entry)]);
  }
  return {
    entries: (folder, [area]) => ({ entries: byFolder.get(`${folder} ${area}`) ?? [], problems: [] }),
    schemas: Object.fromEntries(
      stored.map(({ schema, snapshot, tools }) => [
        schema,
        { snapshot, tools: Object.fromEntries(tools.map((tool) => [tool, null])) },
      ]),
    ),
  };
}

function journalOf(
  folder: string,
  files: readonly IslandFile[],
  { index, now }: { index: string; now: Date },
): string {
  const facts = files.flatMap(({ path, text }) => {
    const below = path.slice(folder.length + 1);
    const fact = factKindOf(below);
    return fact ? [{ path: below, fact, bytes: Buffer.from(text), own: true }] : [];
  });
  const at = now.toISOString();
  const text = buildLines(parseJournal(new Uint8Array()), facts, at);
  return text + formatLines(endOf(Buffer.from(text)), [{ kind: 'index', sha256: sha256(index) }], at);
}

function write(root: string, made: Set<string>, path: string, text: string): void {
  const full = join(root, path);
  const folder = dirname(full);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  made.add(folder);
  writeFileSync(full, text, { mode: 0o600 });
}
