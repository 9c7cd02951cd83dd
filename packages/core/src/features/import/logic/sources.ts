import { isSchemaName, type KnownSnapshots } from '../../../island/logic/names.js';
import type { Problem } from '../../../problems/problem.js';
import type { EndpointBaseline } from '../../../rules/finding.js';
import type { MemberList } from '../../../spec/members.js';
import type { SchemaMain } from '../../../spec/schema-main.js';
import type { SkillSource } from '../../../spec/skill.js';

/** A schema file that was read and checked by the gate. */
export interface ImportSource {
  /** Name for messages. */
  readonly file: string;
  /** Base name without extension: the schema's folder in the island. */
  readonly schema: string;
  readonly bytes: Uint8Array;
  /** sha256 of the bytes; null if they could not be read, or are too many. */
  readonly fileSha256: string | null;
  /** null if it was refused. */
  readonly main: SchemaMain | null;
  /** Whether `main` comes from running the module in the sandbox rather than from reading it. */
  readonly isEvaluated: boolean;
  /** The member of `main` that its handlers write to; null if there is none. */
  readonly writesTo: string | null;
  /** The namespace that the schema declares, even if the schema is refused; null if unknown. */
  readonly namespace: string | null;
  /** The About that the schema declares; null if it declares none, or none that could be read. */
  readonly about: Uint8Array | null;
  readonly problems: readonly Problem[];
}

/** A skill file that was read and checked by the gate. */
export interface ImportSkill {
  readonly file: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** null if it was refused. */
  readonly skill: SkillSource | null;
  readonly problems: readonly Problem[];
}

/** Everything that one import adds to a namespace. */
export interface ImportedFiles {
  readonly namespace: string;
  readonly sources: readonly ImportSource[];
  readonly skills: readonly ImportSkill[];
  /** The endpoints that the provider documents, if recorded. */
  readonly baseline: EndpointBaseline | null;
  /** Whether the sources are the whole provider, so that missing parts are retired (decision D20). */
  readonly wholeFolder: boolean;
  /** Whether schemas that do not pass the gate are recorded; if not, they are only refused. */
  readonly recordsFailed: boolean;
}

/** The stored parts of a namespace. */
export interface ImportTarget {
  readonly members: MemberList | null;
  readonly memberTimestamps: readonly string[];
  readonly schemas: ReadonlyMap<string, KnownSnapshots>;
  /** By schema. */
  readonly abouts: ReadonlyMap<string, KnownSnapshots>;
  /** By `<schema>.<skill>`. */
  readonly skills: ReadonlyMap<string, KnownSnapshots>;
  readonly baseline: KnownSnapshots;
}

/** Checks that the gate found no error. */
export function isAccepted({ problems }: { readonly problems: readonly Problem[] }): boolean {
  return !problems.some(isError);
}

/** Checks whether the island has a place for a schema: for its snapshot, or for the record that its file fails. */
export function hasPlace(source: Pick<ImportSource, 'schema' | 'problems'>): boolean {
  return isAccepted(source) || isSchemaName(source.schema);
}

export function isError(found: Problem): boolean {
  return found.severity === 'error';
}

/** The refused files, each with its problems. */
export function listRejected(
  files: readonly { readonly file: string; readonly problems: readonly Problem[] }[],
): { readonly file: string; readonly errors: readonly Problem[] }[] {
  return files
    .filter((file) => !isAccepted(file))
    .map(({ file, problems }) => ({ file, errors: problems.filter(isError) }));
}
