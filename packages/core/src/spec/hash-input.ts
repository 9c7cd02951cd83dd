import { z } from 'zod';

/** Input for the hash of a namespace. */
export const namespaceHashInput = z.object({
  members: z.array(z.string()),
  aboutHash: z.string().nullable(),
});
