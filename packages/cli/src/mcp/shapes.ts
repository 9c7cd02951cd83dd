import { describeProblem, type Problem } from '@flowmcp/grading-core/commands';
import type { NextAction, NextStep } from '@flowmcp/grading-core/features/state/run';
import { z } from 'zod';
import { formatPlace } from '../terminal/problems.js';

/** Shapes that several tools take or give. */

export const target = z
  .string()
  .describe('A target as list_targets names it: a namespace such as "defillama", or "selections/<id>".');

export const part = z.int().min(1).optional().describe('Which part of a long text; default 1.');

export const paths = z
  .array(z.string())
  .min(1)
  .max(100)
  .describe("Provider folders, schema files or selections, below the server's root folders.");

/** Nodes named for one reason; show_state lists all. */
export const NAMED = 20;

/** Items that did not fit into the result. */
export const omitted = z.int().optional();

export const problems = z.array(
  z.object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    place: z.string().optional(),
    message: z.string(),
    hint: z.string().optional(),
  }),
);

const ORDER = ['error', 'warning', 'info'];

/** Errors first. A hint is given once, with the first problem that has it. */
export function sayProblems(found: readonly Problem[]): z.input<typeof problems> {
  const seen = new Set<string>();
  return [...found]
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
    .map((one) => {
      const { message, hint } = describeProblem(one);
      const place = [formatPlace(one), one.where?.path].filter(Boolean).join(' ');
      const isNew = hint !== '' && !seen.has(hint);
      seen.add(hint);
      const { code, severity } = one;
      return { code, severity, ...(place && { place }), message, ...(isNew && { hint }) };
    });
}

export const next = z.object({
  tool: z.string().nullable(),
  target: z.string().optional(),
  why: z.string(),
});

/** The tool that takes the next step, and its target; null if only a person can take the step. */
export function sayNext({ step, why, otherwise }: NextAction): z.input<typeof next> {
  const tool = toolOf(step);
  const other = otherwise && toolOf(otherwise.step);
  const reason = shortenReason(why);
  return {
    tool,
    ...(tool !== null && tool !== 'import_sources' && { target: step.target }),
    why: other ? `${reason}. Or ${other}, ${otherwise.why}.` : reason,
  };
}

/** Options are for the person who starts the server. */
function toolOf({ stage, words = [] }: NextStep): string | null {
  if (stage === 'import') return 'import_sources';
  if (stage === 'answer') return 'next_prompt';
  if (stage === 'hand-in') return 'hand_in';
  return stage === 'emit' && words.length === 0 ? 'emit_prompts' : null;
}

/** Longest reason, in characters: one that names every node could be longer than a result may be. */
const MAX_REASON = 2_000;

function shortenReason(why: string): string {
  if (why.length <= MAX_REASON) return why;
  const words = why.slice(0, MAX_REASON).replace(/ \S*$/, '');
  return `${words} … (${why.length - words.length} more characters)`;
}
