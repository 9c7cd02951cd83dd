import { z } from 'zod';
import { personaShape, schemaIdShape } from './common.js';
import { AREAS, GRADING_MODES } from './vocabulary.js';

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
