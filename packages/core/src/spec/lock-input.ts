import { z } from 'zod';
import { NODE_STATUSES } from './vocabulary.js';

/** What the frozen snapshot of a selection is built from. */
export const freezeInput = z.object({
  selectionDef: z.looseObject({
    selectionId: z.string().min(1),
    members: z.array(z.looseObject({ schemaId: z.string().min(1) })),
  }),
  members: z.array(z.looseObject({ schemaId: z.string().min(1), gradingStatus: z.enum(NODE_STATUSES) })),
});

/** A frozen snapshot as far as its gate reads it. */
export const lockInput = z.object({
  members: z.array(
    z.looseObject({
      schemaId: z.string().min(1),
      schemaHash: z.string().nullable(),
      gradingStatus: z.enum(NODE_STATUSES),
    }),
  ),
});
