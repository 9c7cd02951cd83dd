import { z } from 'zod';
import { HARNESSES } from './vocabulary.js';

/** Options of a program that grades one schema; their contents are checked elsewhere. */
export const schemaOptions = z.strictObject({
  area: z.unknown().optional(),
  tool: z.unknown().optional(),
  answers: z.unknown().optional(),
  facts: z.unknown().optional(),
  harness: z.enum(HARNESSES).optional(),
  timestamp: z.unknown().optional(),
});
