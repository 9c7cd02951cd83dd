import { z } from 'zod';

/** members--<ts>--<hash8>.json: the schemas of the newest import that changed membership (decision D20). */
export const memberList = z.strictObject({
  namespace: z.string(),
  schemas: z.array(z.string()),
  /** `<schema>.<skill>` of every namespace skill; absent: none. */
  skills: z.array(z.string()).optional(),
  /** Schema whose About is the About of the namespace; absent: there is none. */
  about: z.string().optional(),
});
export type MemberList = z.infer<typeof memberList>;
