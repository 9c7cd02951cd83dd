import { basename } from 'node:path';
import { readPackageIdentity } from '../../files/own-package.js';
import { type AssembledEntry, assembleEntry, type Grader } from '../../grade/entry/assemble-entry.js';
import { checkShape } from '../../grade/entry/check-entry.js';
import { type VetoReason, vetoReasonOf } from '../../grade/veto.js';
import { splitId, toolFolderName } from '../../island/logic/names.js';
import { checkTextArgument, describeValue } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import { type Problem, placeBelow } from '../../problems/problem.js';
import { answerFromFacts } from '../../questions/deterministic-answers.js';
import type { KeyDomainVerdict } from '../../questions/question.js';
import { findAll } from '../../rules/find.js';
import { validateSchema } from '../../rules/schema/validate-schema.js';
import { judgeKeys } from '../../runs/raise-vetoes.js';
import { parseModuleWithCode } from '../../sources/code-facts.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { readSchemaFile } from '../../sources/read-schema-file.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import { DEFAULT_BOOK } from '../../spec/books/registered.js';
import { graderIdentity, schemaIdShape } from '../../spec/common.js';
import type { ToolFacts } from '../../spec/facts.js';
import { hashSchema } from '../../spec/hash.js';
import { toolFactsInput } from '../../spec/program-input.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import type { ScoreAnswer } from '../../spec/scores.js';
import type { StoredAnswer } from '../../spec/state.js';
import type { AreaId, Harness } from '../../spec/vocabulary.js';

/** Areas for which a single schema file is enough. */
export const SCHEMA_AREAS = ['single-test', 'tools-aggregate-schema'] as const satisfies readonly AreaId[];
export type SchemaArea = (typeof SCHEMA_AREAS)[number];

export interface GradeSchemaInput {
  readonly schemaPath: string;
  /** `<namespace>.<schema>`. */
  readonly schemaId: string;
  readonly grader: Grader;
  readonly area: SchemaArea;
  /** Only with single-test. */
  readonly tool?: string | undefined;
  readonly answers?: readonly ScoreAnswer[] | undefined;
  /** A pretest's facts about the tool; without them, questions that need a request stay unanswered. */
  readonly facts?: Pick<ToolFacts, 'docs' | 'outputMatches' | 'outputMismatch' | 'records'> | undefined;
  readonly harness?: Harness | undefined;
  readonly at: Date;
}

/** A schema that has passed the gate, with the answers that code can always give. */
interface ReadSchema {
  readonly main: SchemaMain;
  readonly reading: ModuleReading;
  readonly verdict: KeyDomainVerdict | null;
  readonly veto: VetoReason | null;
}

export type SchemaReader = (schemaPath: string) => ReadSchema | { readonly problems: readonly Problem[] };

/**
 * Returns a reader that reads and judges each file only once, even for several gradings of it.
 *
 * @param schemasSpec the Schemas-Spec that the schemas are held to
 */
export function createSchemaReader(schemasSpec: SchemasSpec): SchemaReader {
  const known = new Map<string, ReturnType<SchemaReader>>();
  return (schemaPath) => {
    const found = known.get(schemaPath) ?? readSchema(schemaPath, schemasSpec);
    known.set(schemaPath, found);
    return found;
  };
}

const NOTHING = { draft: null, storable: false, reason: null, missing: [] };
/** Default persona for grading a provider (decisions D2 and D3). */
const PERSONA_IDS = ['schema-maintainer'];

/**
 * Builds one entry about one schema file, or about one of its tools, from the gate, the answers that code can give
 * without a request, and the grader's answers. Reads the file, but runs none of its code and writes nothing.
 *
 * @see spec 04, spec 08
 */
export function gradeSchema(input: GradeSchemaInput, read: SchemaReader): AssembledEntry {
  const { schemaPath, schemaId, grader, area, tool, answers = [], at } = input;
  const inputs = checkInput(input);
  if (inputs.length > 0) return { ...NOTHING, problems: inputs };
  const source = read(schemaPath);
  if ('problems' in source) return { ...NOTHING, problems: source.problems };
  const { main, veto } = source;
  const misfit = checkFit(input, main);
  if (misfit.length > 0) return { ...NOTHING, problems: misfit };
  const script = readPackageIdentity();
  const [, schema] = splitId(schemaId);
  return assembleEntry({
    bound: {
      schemaId: tool === undefined ? schemaId : `${main.namespace}.${toolFolderName(tool)}`,
      area,
      version: `flowmcp/${main.version}`,
      schemaHash: hashSchema(main),
      gradingTier: 'autonomous',
      harness: input.harness ?? 'other',
      subject: tool === undefined ? schema : `${schema}.${tool}`,
    },
    grader,
    deterministic: answerByCode(input, source),
    answers,
    veto: veto && { ...veto, graderIdentity: script },
    groupId: main.namespace,
    personaIds: PERSONA_IDS,
    script,
    at,
    rules: DEFAULT_BOOK,
  });
}

/** Tools of a schema file in the file's order; null if the file cannot be read, which `gradeSchema` reports. */
export function listTools(schemaPath: string, read: SchemaReader): string[] | null {
  const source = read(schemaPath);
  return 'problems' in source ? null : Object.keys(source.main.tools ?? {});
}

function checkInput(input: GradeSchemaInput): Problem[] {
  const { schemaPath, schemaId, grader, area, tool, answers, facts } = input;
  const at = (field: string, { problems }: { problems: readonly Problem[] }) =>
    placeBelow(`/${field}`, problems);
  const missing = (field: string) => problem('GRD-001', { path: `/${field}` }, { field });
  const { llmModel: _, ...identity } = { ...(grader ?? {}) };
  return [
    ...checkTextArgument('schemaPath', schemaPath),
    ...(schemaId === undefined ? [missing('schemaId')] : at('schemaId', checkShape(schemaId, schemaIdShape))),
    ...(grader ? at('grader', checkShape(identity, graderIdentity)) : [missing('grader')]),
    ...(area === 'single-test' && tool === undefined ? [missing('tool')] : []),
    ...(area === 'tools-aggregate-schema' && tool !== undefined
      ? [wrong('tool', `nothing with the area ${area}`, describeValue(tool))]
      : []),
    ...(SCHEMA_AREAS.includes(area)
      ? []
      : [wrong('area', `one of ${SCHEMA_AREAS.join(', ')}`, String(area))]),
    ...(answers === undefined || Array.isArray(answers) ? [] : [wrong('answers', 'a list', typeof answers)]),
    ...(facts === undefined ? [] : at('facts', checkShape(facts, toolFactsInput))),
  ];
}

function checkFit({ schemaId, tool }: GradeSchemaInput, { namespace, tools }: SchemaMain): Problem[] {
  const [named] = splitId(schemaId);
  return [
    ...(named === namespace ? [] : [wrong('schemaId', `an id of the namespace ${namespace}`, schemaId)]),
    ...(tool === undefined || Object.hasOwn(tools ?? {}, tool)
      ? []
      : [wrong('tool', `one of ${Object.keys(tools ?? {}).join(', ')}`, tool)]),
  ];
}

function wrong(field: string, expected: string, found: string): Problem {
  return problem('GRD-002', { path: `/${field}` }, { expected, found });
}

function readSchema(schemaPath: string, schemasSpec: SchemasSpec): ReturnType<SchemaReader> {
  const { reading, text } = readSchemaFile(schemaPath);
  const file = basename(schemaPath);
  const problems = validateSchema({ reading, file, schemasSpec }).filter(
    ({ severity }) => severity === 'error',
  );
  if (problems.length > 0) return { problems };
  // The gate refuses everything that does not have the shape of a main.
  const main = reading.value as SchemaMain;
  const verdict = judgeKeys(main.namespace, { main, text });
  const { code } = parseModuleWithCode(text, { exports: ['main', 'schema'] });
  const findings = code ? findAll({ namespace: main.namespace, file, reading, code }) : [];
  return { main, reading, verdict, veto: vetoReasonOf(verdict, findings) };
}

function answerByCode(
  { area, tool, facts, at }: GradeSchemaInput,
  { main, reading, verdict: keyDomain }: ReadSchema,
): StoredAnswer[] {
  const timestamp = at.toISOString();
  if (area === 'tools-aggregate-schema' || tool === undefined) {
    const twice = reading.duplicateKeys.filter(({ path }) => path.length === 1 && path[0] === 'tools');
    const duplicateKeys = twice.map(({ key }) => key);
    const toolNames = Object.keys(main.tools ?? {});
    return answerFromFacts(
      'tools-aggregate-schema',
      { toolNames, duplicateKeys },
      timestamp,
      DEFAULT_BOOK.grading,
    );
  }
  const outputDeclared = main.tools?.[tool]?.output !== undefined;
  const untested = { docs: null, outputMatches: null, records: [] };
  const answers = answerFromFacts(
    'single-test',
    { ...untested, ...facts, outputDeclared, keyDomain },
    timestamp,
    DEFAULT_BOOK.grading,
  );
  if (facts) return answers;
  const needsRequest = [
    ...((main.docs?.length ?? 0) > 0 ? ['Q-single-test-01'] : []),
    ...(outputDeclared ? ['Q-single-test-02'] : []),
  ];
  return answers.filter(({ questionId }) => !needsRequest.includes(questionId));
}
