import { z } from 'zod';
import { GRADES } from '../../../spec/vocabulary.js';

const grade = z.enum(GRADES);

/** A hypothetical grading system; members that it leaves out are those of the current one. */
export const thresholdsFile = z
  .strictObject({
    version: z.string().min(1),
    /** Inclusive lower bounds, best first; below the last one the grade is F. */
    bands: z
      .array(z.strictObject({ atLeast: z.number().min(1).max(5), grade }))
      .min(1)
      .exactOptional(),
    maxGrade: z
      .strictObject({ autonomous: z.enum(['A', 'B']), 'group-bound': z.enum(['A', 'B']) })
      .exactOptional(),
    stableGrades: z.array(grade).min(1).exactOptional(),
  })
  .refine(({ bands = [] }) => bands.every((band, at) => at === 0 || isLower(band, bands[at - 1])), {
    path: ['bands'],
    message: 'bands from the best to the worst were expected, each with a lower bound than the one before',
  });

type Band = { readonly atLeast: number; readonly grade: (typeof GRADES)[number] };

function isLower(band: Band, before: Band | undefined): boolean {
  if (!before) return true;
  return band.atLeast < before.atLeast && GRADES.indexOf(band.grade) > GRADES.indexOf(before.grade);
}
