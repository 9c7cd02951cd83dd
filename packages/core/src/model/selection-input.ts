import { z } from 'zod';
import { graderIdentity, schemaIdShape } from './common.js';
import { HARNESSES } from './vocabulary.js';

/** What a program asks for when it has a selection graded; its answers and its time have checks of their own. */
export const selectionInput = z.strictObject({
  selectionId: z.string().min(1),
  schemaIds: z.array(schemaIdShape).min(1),
  grader: graderIdentity.extend({ llmModel: z.string().min(1).optional() }),
  options: z.strictObject({
    gradingDataRoot: z.string().min(1),
    personaIds: z.array(z.string().min(1)).min(1).optional(),
    answers: z.array(z.unknown()).optional(),
    harness: z.enum(HARNESSES).optional(),
    timestamp: z.unknown().optional(),
  }),
});
