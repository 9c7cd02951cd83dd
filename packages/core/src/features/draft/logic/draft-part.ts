import { z } from 'zod';
import { describeIssues } from '../../../problems/describe-issue.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isoTime } from '../../../spec/common.js';
import { scoresLimits } from '../../../spec/scores-limits.js';
import { GRADER_KINDS } from '../../../spec/vocabulary.js';
import { findKeyForms, parseJsonDocument } from '../../../values/read-json.js';
import type { DraftGrader, DraftPart } from './draft.js';

const draftPart = z.strictObject({
  answers: z.array(
    z.strictObject({
      questionId: z.string(),
      score: z.union([z.number(), z.string()]).nullable().default(null),
      reasoning: z.string().default(''),
      evidence: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
      naReason: z.string().nullable().optional(),
    }),
  ),
  improvementHints: z
    .array(z.strictObject({ targetField: z.string(), suggestion: z.string(), priority: z.string() }))
    .default([]),
  veto: z
    .strictObject({ triggeredBy: z.string(), evidence: z.string(), reasoning: z.string().optional() })
    .nullable()
    .optional(),
});

const draftLine = z.object({ at: isoTime, prompt: z.string(), part: draftPart });

/** What was saved last about a prompt. */
export interface SavedPart {
  readonly at: string;
  readonly part: DraftPart;
}

/**
 * Reads the lines of a draft's file. The last whole line of a prompt counts; a torn one is passed over.
 *
 * @returns what was saved last, by prompt
 */
export function parseDraft(text: string): Map<string, SavedPart> {
  const lines = text.split('\n').flatMap((line) => draftLine.safeParse(parseLine(line)).data ?? []);
  return new Map(lines.map(({ prompt, at, part }) => [prompt, { at, part }]));
}

const signedLine = z.object({
  grader: z.object({
    kind: z.enum(GRADER_KINDS),
    name: z.string(),
    version: z.string(),
    model: z.string().exactOptional(),
  }),
});

/** Whose draft it is: all lines are of one grader. null: no line is whole. */
export function signerOf(text: string): Omit<DraftGrader, 'harness'> | null {
  const lines = text.split('\n').map((line) => signedLine.safeParse(parseLine(line)));
  return lines.find(({ success }) => success)?.data?.grader ?? null;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The shape check refuses null: a torn line is not a save.
    return null;
  }
}

/**
 * Checks whether a part can be saved: its shape, its size, and that nothing in it looks like a key. Whether it is
 * finished does not matter here.
 */
export function readPart(given: unknown): { readonly part: DraftPart } | { readonly problems: Problem[] } {
  const result = draftPart.safeParse(given);
  if (!result.success) return { problems: describeIssues(given, result.error.issues) };
  const text = stringify(result.data);
  if (text === null) {
    const args = { limit: scoresLimits.maxDepth, what: 'levels of lists and objects' };
    return { problems: [problem('SCR-020', undefined, args)] };
  }
  const document = parseJsonDocument(text, 'SCR-001');
  if ('code' in document) return { problems: [document] };
  const keys = findKeyForms(document.json);
  return keys.length > 0 ? { problems: keys } : { part: document.json as DraftPart };
}

/** null if the value is nested so deeply that the engine gives up. */
function stringify(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
