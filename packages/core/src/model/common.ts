import { z } from 'zod';
import { BASE_PERSONAS, GRADER_KINDS } from './vocabulary.js';

/** First 8 hex characters of a sha256. */
export const hash8 = z.string().regex(/^[0-9a-f]{8}$/);
/** ISO-8601 in UTC. */
export const isoTime = z.iso.datetime();

export const personaShape = z.strictObject({
  basePersonaId: z.enum(BASE_PERSONAS),
  lensId: z.string().min(1),
});

export const graderIdentity = z.strictObject({
  kind: z.enum(GRADER_KINDS),
  name: z.string().min(1),
  version: z.string().min(1),
});
export type GraderIdentity = z.infer<typeof graderIdentity>;
