import type { Problem } from '../../../problems/problem.js';
import type { EndpointBaseline } from '../../../rules/finding.js';
import type { MemberList } from '../../../spec/members.js';
import type { SchemaMain } from '../../../spec/schema-main.js';
import type { SkillSource } from '../../../spec/skill.js';
import type { KnownSnapshots } from '../../../target/logic/plan-snapshot.js';

/** A schema file that was read and went through the gate. */
export interface ImportSource {
  /** As it is shown in messages. */
  readonly file: string;
  /** Base name without extension: the schema's folder in the island. */
  readonly schema: string;
  readonly bytes: Uint8Array;
  /** null where it was refused. */
  readonly main: SchemaMain | null;
  /** `main` is what the module came out as when it was run in the sandbox; else it was read. */
  readonly isEvaluated: boolean;
  /** As declared, also by a schema that was refused; null where it cannot be told. */
  readonly namespace: string | null;
  /** The About it declares; null where it declares none, or none that could be read. */
  readonly about: Uint8Array | null;
  readonly problems: readonly Problem[];
}

/** A skill file that was read and went through the gate. */
export interface ImportSkill {
  readonly file: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** null where it was refused. */
  readonly skill: SkillSource | null;
  readonly problems: readonly Problem[];
}

/** Everything one import brings into a namespace. */
export interface ImportedFiles {
  readonly namespace: string;
  readonly sources: readonly ImportSource[];
  readonly skills: readonly ImportSkill[];
  /** What the provider documents, where that was recorded. */
  readonly baseline: EndpointBaseline | null;
  /** The sources are all there is of the provider; what is absent retires (decision D20). */
  readonly wholeFolder: boolean;
}

/** What the island holds of a namespace already. */
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

/** What the gate has said nothing against. */
export function isAccepted({ problems }: { readonly problems: readonly Problem[] }): boolean {
  return !problems.some(isError);
}

export function isError(found: Problem): boolean {
  return found.severity === 'error';
}

/** The files that were refused, each with what is wrong with it. */
export function listRejected(
  files: readonly { readonly file: string; readonly problems: readonly Problem[] }[],
): { readonly file: string; readonly errors: readonly Problem[] }[] {
  return files
    .filter((file) => !isAccepted(file))
    .map(({ file, problems }) => ({ file, errors: problems.filter(isError) }));
}
