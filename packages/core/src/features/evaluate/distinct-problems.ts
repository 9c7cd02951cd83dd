import type { Problem } from '../../problems/problem.js';

/** Lists each problem once, at its first place: many calls fail for the same reason. */
export function distinctProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((found) => [JSON.stringify(found), found])).values()];
}
