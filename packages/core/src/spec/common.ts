import { z } from 'zod';
import { BASE_PERSONAS, GRADER_KINDS } from './vocabulary.js';

/** First 8 hex characters of a sha256. */
export const hash8 = z.string().regex(/^[0-9a-f]{8}$/);
/** ISO-8601 in UTC. */
export const isoTime = z.iso.datetime();

/** `‹namespace›.‹what›` (spec 08). */
export const schemaIdShape = z.string().regex(/^[a-zA-Z0-9_-]+\.[a-zA-Z0-9_-]+$/);
/** `flowmcp/` and the version of the schema. */
export const schemaVersionShape = z.string().regex(/^flowmcp\/4\.[0-9]+\.[0-9]+$/);
/**
 * A path below the folder of the document that contains the path. Files will be written to such paths, so they must not
 * lead out of that folder.
 */
export const pathBelow = z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]*$/);

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
