import { z } from 'zod';
import { NODE_STATUSES } from './vocabulary.js';

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
