import { GRADES, type Grade } from '../../../spec/vocabulary.js';

/** Summary of many gradings. */
export interface GradeSummary {
  /** Schemas that were named and found. */
  readonly schemas: number;
  readonly graded: number;
  /** Schemas without a grade; the problems hold the reasons. */
  readonly failed: number;
  /** Plain mean of the scores of graded schemas; null if there are none. */
  readonly mean: number | null;
  readonly grades: Readonly<Record<Grade, number>>;
}

/** @param schemas their number, graded or not */
export function summarise(
  graded: readonly { readonly grade: Grade; readonly score: number }[],
  schemas: number,
): GradeSummary {
  const sum = graded.reduce((total, { score }) => total + score, 0);
  const countOf = (grade: Grade) => graded.filter((one) => one.grade === grade).length;
  return {
    schemas,
    graded: graded.length,
    failed: schemas - graded.length,
    mean: graded.length === 0 ? null : sum / graded.length,
    grades: Object.fromEntries(GRADES.map((grade) => [grade, countOf(grade)])) as Record<Grade, number>,
  };
}
