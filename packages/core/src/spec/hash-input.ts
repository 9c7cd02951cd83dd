import { z } from 'zod';

/** What the hash of a namespace is made of. */
export const namespaceHashInput = z.object({
  members: z.array(z.string()),
  aboutHash: z.string().nullable(),
});
