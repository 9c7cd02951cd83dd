import { readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { factsFile, schemaFolder, snapshotFolder } from '../island/logic/paths.js';
import { isSameRootDomain } from '../keys/logic/hosts.js';
import { MAX_RESPONSE_BYTES } from '../net/logic/http.js';
import { answerFromFacts } from '../questions/deterministic-answers.js';
import type { KeyDomainVerdict } from '../questions/question.js';
import type { Finding } from '../rules/finding.js';
import type { SpecRules } from '../spec/books/book.js';
import { type SchemaFacts, type TestRecord, type ToolFacts, testRecord } from '../spec/facts.js';
import type { NamespaceIndex } from '../spec/index-file.js';
import type { LoadedAbout, LoadedSchema } from '../target/load-namespace.js';
import type { Subject } from '../target/logic/subjects.js';
import { gradesOf, required, type SubjectContent, shownFindings } from './compose-prompt.js';
import type { PredecessorGrade } from './logic/prompts/area-prompt.js';
import {
  buildAboutNamespaceMaterial,
  buildNamespaceDescriptionMaterial,
  buildNamespaceSkillMaterial,
  buildSingleTestMaterial,
  buildToolsAggregateNamespaceMaterial,
  buildToolsAggregateSchemaMaterial,
  type TermsFact,
} from './logic/prompts/material/namespace.js';
import type { NamespaceContent } from './namespace-content.js';

/** The material that the prompts of a namespace are built from. */
export interface NamespaceBasis {
  readonly island: Island;
  readonly namespace: string;
  readonly index: NamespaceIndex;
  readonly content: NamespaceContent;
  readonly facts: ReadonlyMap<string, SchemaFacts>;
  readonly verdicts: ReadonlyMap<string, KeyDomainVerdict | null>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly now: Date;
}

/** The content of the prompt about a subject of a namespace. */
export function namespaceContent(basis: NamespaceBasis, subject: Subject): SubjectContent {
  const schema = subject.schema === null ? null : basis.content.schemas.get(subject.schema);
  switch (subject.area) {
    case 'single-test':
      return singleTest(basis, required(schema, subject), required(subject.tool, subject));
    case 'tools-aggregate-schema':
      return toolsAggregateSchema(basis, required(schema, subject));
    case 'tools-aggregate-namespace':
      return toolsAggregateNamespace(basis);
    case 'namespace-description':
      return namespaceDescription(basis);
    case 'namespace-skills':
      return namespaceSkill(basis, required(subject.skill, subject), subject);
    case 'about-namespace':
      return aboutNamespace(basis, required(basis.content.about, subject));
    default:
      throw new Error(`${subject.area} has no prompt`);
  }
}

function singleTest(basis: NamespaceBasis, schema: LoadedSchema, tool: string): SubjectContent {
  const { island, namespace } = basis;
  const facts = basis.facts.get(schema.schema);
  const known = facts?.tools[tool];
  if (!facts || !known) throw new Error(`${schema.schema}.${tool} has no facts`);
  const records = readRecords(basis, schema.schema, known);
  return {
    material: buildSingleTestMaterial({
      main: schema.main,
      tool,
      facts: known,
      records: records.map(({ record }) => record),
    }),
    files: [
      snapshotOf(basis, schema),
      { path: island.absolute(factsFile(namespace, schema.schema)), role: 'facts of the pretest' },
      ...known.records.map((record) => ({
        path: island.absolute(`${schemaFolder(namespace, schema.schema)}/${record}`),
        role: 'recorded answer of one test',
      })),
    ],
    deterministic: answerFromFacts(
      'single-test',
      {
        docs: known.docs,
        outputDeclared: schema.main.tools?.[tool]?.output !== undefined,
        outputMatches: known.outputMatches,
        outputMismatch: known.outputMismatch,
        records: known.records.map((record) => `${schema.schema}/${record}`),
        ...(known.gathered && { gathered: known.gathered }),
        tooLarge: tooLargeOf(records, island.book.spec),
        keyDomain: basis.verdicts.get(schema.schema) ?? null,
      },
      known.checkedAt ?? facts.checkedAt,
      island.book.grading,
    ),
    predecessors: [],
  };
}

function toolsAggregateSchema(basis: NamespaceBasis, schema: LoadedSchema): SubjectContent {
  const tools = schema.reading.duplicateKeys.filter(({ path }) => path.length === 1 && path[0] === 'tools');
  return {
    material: buildToolsAggregateSchemaMaterial({ main: schema.main }),
    files: [snapshotOf(basis, schema)],
    deterministic: answerFromFacts(
      'tools-aggregate-schema',
      { toolNames: Object.keys(schema.main.tools ?? {}), duplicateKeys: tools.map(({ key }) => key) },
      basis.now.toISOString(),
      basis.island.book.grading,
    ),
    predecessors: gradesOf(
      Object.entries(basis.index.schemas[schema.schema]?.tools ?? {}).map(([tool, node]) => ({
        node: `single-test/${schema.schema}.${tool}`,
        ...node,
      })),
    ),
  };
}

function toolsAggregateNamespace(basis: NamespaceBasis): SubjectContent {
  const schemas = namedSchemas(basis);
  const tools = schemas.reduce((sum, { main }) => sum + Object.keys(main.tools ?? {}).length, 0);
  return {
    material: buildToolsAggregateNamespaceMaterial({ schemas }),
    files: schemaFiles(basis),
    deterministic: answerFromFacts(
      'tools-aggregate-namespace',
      { tools },
      basis.now.toISOString(),
      basis.island.book.grading,
    ),
    predecessors: schemaGrades(basis),
  };
}

function namespaceDescription(basis: NamespaceBasis): SubjectContent {
  return {
    material: buildNamespaceDescriptionMaterial({
      namespace: basis.namespace,
      schemas: namedSchemas(basis),
    }),
    files: schemaFiles(basis),
    deterministic: [],
    predecessors: [],
  };
}

function namespaceSkill(basis: NamespaceBasis, name: string, subject: Subject): SubjectContent {
  const { namespace, content } = basis;
  const skill = content.skills.find((found) => found.schema === subject.schema && found.skill === name);
  const { file, source: text } = required(skill, subject);
  return {
    material: buildNamespaceSkillMaterial({
      namespace,
      skill: text,
      about: content.about,
      schemas: namedSchemas(basis),
      findings: findingsIn(basis, ({ where }) => where?.file === file),
    }),
    files: [
      { path: basis.island.absolute(file), role: `skill ${name}` },
      ...aboutFile(basis),
      ...schemaFiles(basis),
    ],
    deterministic: [],
    predecessors: [],
  };
}

function aboutNamespace(basis: NamespaceBasis, about: LoadedAbout): SubjectContent {
  const { namespace } = basis;
  return {
    material: buildAboutNamespaceMaterial({
      namespace,
      about,
      schemas: namedSchemas(basis),
      findings: findingsIn(basis, ({ id }) => id.startsWith('tos-')),
      terms: termsFacts(basis),
    }),
    files: [...aboutFile(basis), ...schemaFiles(basis)],
    deterministic: answerFromFacts(
      'about-namespace',
      { declared: true, fileExists: true, declaredIn: about.schema, aboutFile: about.file },
      basis.now.toISOString(),
      basis.island.book.grading,
    ),
    predecessors: schemaGrades(basis),
  };
}

function aboutFile({ island, content: { about } }: NamespaceBasis) {
  return about ? [{ path: island.absolute(about.file), role: 'the About of the namespace' }] : [];
}

function schemaFiles(basis: NamespaceBasis) {
  return [...basis.content.schemas.values()].map((schema) => snapshotOf(basis, schema));
}

function findingsIn({ findings }: NamespaceBasis, isShown: (finding: Finding) => boolean) {
  return shownFindings([...findings.values()].flat().filter(isShown));
}

function termsFacts({ facts, content }: NamespaceBasis): TermsFact[] {
  return [...content.schemas.values()].flatMap(({ schema, main }) => {
    const terms = facts.get(schema)?.terms;
    if (!terms) return [];
    return [{ ...terms, schema, sameRootDomain: isSameRootDomain(terms.url, main.root ?? '') }];
  });
}

function namedSchemas({ content: { schemas } }: NamespaceBasis) {
  return [...schemas.values()].map(({ schema, main }) => ({ schema, main }));
}

function schemaGrades({ index }: NamespaceBasis): PredecessorGrade[] {
  return gradesOf(
    Object.entries(index.schemas).map(([schema, node]) => ({
      node: `tools-aggregate-schema/${schema}`,
      ...node.toolsAggregate,
    })),
  );
}

function snapshotOf({ island, namespace }: NamespaceBasis, { schema, snapshot }: LoadedSchema) {
  return {
    path: island.absolute(`${snapshotFolder(namespace, schema)}/${snapshot.file}`),
    role: `schema ${schema}`,
  };
}

interface RecordOnDisk {
  /** Relative to the namespace's folder. */
  readonly path: string;
  readonly record: TestRecord;
}

function readRecords(
  { island, namespace }: NamespaceBasis,
  schema: string,
  facts: ToolFacts,
): RecordOnDisk[] {
  return facts.records.flatMap((record) => {
    const parsed = readDocument(island, `${schemaFolder(namespace, schema)}/${record}`, testRecord);
    return parsed && 'value' in parsed ? [{ path: `${schema}/${record}`, record: parsed.value }] : [];
  });
}

/** The first response that is larger than the specification allows (spec 06, response size). */
function tooLargeOf(records: readonly RecordOnDisk[], { size: { extreme: limit } }: SpecRules) {
  if (limit === null) return undefined;
  const found = records.find(({ record }) => record.responseBytes > limit && isOfKnownSize(record));
  if (!found) return undefined;
  const { path, record } = found;
  return { record: path, bytes: record.responseBytes, limit, ...(!record.working && { isUnread: true }) };
}

/**
 * Whether a record tells the size of the data. One that an earlier specification measured has the bytes of the body,
 * which say nothing of the data; it is replaced by the next test. A response that was too large to be read is larger
 * than any limit, whoever measured it: the more a tool returns, the less it may gain.
 */
function isOfKnownSize({ working, status, gradingSpec, truncated, responseBytes }: TestRecord): boolean {
  if (working) return gradingSpec !== undefined;
  if (status === 'could-not-tell') return true;
  return status === 'not-parseable' && truncated && responseBytes >= MAX_RESPONSE_BYTES;
}
