import { memberOf } from '../../catalogue/schema-rules/schema-members.js';
import { shapeOf } from '../../catalogue/selection-rules/selection-shape.js';
import { listSkillEntries, skillNameOf } from '../../catalogue/selection-rules/skill-entries.js';
import { pathOf } from '../../catalogue/selection-rules/skills.js';
import { byCodeUnit } from '../../model/code-unit-order.js';
import type { ModuleReading, ValuePath } from '../../model/module-reading.js';
import type { Problem } from '../../model/problem.js';
import type { SelectionDefinition } from '../../model/selection.js';
import { formatValuePath } from '../../model/value-path.js';
import { problem } from '../../tables/error-codes.js';
import { checkForeign, type Derivation, deriveMembers, type Note, readMembers } from './derive-members.js';
import { formatSkillModule } from './inline-skill.js';
import { ABOUT_DECLARATION, findInlineAbout, isInNamespace, listOwn, sortOnce } from './own-resources.js';
import type { SelectionResolver } from './provider-contents.js';

export interface NormaliseSelectionInput {
  /** A definition that `validateSelection` has passed without an error. */
  readonly reading: ModuleReading;
  /** As it is to be shown in messages. */
  readonly file: string;
  readonly resolver: SelectionResolver;
  /** A text for the About lies beside the definition; one written into it is found here. */
  readonly hasAboutFile: boolean;
  /** For whom it is, where the definition does not say so. */
  readonly personaIds?: readonly string[] | undefined;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

/** A skill that belongs to the selection. */
export type NormalisedSkill = {
  readonly name: string;
  /** In the definition: `skills/<name>.mjs`. */
  readonly file: string;
} & (
  | {
      readonly kind: 'file';
      /** Of the source, from the folder of the definition. */
      readonly path: string;
    }
  | {
      readonly kind: 'inline';
      /** In the definition's source, for `readInlineSkill`. */
      readonly path: ValuePath;
      /** The module it becomes. */
      readonly bytes: Uint8Array;
    }
);

export interface NormalisedSelection {
  /** null iff one of `problems` is an error. */
  readonly definition: SelectionDefinition | null;
  /** In the order of their names, as in the definition. */
  readonly skills: readonly NormalisedSkill[];
  /** The About that is written into the definition; it goes before one beside it. */
  readonly inlineAbout: string | null;
  /** SEL003, SEL-020, SEL-021, SEL-022, each with its place. */
  readonly problems: readonly Problem[];
  /** References and members that lead to nothing imported, sorted. */
  readonly unresolved: readonly string[];
}

/**
 * A selection of either shape as the island keeps it. Order and repetition of members, skills, resources and prompts have
 * no meaning and do not reach the definition; the order of personaIds has one, as the first grades.
 *
 * @see spec 16, Neutral Definition; docs/decisions/0041-selection-shapes.md
 */
export function normaliseSelection(input: NormaliseSelectionInput): NormalisedSelection {
  const { reading, resolver } = input;
  const selection = reading.value;
  const problems: Problem[] = [];
  const unresolved = new Set<string>();
  const note = createNote(input, problems);
  const derivation: Derivation = { selection, resolver, note, unresolved };
  const skills = listSkills(selection);
  const inlineAbout = findInlineAbout(selection);
  const definition = buildDefinition({
    input,
    derivation,
    skills,
    hasAbout: inlineAbout !== null || input.hasAboutFile,
  });
  const isRefused = problems.some(({ severity }) => severity === 'error');
  return {
    definition: isRefused ? null : definition,
    skills,
    inlineAbout,
    problems,
    unresolved: [...unresolved].sort(),
  };
}

function createNote({ reading, file, strict = false }: NormaliseSelectionInput, problems: Problem[]): Note {
  return (code, at, args, severity) => {
    const where = { file, path: formatValuePath('selection', at), ...reading.locate(at) };
    const found = problem(code, where, args);
    const judged = severity ?? found.severity;
    problems.push({ ...found, severity: strict && judged === 'warning' ? 'error' : judged });
  };
}

function buildDefinition({
  input,
  derivation,
  skills,
  hasAbout,
}: {
  readonly input: NormaliseSelectionInput;
  readonly derivation: Derivation;
  readonly skills: readonly NormalisedSkill[];
  readonly hasAbout: boolean;
}): SelectionDefinition {
  const { selection } = derivation;
  const [namespace, name] = [textOf(selection, 'namespace'), textOf(selection, 'name')];
  const isGrading = shapeOf(Object(selection)) === 'members';
  const selectionId =
    memberOf(selection, 'selectionId') === undefined ? name : textOf(selection, 'selectionId');
  const isOwn = (reference: string) => isGrading || isInNamespace(reference, namespace);
  // What an imported namespace declares is a provider's, whoever owns the selection.
  const isProvider = derivation.resolver.hasNamespace(namespace);
  const isOwnResource = (reference: string) => isGrading || (!isProvider && isOwn(reference));
  const members = isGrading ? readMembers(derivation) : deriveMembers(derivation, namespace);
  checkForeign(derivation, isGrading, namespace);
  if (members.length === 0) noteNoMembers(derivation, selectionId);
  const resources = listOwn(selection, 'resources', isOwnResource);
  return {
    selectionId,
    namespace,
    name,
    version: textOf(selection, 'version'),
    description: textOf(selection, 'description'),
    whenToUse: textOf(selection, 'whenToUse'),
    personaIds: choosePersonas(input, derivation, selectionId),
    members: [...new Set(members)].sort().map((schemaId) => ({ schemaId })),
    skills: skills.map(({ file }) => ({ file })),
    resources: sortOnce(hasAbout ? [...resources, ABOUT_DECLARATION] : resources),
    prompts: listOwn(selection, 'prompts', isOwn),
  };
}

/** Only where no reference has a problem of its own: the rest follows from that. */
function noteNoMembers({ note, unresolved }: Derivation, selection: string): void {
  if (unresolved.size > 0) return;
  const reason = 'it names no tool and no resource of a provider';
  note('SEL-021', ['tools'], { selection, reason });
}

function choosePersonas(
  { personaIds = [] }: NormaliseSelectionInput,
  { selection, note }: Derivation,
  selectionId: string,
): string[] {
  const written = memberOf(selection, 'personaIds');
  const own = Array.isArray(written) ? written.filter((item) => typeof item === 'string') : [];
  const chosen = own.length > 0 ? own : personaIds;
  if (chosen.length === 0) {
    note('SEL-020', ['personaIds'], { selection: selectionId, reason: 'the definition names none' });
  }
  return [...new Set(chosen)];
}

/** Its own ones; references to skills of namespaces are not (decision 0041). */
function listSkills(selection: unknown): NormalisedSkill[] {
  const skills = listSkillEntries(selection).flatMap((entry): NormalisedSkill[] => {
    if (entry.kind === 'inline') {
      const name = entry.key ?? textOf(entry.skill, 'name');
      const bytes = new TextEncoder().encode(formatSkillModule(entry.skill));
      return [{ kind: 'inline', name, file: `skills/${name}.mjs`, path: entry.path, bytes }];
    }
    const path = pathOf(entry);
    if (path === null) return [];
    const name = (entry.kind === 'file' ? entry.key : null) ?? skillNameOf(path).name;
    return [{ kind: 'file', name, file: `skills/${name}.mjs`, path }];
  });
  return skills.sort((a, b) => byCodeUnit(a.name, b.name));
}

/** The gate has made sure that it is one. */
function textOf(owner: unknown, key: string): string {
  const value = memberOf(owner, key);
  return typeof value === 'string' ? value : '';
}
