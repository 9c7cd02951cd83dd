import { z } from 'zod';
import { graderIdentity, hash8, personaShape, schemaIdShape } from './common.js';
import { toolFacts } from './facts.js';
import { AREAS, BASE_PERSONAS, GRADING_MODES, HARNESSES, NODE_STATUSES } from './vocabulary.js';

/** What programs pass to the public functions. */

/** Facts about one tool: those that its questions need, or all that a pretest stores. */
export const toolFactsInput = toolFacts.partial({ working: true, total: true, bar: true, status: true });

/** Options of a program that grades one schema; the contents of the others are checked elsewhere. */
export const schemaOptions = z.strictObject({
  area: z.unknown().optional(),
  tool: z.unknown().optional(),
  answers: z.unknown().optional(),
  facts: toolFactsInput.optional(),
  harness: z.enum(HARNESSES).optional(),
  timestamp: z.unknown().optional(),
});

const words = z.string().min(1);
const personaIds = z.array(words).min(1);
/** A skill: its name, its file as in a definition, or an object with the fields that are used. */
const skill = z.union([
  words,
  z.strictObject({ file: words }),
  z.looseObject({ name: words, level: z.string().nullish(), persona: z.unknown().optional() }),
]);
/** Base persona by id. */
const personaIndex = z.record(
  words,
  z.union([z.enum(BASE_PERSONAS), z.looseObject({ basePersonaId: z.enum(BASE_PERSONAS) })]),
);
/** The fields of a definition that grading the whole needs (spec 16). */
const selectionJson = z.looseObject({
  members: z.array(z.looseObject({ schemaId: schemaIdShape })).optional(),
  skills: z.array(skill).optional(),
  personaIds: personaIds.optional(),
  domainDocId: words.optional(),
});

/** Input of a program that grades a selection; its answers and its timestamp are checked elsewhere. */
export const selectionInput = z.strictObject({
  selectionId: words,
  schemaIds: z.array(schemaIdShape).min(1),
  grader: graderIdentity.extend({ llmModel: words.optional() }),
  options: z.strictObject({
    gradingDataRoot: words,
    personaIds: personaIds.optional(),
    personaIndex: personaIndex.optional(),
    skills: z.array(skill).optional(),
    domainDocId: words.optional(),
    selectionJson: selectionJson.optional(),
    answers: z.array(z.unknown()).optional(),
    harness: z.enum(HARNESSES).optional(),
    timestamp: z.unknown().optional(),
  }),
});
export type SelectionOptions = z.infer<typeof selectionInput>['options'];

/** What a phase of a selection is called with in the reference's form; the entry has to be of its tier. */
export const phaseInput = z.object({
  entry: z.looseObject({ gradingTier: z.literal('group-bound') }).optional(),
  selectionJson: z.looseObject({
    members: z.array(z.looseObject({ schemaId: schemaIdShape })).optional(),
    skills: z.array(skill).optional(),
    personaIds: z.array(words).optional(),
    domainDocId: words.optional(),
  }),
  personaIndex: personaIndex.optional(),
});

/** What the phases read in our own form. */
export const groupInput = z.object({
  schemaIds: z.array(schemaIdShape),
  members: z
    .record(words, z.looseObject({ status: z.enum(NODE_STATUSES), boundTo: z.string().optional() }))
    .optional(),
});
/** The fields of a frozen snapshot that its gate reads. */
export const lockInput = z.object({
  members: z.array(
    z.looseObject({
      schemaId: schemaIdShape,
      schemaHash: z.string().nullable(),
      gradingStatus: z.enum(NODE_STATUSES),
    }),
  ),
});
export const skillsInput = z.object({ skills: z.array(skill) });
export const personasInput = z.object({
  personaIds: z.array(words),
  personaIndex: personaIndex.optional(),
});

/** An entry that a provider's area is graded into, and the result of the pretest before it. */
export const areaEntryInput = z.object({
  entry: z.looseObject({ gradingTier: z.literal('autonomous') }),
  dataPretest: z
    .strictObject({
      ok: z.boolean().optional(),
      httpStatus: z.unknown(),
      workingTests: z.number().optional(),
    })
    .nullish(),
});

/** Lists of a prompt that a program builds; the fields around them are checked before (decision 0086). */
export const promptInput = z.object({
  schemaHash: hash8,
  files: z.array(z.strictObject({ path: words, role: words })),
  material: z.array(z.strictObject({ title: words, text: z.string() })).optional(),
  questions: z.array(words).optional(),
  predecessorGrades: z
    .array(z.strictObject({ node: words, grade: words.nullable(), status: words }))
    .optional(),
  secrets: z.array(words).optional(),
});

/** The persona of such a prompt; without a lens, the general one. */
export const promptPersona = personaShape.partial({ lensId: true });

/** The prompts that a goal names. */
export const goalPrompts = z.object({ promptIds: z.array(words) });

/** Input from which a program builds the first prompt of a run. */
export const entryPointInput = z.strictObject({
  persona: personaShape,
  target: z.discriminatedUnion('flow', [
    z.strictObject({
      flow: z.literal('provider'),
      schemas: z.array(schemaIdShape).min(1),
      areas: z.array(z.enum(AREAS)).min(1),
    }),
    z.strictObject({
      flow: z.literal('selection'),
      selectionId: z.string().min(1),
      lockSnapshotHash: z.string().min(1),
    }),
  ]),
  mode: z.enum(GRADING_MODES),
  scoresPath: z.string().min(1),
});
