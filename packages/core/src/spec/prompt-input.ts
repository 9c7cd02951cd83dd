import { z } from 'zod';
import { personaShape, schemaIdShape } from './common.js';
import { AREAS, GRADING_MODES } from './vocabulary.js';

/** What a program says of the loop whose goal it has written. */
export const goalInput = z.strictObject({
  what: z.string().min(1),
  promptIds: z.array(z.string().min(1)),
  // A number that can not be is told by the goal itself, in its own code.
  maxTurns: z.unknown(),
});

/** What a program says of the run whose first prompt it has written. */
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
