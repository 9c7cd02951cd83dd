import { areaById, policiesOf } from '../../catalogue/lookup.js';
import { answerFromFacts } from '../../engine/deterministic-answers.js';
import { buildAreaPrompt, type PredecessorGrade } from '../../engine/prompts/area-prompt.js';
import { buildGoal } from '../../engine/prompts/goal.js';
import {
  buildAboutNamespaceMaterial,
  type TermsFact,
} from '../../engine/prompts/material/about-namespace.js';
import { buildNamespaceSkillMaterial } from '../../engine/prompts/material/namespace-skills.js';
import {
  buildNamespaceDescriptionMaterial,
  buildSingleTestMaterial,
  buildToolsAggregateNamespaceMaterial,
  buildToolsAggregateSchemaMaterial,
} from '../../engine/prompts/material.js';
import { areaOutputSchema } from '../../engine/prompts/output-schema.js';
import { buildPromptQuestions } from '../../engine/prompts/prompt-questions.js';
import { fenceIsSafe, type Material } from '../../engine/prompts/quoted-text.js';
import { isSameRootDomain } from '../../engine/root-domain.js';
import type { Subject } from '../../engine/subjects.js';
import { readDocument } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { factsFile, schemaFolder, snapshotFolder } from '../../island/paths.js';
import { type SchemaFacts, type TestRecord, type ToolFacts, testRecord } from '../../model/facts.js';
import type { Finding } from '../../model/finding.js';
import type { NamespaceIndex } from '../../model/index-file.js';
import type { AreaPrompt } from '../../model/prompts.js';
import type { KeyDomainVerdict, Question } from '../../model/question.js';
import type { StoredAnswer } from '../../model/state.js';
import type { AreaId, Persona } from '../../model/vocabulary.js';
import { describeProblem } from '../../tables/error-codes.js';
import type { LoadedAbout, LoadedSchema } from '../load-namespace.js';
import type { NamespaceContent } from './find-findings.js';

/** Everything a namespace's prompts are made of. */
export interface PromptSource {
  readonly island: Island;
  readonly namespace: string;
  readonly index: NamespaceIndex;
  readonly content: NamespaceContent;
  readonly facts: ReadonlyMap<string, SchemaFacts>;
  readonly verdicts: ReadonlyMap<string, KeyDomainVerdict | null>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Who grades where an area asks for a persona. */
  readonly persona: Persona;
  /** The questions asked and answered of an area. */
  readonly questionsOf: (area: AreaId) => readonly Question[];
  readonly secrets: readonly string[];
  readonly maxTurns: number;
  readonly newFence: () => string;
  readonly now: Date;
}

export interface ComposedPrompt {
  readonly prompt: AreaPrompt;
  /** What code has answered; merged with the graders' answers at consume. */
  readonly deterministic: readonly StoredAnswer[];
}

interface Content {
  readonly material: readonly Material[];
  readonly files: readonly { readonly path: string; readonly role: string }[];
  readonly deterministic: readonly StoredAnswer[];
  readonly predecessors: readonly PredecessorGrade[];
}

/** Builds one subject's prompt, with everything code can already answer about it. */
export function composePrompt(source: PromptSource, subject: Subject): ComposedPrompt {
  const area = areaById(subject.area);
  if (!area) throw new Error(`${subject.area} is not in the catalogue`);
  const content = contentOf(source, subject);
  const questions = source.questionsOf(subject.area);
  const persona = area.personaRequired ? source.persona : null;
  const asked = buildPromptQuestions(questions);
  const id = `${subject.area}/${subject.subject}`;
  const outputSchema = areaOutputSchema({
    area: subject.area,
    subject: subject.subject,
    schemaHash: subject.hash,
    persona,
    questions: asked,
  });
  const prompt = buildAreaPrompt({
    area,
    subject: subject.subject,
    persona,
    files: content.files,
    questions,
    material: content.material,
    policies: policiesOf(subject.area),
    outputSchema,
    predecessors: content.predecessors,
    goal: buildGoal({ what: id, promptIds: [id], maxTurns: source.maxTurns }),
    fence: safeFence(source.newFence, content.material),
    islandRoot: source.island.root,
    secrets: source.secrets,
  });
  return {
    prompt: {
      id,
      area: subject.area,
      subject: subject.subject,
      schemaHash: subject.hash,
      persona,
      questions: asked,
      prompt,
      outputSchema,
    },
    deterministic: content.deterministic.filter(({ questionId }) =>
      questions.some(({ id }) => id === questionId),
    ),
  };
}

function contentOf(source: PromptSource, subject: Subject): Content {
  const schema = subject.schema === null ? null : source.content.schemas.get(subject.schema);
  switch (subject.area) {
    case 'single-test':
      return singleTest(source, required(schema, subject), required(subject.tool, subject));
    case 'tools-aggregate-schema':
      return toolsAggregateSchema(source, required(schema, subject));
    case 'tools-aggregate-namespace':
      return toolsAggregateNamespace(source);
    case 'namespace-description':
      return namespaceDescription(source);
    case 'namespace-skills':
      return namespaceSkill(source, required(subject.skill, subject), subject);
    case 'about-namespace':
      return aboutNamespace(source, required(source.content.about, subject));
    default:
      throw new Error(`${subject.area} has no prompt`);
  }
}

function singleTest(source: PromptSource, schema: LoadedSchema, tool: string): Content {
  const { island, namespace } = source;
  const facts = source.facts.get(schema.schema);
  const known = facts?.tools[tool];
  if (!facts || !known) throw new Error(`${schema.schema}.${tool} has no facts`);
  const records = readRecords(source, schema.schema, known);
  return {
    material: buildSingleTestMaterial({ main: schema.main, tool, facts: known, records }),
    files: [
      snapshotOf(source, schema),
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
        keyDomain: source.verdicts.get(schema.schema) ?? null,
      },
      known.checkedAt ?? facts.checkedAt,
    ),
    predecessors: [],
  };
}

function toolsAggregateSchema(source: PromptSource, schema: LoadedSchema): Content {
  const tools = schema.reading.duplicateKeys.filter(({ path }) => path.length === 1 && path[0] === 'tools');
  return {
    material: buildToolsAggregateSchemaMaterial({ main: schema.main }),
    files: [snapshotOf(source, schema)],
    deterministic: answerFromFacts(
      'tools-aggregate-schema',
      { toolNames: Object.keys(schema.main.tools ?? {}), duplicateKeys: tools.map(({ key }) => key) },
      source.now.toISOString(),
    ),
    predecessors: gradesOf(
      Object.entries(source.index.schemas[schema.schema]?.tools ?? {}).map(([tool, node]) => ({
        node: `single-test/${schema.schema}.${tool}`,
        ...node,
      })),
    ),
  };
}

function toolsAggregateNamespace(source: PromptSource): Content {
  const schemas = namedSchemas(source);
  const tools = schemas.reduce((sum, { main }) => sum + Object.keys(main.tools ?? {}).length, 0);
  return {
    material: buildToolsAggregateNamespaceMaterial({ schemas }),
    files: [...source.content.schemas.values()].map((schema) => snapshotOf(source, schema)),
    deterministic: answerFromFacts('tools-aggregate-namespace', { tools }, source.now.toISOString()),
    predecessors: schemaGrades(source),
  };
}

function namespaceDescription(source: PromptSource): Content {
  return {
    material: buildNamespaceDescriptionMaterial({
      namespace: source.namespace,
      schemas: namedSchemas(source),
    }),
    files: [...source.content.schemas.values()].map((schema) => snapshotOf(source, schema)),
    deterministic: [],
    predecessors: [],
  };
}

function namespaceSkill(source: PromptSource, name: string, subject: Subject): Content {
  const { namespace, content } = source;
  const skill = content.skills.find((found) => found.schema === subject.schema && found.skill === name);
  const { file, source: text } = required(skill, subject);
  return {
    material: buildNamespaceSkillMaterial({
      namespace,
      skill: text,
      about: content.about,
      schemas: namedSchemas(source),
      findings: findingsIn(source, ({ where }) => where?.file === file),
    }),
    files: [
      { path: source.island.absolute(file), role: `skill ${name}` },
      ...aboutFile(source),
      ...[...content.schemas.values()].map((schema) => snapshotOf(source, schema)),
    ],
    deterministic: [],
    predecessors: [],
  };
}

function aboutNamespace(source: PromptSource, about: LoadedAbout): Content {
  const { namespace, content } = source;
  return {
    material: buildAboutNamespaceMaterial({
      namespace,
      about,
      schemas: namedSchemas(source),
      findings: findingsIn(source, ({ id }) => id.startsWith('tos-')),
      terms: termsFacts(source),
    }),
    files: [
      ...aboutFile(source),
      ...[...content.schemas.values()].map((schema) => snapshotOf(source, schema)),
    ],
    deterministic: answerFromFacts(
      'about-namespace',
      { declared: true, fileExists: true, declaredIn: about.schema, aboutFile: about.file },
      source.now.toISOString(),
    ),
    predecessors: schemaGrades(source),
  };
}

function aboutFile({ island, content: { about } }: PromptSource) {
  return about ? [{ path: island.absolute(about.file), role: 'the About of the namespace' }] : [];
}

function findingsIn({ findings }: PromptSource, isShown: (finding: Finding) => boolean) {
  return [...findings.values()]
    .flat()
    .filter(isShown)
    .map((finding) => ({ code: finding.code, message: describeProblem(finding).message }));
}

function termsFacts({ facts, content }: PromptSource): TermsFact[] {
  return [...content.schemas.values()].flatMap(({ schema, main }) => {
    const terms = facts.get(schema)?.terms;
    if (!terms) return [];
    return [{ ...terms, schema, sameRootDomain: isSameRootDomain(terms.url, main.root ?? '') }];
  });
}

function namedSchemas({ content: { schemas } }: PromptSource) {
  return [...schemas.values()].map(({ schema, main }) => ({ schema, main }));
}

function schemaGrades({ index }: PromptSource): PredecessorGrade[] {
  return gradesOf(
    Object.entries(index.schemas).map(([schema, node]) => ({
      node: `tools-aggregate-schema/${schema}`,
      ...node.toolsAggregate,
    })),
  );
}

function gradesOf(nodes: readonly { node: string; status: string; grade?: string }[]): PredecessorGrade[] {
  return nodes.flatMap(({ node, status, grade }) => (grade ? [{ node, status, grade }] : []));
}

function snapshotOf({ island, namespace }: PromptSource, { schema, snapshot }: LoadedSchema) {
  return {
    path: island.absolute(`${snapshotFolder(namespace, schema)}/${snapshot.file}`),
    role: `schema ${schema}`,
  };
}

function readRecords({ island, namespace }: PromptSource, schema: string, facts: ToolFacts): TestRecord[] {
  return facts.records.flatMap((record) => {
    const parsed = readDocument(island, `${schemaFolder(namespace, schema)}/${record}`, testRecord);
    return parsed && 'value' in parsed ? [parsed.value] : [];
  });
}

/** A fence no quoted text contains. */
function safeFence(newFence: () => string, material: readonly Material[]): string {
  const texts = material.flatMap(({ title, text }) => [title, text]);
  const fence = [newFence(), newFence(), newFence()].find((candidate) => fenceIsSafe(candidate, texts));
  if (fence === undefined) throw new Error('the fences offered are not random');
  return fence;
}

function required<T>(value: T | null | undefined, subject: Subject): T {
  if (value === null || value === undefined) throw new Error(`${subject.node} is not in the namespace`);
  return value;
}
