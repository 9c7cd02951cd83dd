import { splitId } from '../../island/logic/names.js';
import type { Problem } from '../../problems/problem.js';
import { memberOf } from '../../rules/schema/schema-members.js';
import { listSkillEntries, type SkillEntry } from '../../rules/selection/skill-entries.js';
import { pathOf, registeredName } from '../../rules/selection/skills.js';
import { validateSelection } from '../../rules/selection/validate-selection.js';
import { validateSkill } from '../../rules/skill/validate-skill.js';
import type { SelectionSource } from '../../sources/find-sources.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { describeKind } from '../../sources/logic/source-kind.js';
import { readSelectionAbout } from '../../sources/read-about.js';
import { readSchemaFile, readSelection } from '../../sources/read-schema-file.js';
import type { SelectionDefinition } from '../../spec/selection.js';
import type { SkillSource } from '../../spec/skill.js';
import { buildSelectionResolver, type ProviderContents } from '../../target/logic/selection/references.js';
import { buildSelectionSkillScope } from '../../target/logic/skill-scope.js';
import { checkSkillName } from './logic/check-names.js';
import { formatSkillModule, normaliseSelection, readInlineSkill } from './logic/normalise-selection.js';
import { findInlineAbout, isAboutDeclared } from './logic/own-resources.js';
import { type ImportSkill, isAccepted } from './logic/sources.js';
import type { ProviderLookup } from './provider-contents.js';
import { type OtherSource, raiseAll } from './read-sources.js';

/** A selection as its source describes it, with all problems found. None of its code was run. */
export interface SelectionReading {
  /** The declared namespace; null if it is not text. */
  readonly namespace: string | null;
  /** null: the definition was refused. */
  readonly definition: SelectionDefinition | null;
  readonly about: Uint8Array | null;
  readonly skills: readonly ImportSkill[];
  /** Members that are not imported; empty without a definition. */
  readonly notImported: readonly string[];
  /** Problems of the definition and its About. */
  readonly problems: readonly Problem[];
  /** Set if the file is something else; everything above is then empty. */
  readonly other?: OtherSource;
}

const NOTHING = { namespace: null, definition: null, about: null, skills: [], notImported: [], problems: [] };

interface ReadOptions {
  /** null: it is unknown which namespaces are imported, so references are not checked and there is no definition. */
  readonly providers: ProviderLookup | null;
  readonly personaIds?: readonly string[] | undefined;
  readonly strict: boolean;
}

/**
 * Reads a selection of either shape with its About and its skills, and checks all of it with the gate.
 *
 * @throws GradingError IDX-011 if the index of a namespace it names is damaged
 */
export function readSelectionSource(
  source: SelectionSource,
  { providers: lookUp, personaIds, strict }: ReadOptions,
): SelectionReading {
  const { file, ownsFolder } = source;
  const { reading, kind } = readSelection(file);
  if (describeKind(kind, { file, reading })) return { ...NOTHING, other: { file, kind, reading } };
  const skillPaths = source.skillFiles.map(({ path }) => path);
  const found = validateSelection({ reading, file, skillPaths, ownsFolder, strict });
  const about = readAbout(source, reading.value);
  const bytes = about.kind === 'found' ? about.bytes : null;
  const providers = lookUp?.(reading.value) ?? [];
  const normalised =
    lookUp && isAccepted({ problems: found })
      ? normaliseSelection({
          reading,
          file,
          resolver: buildSelectionResolver(providers),
          hasAboutFile: bytes !== null,
          personaIds,
          strict,
        })
      : null;
  const definition = normalised?.definition ?? null;
  const problems = [
    ...found,
    ...(normalised?.problems ?? []),
    ...raiseAll(about.kind === 'none' ? [] : about.problems, strict),
  ];
  const namespace = memberOf(reading.value, 'namespace');
  return {
    namespace: typeof namespace === 'string' ? namespace : null,
    definition,
    about: bytes,
    skills: readSkills({ source, reading, definition, providers, strict }),
    notImported: definition ? listNotImported(definition, providers) : [],
    problems,
  };
}

/** The file of an About is named after the selection, so without an id there is no About. */
function readAbout(source: SelectionSource, selection: unknown): ReturnType<typeof readSelectionAbout> {
  const selectionId = memberOf(selection, 'selectionId') ?? memberOf(selection, 'name');
  if (typeof selectionId !== 'string') return { kind: 'none' };
  return readSelectionAbout({
    source,
    selectionId,
    inline: findInlineAbout(selection),
    isDeclared: isAboutDeclared(selection),
  });
}

function listNotImported(
  { members }: SelectionDefinition,
  providers: readonly ProviderContents[],
): readonly string[] {
  const { isSchema } = buildSelectionResolver(providers);
  return members.map(({ schemaId }) => schemaId).filter((id) => !isSchema(...splitId(id)));
}

/** A skill of the selection before the gate has checked it. */
interface UnjudgedSkill {
  readonly name: string;
  readonly file: string;
  readonly reading: ModuleReading;
  /** null: the skill is written inside the definition. */
  readonly bytes: Uint8Array | null;
}

function readSkills({
  source,
  reading,
  definition,
  providers,
  strict,
}: {
  source: SelectionSource;
  reading: ModuleReading;
  definition: SelectionDefinition | null;
  providers: readonly ProviderContents[];
  strict: boolean;
}): ImportSkill[] {
  const found = listSkillEntries(reading.value).flatMap((entry) => readEntry(entry, source, reading));
  const known = buildSelectionSkillScope({
    namespace: String(memberOf(reading.value, 'namespace')),
    members: (definition?.members ?? []).map(({ schemaId }) => schemaId),
    providers,
    skills: Object.fromEntries(found.map((skill) => [skill.name, skill.reading.value])),
  });
  // Without a definition, the members are unknown, so no name can be reported as foreign.
  const scope = definition ? known : { ...known, isComplete: false };
  return found.map(({ name, file, reading: own, bytes }): ImportSkill => {
    const problems = [
      ...checkSkillName(file, name),
      ...validateSkill({ reading: own, file, skillName: name, scope, strict }),
    ];
    if (!isAccepted({ problems }))
      return { file, name, bytes: bytes ?? new Uint8Array(), skill: null, problems };
    // A skill that passed the gate has the shape of a skill.
    const skill = own.value as SkillSource;
    return {
      file,
      name,
      bytes: bytes ?? new TextEncoder().encode(formatSkillModule(skill)),
      skill,
      problems,
    };
  });
}

/** Skips references to skills of namespaces, and entries without a name or a file. */
function readEntry(
  entry: SkillEntry,
  { file, skillFiles }: SelectionSource,
  reading: ModuleReading,
): UnjudgedSkill[] {
  const name = registeredName(entry);
  if (name === null) return [];
  if (entry.kind === 'inline') {
    return [{ name, file, reading: readInlineSkill(reading, entry.path), bytes: null }];
  }
  const path = pathOf(entry);
  const place = skillFiles.find((one) => one.path === path);
  if (!place) return [];
  const { bytes, reading: own } = readSchemaFile(place.file, ['skill']);
  return [{ name, file: place.file, reading: own, bytes }];
}
