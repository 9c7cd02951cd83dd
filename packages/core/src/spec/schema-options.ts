import { z } from 'zod';
import { HARNESSES } from './vocabulary.js';

/** What else a program may say when it has one schema graded; what stands in them has checks of its own. */
export const schemaOptions = z.strictObject({
  area: z.unknown().optional(),
  tool: z.unknown().optional(),
  answers: z.unknown().optional(),
  facts: z.unknown().optional(),
  harness: z.enum(HARNESSES).optional(),
  timestamp: z.unknown().optional(),
});
