import type { OnProgress, Problem } from '@flowmcp/grading-core/commands';
import type { Target } from '@flowmcp/grading-core/features/state/run';
import type { z } from 'zod';
import type { TestingFlags } from '../options/testing-options.js';
import type { Workplace } from '../options/workplace.js';
import { UnusableInput } from '../terminal/run-action.js';

/** Flags of the person who starts the server. */
export interface McpFlags extends TestingFlags {
  readonly gradingData?: string;
  readonly root?: readonly string[];
  readonly only?: readonly string[];
  readonly evaluate?: 'sandbox';
}

/** What every call of one server shares. */
export interface Session {
  /** Version of this program. */
  readonly version: string;
  readonly flags: McpFlags;
  /** Folders that paths may lie in, without links. */
  readonly roots: readonly string[];
  readonly open: () => Workplace;
}

/** One call of a tool. */
export interface Call extends Omit<Session, 'open'> {
  /** Opened for this call, since other commands may have changed it. */
  readonly workplace: Workplace;
  /** Reports to the client. Throws SRV-003 once the call was cancelled, which ends the work there. */
  readonly onProgress: OnProgress;
  /** The client's name and version, as it gives them. */
  readonly client: { readonly name: string; readonly version: string };
}

interface Definition<In extends z.ZodObject, Out extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For a model that has never seen this project. */
  readonly description: string;
  readonly input: In;
  readonly hints: 'reads' | 'writes' | 'writes and calls APIs';
  readonly output?: Out;
  /**
   * @param args checked by `input`; `paths` lie below the roots and have no links
   */
  readonly run: (
    args: Found<z.output<In>>,
    call: Call,
  ) => Promise<TextAnswer | z.input<Out>> | TextAnswer | z.input<Out>;
}

/** Arguments of a call, with their target as it was found in the island. */
type Found<Args> = { readonly [K in keyof Args]: K extends 'target' ? Target : Args[K] };

/** A text for the model. */
export interface TextAnswer {
  readonly text: string;
  /** Stands above each part. */
  readonly head?: string;
  /** Which part to send, from 1 on. */
  readonly part?: number | undefined;
}

export type Tool = Definition<z.ZodObject, z.ZodObject>;

/** Keeps the types of arguments and results together; the table of all tools does not need them. */
export function defineTool<In extends z.ZodObject, Out extends z.ZodObject = never>(
  tool: Definition<In, Out>,
): Tool {
  return tool as unknown as Tool;
}

/**
 * The result of the one target of a call.
 *
 * @throws UnusableInput with what kept the target from having one
 */
export function resultOf<T>({
  results: [found],
  errors,
}: {
  readonly results: readonly T[];
  readonly errors: readonly Problem[];
}): T {
  if (found === undefined) throw new UnusableInput(errors);
  return found;
}
