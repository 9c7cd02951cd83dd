import { z } from 'zod';

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
});
export type MemberList = z.infer<typeof memberList>;
