import { z } from 'zod';
import { graderIdentity, schemaIdShape } from './common.js';
import { BASE_PERSONAS, HARNESSES } from './vocabulary.js';

const words = z.string().min(1);
const personaIds = z.array(words).min(1);
/** A skill: its name, or the fields that are used of it. */
const skill = z.union([
  words,
  z.looseObject({ name: words, level: z.string().optional(), persona: z.unknown().optional() }),
]);
/** Base persona by id. */
const personaIndex = z.record(
  words,
  z.union([z.enum(BASE_PERSONAS), z.looseObject({ basePersonaId: z.enum(BASE_PERSONAS) })]),
);
/** Fields of a definition used for grading the whole (spec 16). */
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
