import { z } from 'zod';
import { graderIdentity, schemaIdShape } from './common.js';
import { BASE_PERSONAS, HARNESSES } from './vocabulary.js';

const words = z.string().min(1);
const personaIds = z.array(words).min(1);
/** A skill by its name, or as far as it is looked at. */
const skill = z.union([
  words,
  z.looseObject({ name: words, level: z.string().optional(), persona: z.unknown().optional() }),
]);
/** The base persona of each id. */
const personaIndex = z.record(
  words,
  z.union([z.enum(BASE_PERSONAS), z.looseObject({ basePersonaId: z.enum(BASE_PERSONAS) })]),
);
/** What of a definition the grading of the whole looks at (spec 16). */
const selectionJson = z.looseObject({
  members: z.array(z.looseObject({ schemaId: schemaIdShape })).optional(),
  skills: z.array(skill).optional(),
  personaIds: personaIds.optional(),
  domainDocId: words.optional(),
});

/** What a program asks for when it has a selection graded; its answers and its time have checks of their own. */
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
