import { z } from 'zod';

const endpoint = z.strictObject({
  method: z.string().min(1),
  path: z.string().min(1),
  /** Why no tool covers it (spec 01, Reduction rule). */
  justification: z.string().min(1).exactOptional(),
});

/** baseline.json beside the schemas: the endpoints the provider documents. */
export const baselineFile = z.strictObject({
  /** Source of the list, usually the address of the documentation. */
  source: z.string().min(1),
  endpoints: z.array(endpoint),
});
