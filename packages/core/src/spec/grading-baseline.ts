import { z } from 'zod';
import { GRADES, NODE_STATUSES } from './vocabulary.js';

const text = z.string().min(1);

/** How nodes stood when somebody took them as they were. */
export const gradingBaselineFile = z.strictObject({
  /** Version of the thresholds that the grades were given by. */
  gradingSystem: text,
  nodes: z.array(
    z.strictObject({
      /** `providers/<namespace>` or `selections/<selection>`. */
      target: text,
      /** Id of the index. */
      node: text,
      status: z.enum(NODE_STATUSES),
      grade: z.enum([...GRADES, 'REJECTED']).exactOptional(),
      score: z.number().min(1).max(5).exactOptional(),
      /** Of a grade; absent in a baseline of an earlier version. */
      coverage: z.number().min(0).max(1).exactOptional(),
      /** Why it is accepted though it is below the bar. */
      reason: text.exactOptional(),
      /** Last day on which it is accepted. */
      expires: z.iso.date('a day such as 2027-01-31 was expected').exactOptional(),
    }),
  ),
});

export type GradingBaseline = z.infer<typeof gradingBaselineFile>;
export type GradingBaselineNode = GradingBaseline['nodes'][number];
