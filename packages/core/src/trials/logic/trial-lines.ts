import { z } from 'zod';
import { ENGINES } from '../../catalogue/logic/search.js';
import { type TrialName, timestampOfIso } from '../../island/logic/names.js';
import { GradingError } from '../../problems/problem.js';
import { canonicalJson, hashValue, sha256 } from '../../spec/hash.js';
import type { OfferedTool } from './offer.js';

export const TRIAL_FORMAT = 'flowmcp-trial/1';

const callLine = z.strictObject({
  /** Real name of the tool; of an unknown one, as the model wrote it. */
  name: z.string(),
  /** Text as the model wrote it, if it is unreadable. */
  input: z.unknown(),
  invalid: z.enum(['unknown', 'unreadable']).exactOptional(),
});

/** What a request may have to do without, because the model does not take it. */
export const SETTINGS_SENT = ['temperature', 'seed'] as const;

const attemptLine = z.strictObject({
  task: z.string(),
  /** From 0; the order of the tools follows from it. */
  sample: z.int().min(0),
  calls: z.array(callLine),
  /** What the model wrote beside its calls, cut. */
  text: z.string(),
  /** Why the model stopped, in the SDK's words. */
  finish: z.string(),
  /** Number of requests; absent: one. */
  steps: z.int().min(1).exactOptional(),
  /** What the model looked for, in order, with the names of the tools it was shown. */
  queries: z.array(z.strictObject({ query: z.string(), hits: z.array(z.string()) })).exactOptional(),
  /** What the model did not take. */
  leftOut: z.array(z.enum(SETTINGS_SENT)).min(1).exactOptional(),
  /** Tokens of all requests; null if the server did not count them. */
  usage: z.strictObject({ in: z.int().nullable(), out: z.int().nullable() }),
});

const taskLine = z.strictObject({
  id: z.string(),
  task: z.string(),
  tool: z.union([z.string(), z.array(z.string()).min(1), z.null()]),
  /** All values of the task's author. */
  arguments: z.record(z.string(), z.unknown()),
  /** Names of the arguments that are scored. */
  scored: z.array(z.string()),
  /** Where the task stands. */
  place: z.strictObject({
    file: z.string().exactOptional(),
    path: z.string().exactOptional(),
    line: z.int().exactOptional(),
    column: z.int().exactOptional(),
  }),
});

const settings = z.strictObject({
  samples: z.int().min(1),
  seed: z.int(),
  /** Tools on offer: those of the target; these and so many others; or all of a catalogue, behind a search. */
  among: z.union([z.literal('own'), z.literal('search'), z.int().min(1)]),
  /** Of a search. */
  engine: z.enum(ENGINES).exactOptional(),
  /** Whether tasks that leave a value open are left out. */
  selfContained: z.boolean(),
  /** Version of the text that the model is given beside the task. */
  prompt: z.string(),
});

const headerLine = z.strictObject({
  format: z.literal(TRIAL_FORMAT),
  /** Hash of everything that decides what is asked. */
  plan: z.string(),
  target: z.string(),
  /** Of a target of an island: hash of its own tools as they are shown. While it stays the same, the trial is current. */
  shown: z.string().exactOptional(),
  tools: z.array(
    z.strictObject({
      name: z.string(),
      alias: z.string(),
      description: z.string().exactOptional(),
      inputSchema: z.record(z.string(), z.unknown()),
    }) satisfies z.ZodType<OfferedTool>,
  ),
  /** Hash of the tools as a search sees them. */
  searched: z.string().exactOptional(),
  tasks: z.array(taskLine),
  model: z.string(),
  /** Origin of the server that stands in for the provider; null: the provider's own. */
  askedAt: z.string().nullable(),
  settings,
  /** Package and version through which the model was asked. */
  adapter: z.string(),
  package: z.string(),
  startedAt: z.iso.datetime(),
});

const footerLine = z.strictObject({ end: z.literal(true), attempts: z.int().min(0), digest: z.string() });

export type SentSetting = (typeof SETTINGS_SENT)[number];
export type TrialCall = z.infer<typeof callLine>;
export type TrialAttempt = z.infer<typeof attemptLine>;
export type TrialTask = z.infer<typeof taskLine>;
export type TrialSettings = z.infer<typeof settings>;
export type TrialHeader = z.infer<typeof headerLine>;

/** A trial as its file holds it. */
export interface Trial {
  readonly header: TrialHeader;
  readonly attempts: readonly TrialAttempt[];
  /** Whether it has a footer: nothing is missing, and nothing may be added. */
  readonly isWhole: boolean;
}

/** Why a text is not a trial. */
export interface DamagedTrial {
  readonly line: number;
  readonly reason: string;
}

/**
 * Reads a trial's lines. The plan is computed again, so that a first line that was edited is noticed in an open trial too.
 * Of an open trial the last line may be torn: it counts as no attempt.
 *
 * @returns the trial and the part of the text that is whole, or the first damage
 */
export function parseTrial(text: string): { readonly trial: Trial; readonly whole: string } | DamagedTrial {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').slice(0, -1);
  const header = readLine(lines[0], headerLine);
  if (!header) return { line: 1, reason: `it is not the first line of a trial (${TRIAL_FORMAT})` };
  const edited = findOtherPlan(header);
  if (edited !== null) return { line: 1, reason: edited };
  const footer = lines.length > 1 ? readLine(lines.at(-1), footerLine) : null;
  if (footer && text !== whole) return { line: lines.length + 1, reason: 'it follows the last line' };
  const attempts: TrialAttempt[] = [];
  const open = new Map(header.tasks.map(({ id }) => [id, new Set<number>()]));
  for (const [at, line] of lines.slice(1, footer ? -1 : undefined).entries()) {
    const attempt = readLine(line, attemptLine);
    const damage = (reason: string) => ({ line: at + 2, reason });
    if (!attempt) return damage('it is not an attempt');
    const samples = open.get(attempt.task);
    if (!samples || attempt.sample >= header.settings.samples) return damage('the trial does not ask this');
    if (samples.has(attempt.sample)) return damage('an earlier line answers the same');
    samples.add(attempt.sample);
    attempts.push(attempt);
  }
  if (footer) {
    const above = lines.slice(0, -1).map((line) => `${line}\n`);
    const isRight = footer.attempts === attempts.length && footer.digest === sha256(above.join(''));
    if (!isRight) return { line: lines.length, reason: 'its digest is not that of the lines above' };
  }
  const torn = text.slice(whole.length);
  if (torn.startsWith('{"end"') && !footerOf(whole, attempts.length).startsWith(torn)) {
    return { line: lines.length + 1, reason: 'it is not the end of this trial' };
  }
  return { trial: { header, attempts, isWhole: footer !== null }, whole };
}

/** The value as it was written: zod leaves out the key `__proto__`, which is in the hash of the plan. */
function readLine<T>(line: string | undefined, shape: z.ZodType<T>): T | null {
  try {
    const value: unknown = JSON.parse(line ?? '');
    return shape.safeParse(value).success ? (value as T) : null;
  } catch {
    // Not JSON: the caller reports the line.
    return null;
  }
}

/** The last line of a whole trial. */
export function footerOf(above: string, attempts: number): string {
  return `${JSON.stringify({ end: true, attempts, digest: sha256(above) })}\n`;
}

/** The hash of everything that decides what is asked. Another place of a task does not change it. */
export function planOf(
  header: Omit<TrialHeader, 'format' | 'plan' | 'target' | 'package' | 'startedAt'>,
): string {
  const { tools, searched, tasks, model, askedAt, settings, adapter } = header;
  const asked = tasks.map(({ place: _, ...task }) => task);
  return hashValue({ tools, searched, tasks: asked, model, askedAt, settings, adapter });
}

/** Why the plan of a first line is not that of its own content; null if it is. */
function findOtherPlan(header: TrialHeader): string | null {
  try {
    const found = planOf(header);
    if (found === header.plan) return null;
    return `the first line names the plan ${header.plan}, but what it asks has the plan ${found}`;
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return `what its first line asks has no plan (${error.problem.code})`;
  }
}

/**
 * Why a trial does not belong where it lies; null if it does.
 *
 * @param named what its name says
 * @param target of its folder; null for a server, whose folder is not named after the target
 */
export function findMisplaced(
  header: TrialHeader,
  { plan, timestamp }: Pick<TrialName, 'plan' | 'timestamp'>,
  target: string | null,
): string | null {
  if (header.plan !== plan) return `its plan is ${header.plan}, not the one in its name`;
  if (timestampOfIso(header.startedAt) > timestamp)
    return `it began at ${header.startedAt}, after the time in its name`;
  if (target === null || header.target === target) return null;
  return `it is a trial of ${header.target}, not of ${target}`;
}

/** Two tasks are the same if they have one key: id, text, tool and scored values. */
export function taskKey({ id, task, tool, arguments: all, scored }: TrialTask): string {
  const values = Object.fromEntries(scored.map((name) => [name, all[name]]));
  return canonicalJson({ id, task, tool, values });
}
