import { z } from 'zod';

/** Maximum number of problems that are kept of one file, and of characters of their texts. */
export const FAILED_FILE_LIMITS = { problems: 20, characters: 300 } as const;

/** A file of the provider folder that did not pass the gate: recorded, but with neither a snapshot nor entries (spec 22). */
const failedSchema = z.strictObject({
  schema: z.string(),
  /** Name in the provider folder. */
  file: z.string(),
  /** null: its bytes could not be read, or are more than are read. */
  fileSha256: z.string().nullable(),
  problems: z
    .array(
      z.strictObject({
        code: z.string(),
        message: z.string().max(FAILED_FILE_LIMITS.characters),
        line: z.number().int().positive().optional(),
      }),
    )
    .max(FAILED_FILE_LIMITS.problems),
});
export type FailedSchema = z.infer<typeof failedSchema>;

/**
 * members--<ts>--<hash8>.json: the schemas of a namespace after an import that changed which schemas belong to it
 * (decision D20).
 */
export const memberList = z.strictObject({
  namespace: z.string(),
  schemas: z.array(z.string()),
  /** `<schema>.<skill>` of every namespace skill; absent if there are none. */
  skills: z.array(z.string()).optional(),
  /** Schema whose About is the About of the namespace; absent if the namespace has no About. */
  about: z.string().optional(),
  /** Files that did not pass the gate, by schema; absent if all did, or if the import refused them. */
  failed: z.array(failedSchema).optional(),
});
export type MemberList = z.infer<typeof memberList>;
