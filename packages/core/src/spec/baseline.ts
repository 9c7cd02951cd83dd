import { z } from 'zod';

const endpoint = z.strictObject({
  method: z.string().min(1),
  path: z.string().min(1),
  /** Why there is no tool for it (spec 01, Reduction rule). */
  justification: z.string().min(1).exactOptional(),
});

/** baseline.json beside the schemas: what the provider documents. */
export const baselineFile = z.strictObject({
  /** Where the list is from, usually the address of the documentation. */
  source: z.string().min(1),
  endpoints: z.array(endpoint),
});
