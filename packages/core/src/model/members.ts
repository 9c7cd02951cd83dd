import { z } from 'zod';

/** members--<ts>--<hash8>.json: the schemas of the newest import that changed membership (decision D20). */
export const memberList = z.strictObject({
  namespace: z.string(),
  schemas: z.array(z.string()),
});
export type MemberList = z.infer<typeof memberList>;
