import { problem } from '../../../problems/error-codes.js';
import type { Problem, Where } from '../../../problems/problem.js';
import { resolvePersona } from '../../../rules/about/personas-section.js';
import { isObject, memberOf } from '../../../rules/schema/schema-members.js';
import { listEntries } from '../../../rules/selection/references.js';
import { shapeOf } from '../../../rules/selection/rule.js';
import { listSkillEntries } from '../../../rules/selection/skill-entries.js';
import { registeredName } from '../../../rules/selection/skills.js';
import type { ModuleReading, ValuePath } from '../../../sources/logic/module-reading.js';
import { canonicalJson, hashSelection } from '../../../spec/hash.js';
import type { SelectionOptions } from '../../../spec/program-input.js';
import {
  OVERRIDABLE,
  type SelectionDefinition,
  type SelectionMember,
  skillName,
} from '../../../spec/selection.js';
import { SKILL_LEVELS } from '../../../spec/skill.js';
import { BASE_PERSONAS, type Persona } from '../../../spec/vocabulary.js';
import type { NamedSkill } from '../../../target/logic/selection/phases.js';
import {
  checkForeign,
  type Derivation,
  deriveMembers,
  type NamedReference,
  type Note,
  readMembers,
  type SelectionResolver,
} from '../../../target/logic/selection/references.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { isRecord } from '../../../values/is-record.js';
import { formatValuePath } from '../../../values/value-path.js';
import { ABOUT_DECLARATION, findInlineAbout, isInNamespace, listOwn, sortOnce } from './own-resources.js';

export interface NormaliseSelectionInput {
  /** A definition that `validateSelection` accepted without an error. */
  readonly reading: ModuleReading;
  /** Name for messages. */
  readonly file: string;
  readonly resolver: SelectionResolver;
  /** Whether there is an About file beside the definition; an About inside the definition is found in any case. */
  readonly hasAboutFile: boolean;
  /** Personas for a definition that declares none. */
  readonly personaIds?: readonly string[] | undefined;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

export interface NormalisedSelection {
  /** null if and only if one of `problems` is an error. */
  readonly definition: SelectionDefinition | null;
  /** SEL003, SEL-020, SEL-021, SEL-022, each with its place. */
  readonly problems: readonly Problem[];
}

/**
 * Converts a selection of either shape to the stored form. Order and repetition of members, skills, resources and
 * prompts have no meaning and do not affect the definition; the order of personaIds matters, because the first persona
 * grades.
 *
 * @see spec 16, Neutral Definition; docs/decisions/selections.md#0041
 */
export function normaliseSelection(input: NormaliseSelectionInput): NormalisedSelection {
  const problems: Problem[] = [];
  const definition = buildDefinition(input, problems);
  const isRefused = problems.some(({ severity }) => severity === 'error');
  return { definition: isRefused ? null : definition, problems };
}

function createNote({ reading, file, strict = false }: NormaliseSelectionInput, problems: Problem[]): Note {
  return (code, at, args, severity) => {
    const where = { file, path: formatValuePath('selection', at), ...reading.locate(at) };
    const found = problem(code, where, args);
    const judged = severity ?? found.severity;
    problems.push({ ...found, severity: strict && judged === 'warning' ? 'error' : judged });
  };
}

function buildDefinition(input: NormaliseSelectionInput, problems: Problem[]): SelectionDefinition {
  const { reading, resolver } = input;
  const selection = reading.value;
  const derivation: Derivation = { selection, resolver, note: createNote(input, problems) };
  const [namespace, name] = [textOf(selection, 'namespace'), textOf(selection, 'name')];
  const isGrading = shapeOf(Object(selection)) === 'members';
  const selectionId =
    memberOf(selection, 'selectionId') === undefined ? name : textOf(selection, 'selectionId');
  const isOwn = (reference: string) => isGrading || isInNamespace(reference, namespace);
  // If the selection's namespace is an imported provider, resources in that namespace belong to the provider.
  const isProvider = resolver.hasNamespace(namespace);
  const isOwnResource = (reference: string) => isGrading || (!isProvider && isOwn(reference));
  const named = isGrading ? [] : deriveMembers(derivation, namespace);
  const members = isGrading ? readMembers(derivation) : named.flatMap(([, schemas]) => schemas);
  const references = sortReferences([...named, ...checkForeign(derivation, isGrading, namespace)]);
  // A problem with a reference already explains why there are no members.
  if (members.length === 0 && problems.every(({ code }) => code !== 'SEL003')) {
    const reason = 'it names no tool and no resource of a provider';
    derivation.note('SEL-021', ['tools'], { selection: selectionId, reason });
  }
  const hasAbout = input.hasAboutFile || findInlineAbout(selection) !== null;
  const resources = listOwn(selection, 'resources', isOwnResource);
  return {
    selectionId,
    namespace,
    name,
    version: textOf(selection, 'version'),
    description: textOf(selection, 'description'),
    whenToUse: textOf(selection, 'whenToUse'),
    personaIds: choosePersonas(input, derivation, selectionId),
    members: [...new Set(members)].sort().map((schemaId) => withOverride(selection, schemaId)),
    skills: listSkillFiles(selection),
    resources: sortOnce(hasAbout ? [...resources, ABOUT_DECLARATION] : resources),
    prompts: listOwn(selection, 'prompts', isOwn),
    ...(Object.keys(references).length > 0 && { references }),
  };
}

/** If a member is named twice, the first override counts (SEL-017). The shape of overrides has already been checked. */
function withOverride(selection: unknown, schemaId: string): SelectionMember {
  const overrides = listEntries(selection, 'members')
    .filter(({ value }) => memberOf(value, 'schemaId') === schemaId)
    .map(({ value }) => memberOf(value, 'override'));
  const found = overrides.find((one) => isObject(one) && Object.keys(one).length > 0);
  if (found === undefined) return { schemaId };
  // Uses a fixed order, whatever the order in the source: the same definition always has the same bytes.
  const texts = OVERRIDABLE.map((key) => [key, memberOf(found, key)] as const);
  return { schemaId, override: Object.fromEntries(texts.filter(([, text]) => text !== undefined)) };
}

function sortReferences(named: readonly NamedReference[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries([...named].sort(([a], [b]) => byCodeUnit(a, b)));
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

/** The selection's own skills; references to skills of namespaces are left out (decision 0041). */
function listSkillFiles(selection: unknown): SelectionDefinition['skills'] {
  const names = listSkillEntries(selection).flatMap((entry) => registeredName(entry) ?? []);
  return names.sort().map((name) => ({ file: `skills/${name}.mjs` }));
}

/** The value of a property; the gate has ensured that it is text. */
function textOf(owner: unknown, key: string): string {
  const value = memberOf(owner, key);
  return typeof value === 'string' ? value : '';
}

/**
 * The module for a skill written inside a selection. Keys are sorted, so that the same skill always has the same bytes,
 * whatever the order of its fields.
 *
 * @param skill a skill that can be expressed as JSON
 */
export function formatSkillModule(skill: object): string {
  const sorted: unknown = JSON.parse(canonicalJson(skill));
  return `export const skill = ${JSON.stringify(sorted, null, 2)};\n`;
}

/**
 * A skill written inside a selection, in the form that the rules for skills expect; problems point to the selection's
 * file.
 */
export function readInlineSkill(reading: ModuleReading, path: ValuePath): ModuleReading {
  const value = path.reduce<unknown>(stepInto, reading.value);
  const isInside = (hole: ValuePath) => path.every((step, at) => at >= hole.length || hole[at] === step);
  return {
    value,
    exportName: formatValuePath(reading.exportName ?? 'selection', path),
    exports: [],
    problems: [],
    refused: reading.refused.filter(isInside).map((hole) => hole.slice(path.length)),
    handlers: { kind: 'none' },
    // The gate has already reported the duplicate keys of the whole selection.
    duplicateKeys: [],
    keyForms: [],
    locate: (below) => reading.locate([...path, ...below]),
  };
}

function stepInto(owner: unknown, step: string | number): unknown {
  if (Array.isArray(owner)) return owner[Number(step)];
  return isRecord(owner) && Object.hasOwn(owner, step) ? owner[step] : undefined;
}

/** A selection as described by a program: it has no files in an island, no About, and no skill texts. */
interface NeutralSelection {
  readonly schemaIds: readonly string[];
  readonly skills: readonly NamedSkill[];
  /** The persona that the first id of `personaIds` stands for; null if no id is given. */
  readonly persona: { readonly persona: Persona } | { readonly problem: Problem } | null;
  /** The program's name for the document that contains the selection's domain knowledge. */
  readonly domainDocId: string | null;
  readonly hash: string;
}

/**
 * Builds a definition from the arguments of `gradeSelection`; `selectionJson` supplies whatever the other options leave
 * out (seed 002).
 */
export function assembleSelection(
  selectionId: string,
  schemaIds: readonly string[],
  options: Omit<SelectionOptions, 'gradingDataRoot'>,
): NeutralSelection {
  const { selectionJson = {}, personaIndex = {} } = options;
  const skills = options.skills ?? selectionJson.skills ?? [];
  const personaIds = options.personaIds ?? selectionJson.personaIds ?? [];
  const domainDocId = options.domainDocId ?? selectionJson.domainDocId ?? null;
  const [personaId] = personaIds;
  return {
    schemaIds,
    skills: skills.map(readSkill),
    persona: personaId === undefined ? null : personaIn(personaIndex, personaId),
    domainDocId,
    hash: hashSelection({
      selectionId,
      members: schemaIds.map((schemaId) => ({ schemaId })),
      skills: skills.map((skill) => readSkill(skill).name),
      personaIds,
      domainDocId,
    }),
  };
}

/**
 * Resolves an id of `personaIds`: a base persona, or a persona in the program's own index.
 *
 * @returns PER-001 for an id that is neither
 */
function personaIn(
  index: NonNullable<SelectionOptions['personaIndex']>,
  personaId: string,
): { readonly persona: Persona } | { readonly problem: Problem } {
  const named = Object.hasOwn(index, personaId) ? index[personaId] : undefined;
  const base = BASE_PERSONAS.find((id) => id === personaId);
  if (base) return { persona: { basePersonaId: base, lensId: 'general' } };
  if (named !== undefined) {
    return {
      persona: { basePersonaId: typeof named === 'string' ? named : named.basePersonaId, lensId: personaId },
    };
  }
  const reason = 'personaIndex does not name its base';
  return {
    problem: problem('PER-001', undefined, { persona: personaId, reason, bases: BASE_PERSONAS.join(', ') }),
  };
}

/** Resolves an id of `personaIds` with a program's own index where it names the id, else with the About. */
export function personaOf({
  personaId,
  personaIndex = {},
  ...ofAbout
}: {
  readonly personaId: string;
  readonly personaIndex?: SelectionOptions['personaIndex'];
  readonly about: string | null;
  readonly where?: Where;
}): { readonly persona: Persona } | { readonly problem: Problem } {
  return Object.hasOwn(personaIndex, personaId)
    ? personaIn(personaIndex, personaId)
    : resolvePersona({ personaId, ...ofAbout });
}

/** A skill as a program describes it. A name or a file says nothing about level and persona. */
export function readSkill(skill: NonNullable<SelectionOptions['skills']>[number]): NamedSkill {
  if (typeof skill === 'string') return { name: skill };
  if (!('name' in skill)) return { name: skillName(skill.file) };
  const { name, level, persona } = skill;
  const focus = typeof persona === 'string' && persona !== '' ? persona : null;
  return { name, level: SKILL_LEVELS.find((known) => known === level) ?? null, persona: focus };
}
