import { type ErrorCode, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { RENAMED_MEMBERS } from '../../spec/schema-main.js';
import { isRecord } from '../../values/is-record.js';
import { formatValuePath } from '../../values/value-path.js';
import type { ModuleReading, ValuePath } from './module-reading.js';

/** What a file is, whatever its name says. */
export type SourceKind =
  | { readonly kind: 'schema' | 'selection' | 'list' | 'skill' }
  | OldSchema
  /** Known, but nothing that is graded; `what` names it in a message. */
  | { readonly kind: 'ungraded'; readonly what: string; readonly why: string }
  /** Written by a run or an import. */
  | { readonly kind: 'written'; readonly what: string }
  | { readonly kind: 'unknown' };

/** A schema of a generation before 4.x. */
interface OldSchema {
  readonly kind: 'old-schema';
  /** `1.x`, or the version that the schema states. */
  readonly generation: string;
  /** Where that is seen. */
  readonly path: ValuePath;
  /** Members of the first tool that have another name now. */
  readonly members: readonly RenamedMember[];
}

type RenamedMember = keyof typeof RENAMED_MEMBERS;

/**
 * Exports that say what a module is, in order of preference: a module that exports `main` is a schema, whatever else it
 * exports.
 */
export const SOURCE_EXPORTS = ['main', 'schema', 'list', 'skill', 'agent', 'prompt'] as const;

const SCHEMA: SourceKind = { kind: 'schema' };
const UNKNOWN: SourceKind = { kind: 'unknown' };
const AGENT: SourceKind = { kind: 'ungraded', what: 'an agent', why: 'agents are not graded' };
const AGENT_SKILL: SourceKind = { ...AGENT, what: 'the skill of an agent' };
const MANIFEST: SourceKind = { ...AGENT, what: 'the manifest of an agent' };
const PROMPT: SourceKind = { kind: 'ungraded', what: 'a prompt', why: 'prompts are not graded' };
const REGISTRY: SourceKind = {
  kind: 'ungraded',
  what: 'a registry',
  why: 'the schemas that it lists are graded from their own files',
};

/** The kind of a module, read with {@link SOURCE_EXPORTS}. */
export function kindOfModule({ exportName, value }: Pick<ModuleReading, 'exportName' | 'value'>): SourceKind {
  if (exportName === 'skill' && isRecord(value) && value.type === 'agent') return AGENT_SKILL;
  if (exportName === 'list' || exportName === 'skill') return { kind: exportName };
  if (exportName === 'agent') return AGENT;
  if (exportName === 'prompt') return PROMPT;
  return exportName === null ? UNKNOWN : kindOfMain(isRecord(value) ? value : {});
}

/** An agent is written as `main` too, with a version of its own, so it is looked for before the version. */
function kindOfMain(main: Readonly<Record<string, unknown>>): SourceKind {
  if (isAgent(main)) return AGENT;
  const { path, members } = findOldTool(main);
  if (Object.hasOwn(main, 'flowMCP') || members.length > 0) {
    return {
      kind: 'old-schema',
      generation: '1.x',
      path: members.length > 0 ? path : ['flowMCP'],
      members,
    };
  }
  const version = typeof main.version === 'string' ? /^[123]\.\d{1,4}\.\d{1,4}/.exec(main.version) : null;
  if (!version) return SCHEMA;
  return { kind: 'old-schema', generation: version[0], path: ['version'], members: [] };
}

function isAgent(members: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(members, 'model') && Object.hasOwn(members, 'systemPrompt');
}

/** The members of the first tool that have another name now; none if the new names are there as well. */
function findOldTool(main: Readonly<Record<string, unknown>>): {
  readonly path: ValuePath;
  readonly members: readonly RenamedMember[];
} {
  const owner = isRecord(main.tools) ? 'tools' : 'routes';
  const [[name, tool] = ['', undefined]] = Object.entries(isRecord(main[owner]) ? main[owner] : {});
  if (!isRecord(tool)) return { path: [], members: [] };
  const has = (member: string) => Object.hasOwn(tool, member);
  const isOld = (['requestMethod', 'route'] as const).some((old) => has(old) && !has(RENAMED_MEMBERS[old]));
  const renamed = Object.keys(RENAMED_MEMBERS) as RenamedMember[];
  return { path: [owner, name], members: isOld ? renamed.filter(has) : [] };
}

/** The kind of a JSON document, by its members. */
export function kindOfDocument(value: unknown): SourceKind {
  if (!isRecord(value)) return UNKNOWN;
  const has = (...members: readonly string[]) => members.every((member) => Object.hasOwn(value, member));
  if (has('gradingId', 'gradings')) return { kind: 'written', what: 'a grading entry' };
  if (has('indexVersion')) return { kind: 'written', what: 'the index of a target' };
  if (has('scoringProtocol', 'areas')) return { kind: 'written', what: 'a file of scores' };
  if (isAgent(value)) return AGENT;
  if (isRecord(value.agent) && isAgent(value.agent)) return MANIFEST;
  if (has('meta', 'entries')) return { kind: 'list' };
  const isSelection = ['whenToUse', 'selectionId', 'members'].some((member) => has(member));
  if (isSelection) return { kind: 'selection' };
  return has('schemas') || has('providers', 'selections') ? REGISTRY : UNKNOWN;
}

interface DescribedFile {
  readonly file: string;
  readonly reading: ModuleReading;
  /** For a schema of an old generation: what the command that migrates it would reach. */
  readonly migrated?: string;
}

/** The problem that a file of this kind is, where only schemas and selections are taken; null for these two. */
export function describeKind(kind: SourceKind, described: DescribedFile): Problem | null {
  const { file } = described;
  const skip = (code: ErrorCode, args: Problem['args']) => problem(code, { file }, args);
  switch (kind.kind) {
    case 'old-schema':
      return describeOldSchema(kind, described);
    case 'ungraded':
      return skip('SRC-012', { what: kind.what, why: kind.why });
    case 'list':
      return skip('SRC-012', {
        what: 'a shared list',
        why: 'it is read with the schemas that refer to it',
      });
    case 'skill':
      return skip('SRC-012', {
        what: 'a skill',
        why: 'it is read with the provider folder or the selection that it belongs to',
      });
    case 'written':
      return skip('SRC-013', { what: kind.what });
    default:
      return null;
  }
}

/** SRC-011, the only problem of a schema of an old generation: by today's rules, nearly every line of it is wrong. */
function describeOldSchema(
  { generation, path, members }: OldSchema,
  { file, reading, migrated }: DescribedFile,
): Problem {
  const renamed = members.map((old) => `${RENAMED_MEMBERS[old]} for ${old}`);
  return problem(
    'SRC-011',
    { file, path: formatValuePath(reading.exportName ?? 'main', path), ...reading.locate(path) },
    {
      generation,
      more: `${renamed.length > 0 ? `: write ${renamed.join(', ')}` : ''}${migrated ? `; ${migrated}` : ''}`,
    },
  );
}
