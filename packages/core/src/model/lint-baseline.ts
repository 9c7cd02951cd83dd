import { z } from 'zod';

const text = z.string().min(1);

/** Issues of linted servers that were looked at and accepted. */
export const lintBaselineFile = z.strictObject({
  /** The one whose rules the entries name. */
  ruleset: text,
  accepted: z.array(
    z.strictObject({
      target: text,
      rule: text,
      subject: text,
      reason: text.exactOptional(),
      expires: z.iso.date('a day such as 2027-01-31 was expected').exactOptional(),
    }),
  ),
});
