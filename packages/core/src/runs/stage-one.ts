import { buildStageOneEntry, differsFrom } from '../grade/entry/stage-one-entry.js';
import { formatJson } from '../island/documents.js';
import { placeOfEntries } from '../island/journal/read-journal.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { listEntries } from '../island/list-namespace.js';
import { formatEntryName, nextTimestamp } from '../island/logic/names.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { readStoredEntries } from '../island/read-namespace.js';
import type { SchemaFacts } from '../spec/facts.js';
import type { Subject } from '../target/logic/subjects.js';
import { versionOf } from './namespace-content.js';
import { type NamespaceBasis, namespaceContent } from './namespace-prompts.js';
import type { NamespaceContext, TestedTools } from './run-context.js';

/**
 * Keeps what code answers about each tested tool and its schema in an entry, before any grader is asked, so that a swept
 * schema is not without a grading (spec 19). A node gets none if it has a full entry for its content or a veto, if its
 * newest entry has the same answers, or if no answer counts.
 *
 * @param subjects all subjects of the namespace, before the tests
 */
export function writeStageOne(
  context: NamespaceContext,
  {
    basis,
    subjects,
    tested,
  }: {
    readonly basis: NamespaceBasis;
    readonly subjects: readonly Subject[];
    readonly tested: TestedTools;
  },
): void {
  const { options, target, now } = context;
  if (!options.island.book.spec.stageOneEntries) return;
  const written = testedSubjects(subjects, tested).flatMap(
    (subject) => planEntry(context, subject, basis) ?? [],
  );
  options.island.createAll(written);
  recordFacts(options.island, target.folder, { own: written.map(({ path }) => path), now });
}

/** The tools with a record of a test, and the tools aggregates of their schemas. */
function testedSubjects(subjects: readonly Subject[], { tools, facts }: TestedTools): Subject[] {
  const isTested = ({ schema, tool, subject }: Subject) =>
    schema !== null && tool !== null && tools.has(subject) && hasRecords(facts.get(schema), tool);
  const own = subjects.filter(isTested);
  const schemas = new Set(own.map(({ schema }) => schema));
  const isAggregate = ({ area, schema }: Subject) => area === 'tools-aggregate-schema' && schemas.has(schema);
  return [...own, ...subjects.filter(isAggregate)];
}

function hasRecords(facts: SchemaFacts | undefined, tool: string): boolean {
  return (facts?.tools[tool]?.records.length ?? 0) > 0;
}

function planEntry(
  { options: { island }, surroundings: { script }, target, now }: NamespaceContext,
  subject: Subject,
  basis: NamespaceBasis,
): { readonly path: string; readonly bytes: string } | null {
  const { area, folder, hash, status } = subject;
  if (status.status === 'rejected') return null;
  const place = placeOfEntries(island, target.folder);
  const isFull = ({ gradingMode, schemaHash }: { gradingMode: string; schemaHash: string }) =>
    gradingMode === 'full' && schemaHash === hash;
  const { entries } = readStoredEntries(place, folder, [area], isFull);
  if (entries.some(({ entry }) => isFull(entry))) return null;
  const answers = namespaceContent(basis, subject).deterministic;
  const newest = entries.at(-1)?.entry;
  if (newest?.schemaHash === hash && !differsFrom(answers, newest.gradings)) return null;
  const gradings = `${target.folder}/${folder}/${FILE_NAMES.gradings}`;
  const timestamp = nextTimestamp(
    now,
    listEntries(island, gradings).map((entry) => entry.timestamp),
  );
  const entry = buildStageOneEntry(
    {
      schemaId: subject.schemaId,
      area,
      version: `flowmcp/${versionOf(subject, basis.content)}`,
      schemaHash: hash,
      subject: subject.subject,
    },
    { answers, tier: 'autonomous', timestamp, script, rules: island.book },
  );
  if (!entry) return null;
  return {
    path: `${gradings}/${formatEntryName({ area, persona: null, timestamp })}`,
    bytes: formatJson(entry),
  };
}
