import { z } from 'zod';
import { graderIdentity, personaShape, schemaIdShape } from './common.js';
import { AREAS, BASE_PERSONAS, GRADING_MODES, HARNESSES, NODE_STATUSES } from './vocabulary.js';

/** What programs pass to the public functions. */

/** Options of a program that grades one schema; their contents are checked elsewhere. */
export const schemaOptions = z.strictObject({
  area: z.unknown().optional(),
  tool: z.unknown().optional(),
  answers: z.unknown().optional(),
  facts: z.unknown().optional(),
  harness: z.enum(HARNESSES).optional(),
  timestamp: z.unknown().optional(),
});

const words = z.string().min(1);
const personaIds = z.array(words).min(1);
/** A skill: its name, or an object with the fields that are used. */
const skill = z.union([
  words,
  z.looseObject({ name: words, level: z.string().optional(), persona: z.unknown().optional() }),
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

/** Input for the frozen snapshot of a selection. */
export const freezeInput = z.object({
  selectionDef: z.looseObject({
    selectionId: z.string().min(1),
    members: z.array(z.looseObject({ schemaId: z.string().min(1) })),
  }),
  members: z.array(z.looseObject({ schemaId: z.string().min(1), gradingStatus: z.enum(NODE_STATUSES) })),
});

/** The fields of a frozen snapshot that its gate reads. */
export const lockInput = z.object({
  members: z.array(
    z.looseObject({
      schemaId: z.string().min(1),
      schemaHash: z.string().nullable(),
      gradingStatus: z.enum(NODE_STATUSES),
    }),
  ),
});

/** Input for the hash of a namespace. */
export const namespaceHashInput = z.object({
  members: z.array(z.string()),
  aboutHash: z.string().nullable(),
});

/** Input from which a program builds the goal of a loop. */
export const goalInput = z.strictObject({
  what: z.string().min(1),
  promptIds: z.array(z.string().min(1)),
  // The goal itself rejects an invalid number, with its own code.
  maxTurns: z.unknown(),
});

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
