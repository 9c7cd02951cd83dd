import type { Problem } from '../../problems/problem.js';

/** Each problem once, where it was first: many calls fail for one reason. */
export function distinctProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((found) => [JSON.stringify(found), found])).values()];
}
