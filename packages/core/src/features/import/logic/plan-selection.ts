import { type KnownSnapshots, planSnapshotName } from '../../../island/logic/names.js';
import type { Problem } from '../../../problems/problem.js';
import { hashAbout, hashSelection, hashSkill } from '../../../spec/hash.js';
import type { SelectionDefinition } from '../../../spec/selection.js';
import type { Planned } from './plan.js';
import { type ImportSkill, isAccepted, isError, listRejected } from './sources.js';

/** A selection that was read, checked by the gate and normalised. */
export interface SelectionFiles {
  readonly definition: SelectionDefinition;
  /** null: the selection has none. */
  readonly about: Uint8Array | null;
  /** Its own skills, including refused ones. */
  readonly skills: readonly ImportSkill[];
}

/** The stored parts of a selection. */
export interface SelectionTarget {
  /** The newest definition; null before the first import. */
  readonly current: SelectionDefinition | null;
  readonly definition: KnownSnapshots;
  readonly about: KnownSnapshots;
  /** By name. */
  readonly skills: ReadonlyMap<string, KnownSnapshots>;
}

export interface SelectionPlan {
  readonly definition: Planned & { readonly value: SelectionDefinition };
  readonly about: Planned | null;
  readonly skills: readonly (Planned & { readonly skill: string })[];
  readonly rejected: readonly { readonly file: string; readonly errors: readonly Problem[] }[];
  /** Warnings of the imported skills. */
  readonly warnings: readonly Problem[];
}

/**
 * Plans the import of one selection. Pure: `--dry-run` prints the plan, the import applies it. A refused skill keeps
 * its earlier version, as refused members of a namespace do; if it has no earlier version, it stays out of the
 * definition.
 *
 * @see spec 16, Neutral Definition; spec 22, IN
 */
export function planSelection(files: SelectionFiles, target: SelectionTarget, now: Date): SelectionPlan {
  const { selectionId } = files.definition;
  const value = withoutRefused(files, target);
  const bytes = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  const plan = (
    name: string,
    known: KnownSnapshots | undefined,
    { hash, extension, bytes }: Pick<Planned, 'hash' | 'bytes'> & { extension: string },
  ): Planned => ({
    hash,
    bytes,
    fileName: planSnapshotName({ name, hash, extension, bytes, known, now }),
  });
  const { about, skills } = files;
  return {
    definition: {
      value,
      ...plan(selectionId, target.definition, { hash: hashSelection(value), extension: 'json', bytes }),
    },
    about:
      about &&
      plan(`${selectionId}-about`, target.about, { hash: hashAbout(about), extension: 'md', bytes: about }),
    skills: skills.flatMap(({ name, skill, bytes }) =>
      skill
        ? [
            {
              skill: name,
              ...plan(name, target.skills.get(name), { hash: hashSkill(skill), extension: 'mjs', bytes }),
            },
          ]
        : [],
    ),
    rejected: listRejected(skills),
    warnings: skills.flatMap(({ problems }) => problems.filter((found) => !isError(found))),
  };
}

function withoutRefused({ definition, skills }: SelectionFiles, { current }: SelectionTarget) {
  const refused = new Set(skills.filter((file) => !isAccepted(file)).map(({ name }) => `skills/${name}.mjs`));
  const before = new Set(current?.skills.map(({ file }) => file));
  return {
    ...definition,
    skills: definition.skills.filter(({ file }) => !refused.has(file) || before.has(file)),
  };
}
