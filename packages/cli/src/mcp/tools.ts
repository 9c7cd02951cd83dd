import { tool as emitPrompts } from './tools/emit-prompts.js';
import { tool as explainGrade } from './tools/explain-grade.js';
import { tool as handIn } from './tools/hand-in.js';
import { tool as importSources } from './tools/import-sources.js';
import { tool as listTargets } from './tools/list-targets.js';
import { tool as nextPrompt } from './tools/next-prompt.js';
import { tool as planGrading } from './tools/plan-grading.js';
import { tool as reportGrades } from './tools/report-grades.js';
import { tool as showState } from './tools/show-state.js';
import { tool as submitAnswers } from './tools/submit-answers.js';
import { tool as validateSources } from './tools/validate-sources.js';

/** All tools, in the order of the loop. */
export const TOOLS = [
  listTargets,
  validateSources,
  importSources,
  emitPrompts,
  nextPrompt,
  submitAnswers,
  handIn,
  showState,
  explainGrade,
  planGrading,
  reportGrades,
] as const;
