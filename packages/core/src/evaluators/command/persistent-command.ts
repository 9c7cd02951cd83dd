import { setTimeout as delay } from 'node:timers/promises';
import { startTree } from '../../processes/process-tree.js';
import type { PlacedCommand } from './command-line.js';
import { type CommandCall, type CommandEnd, orNotStarted, watchCall, watchEnd } from './run-command.js';

const LINE_FEED = 0x0a;
/**
 * How long the first answer of a program must be followed by silence: one that ends, or writes more, after each answer
 * is reported at once, and not started again for each call.
 */
const FIRST_SILENCE_MS = 50;

/** The end of a call, and what to do with the program afterwards. */
export interface LineAnswer {
  readonly end: CommandEnd;
  /** Makes the program available to the next call; `false` kills it, because its lines cannot be trusted. */
  readonly giveBack: (isSound: boolean) => Promise<void>;
}

export interface PersistentCommand {
  /** Passes one line to a program that is not busy, or to a new one, and waits for one line. */
  ask(call: CommandCall): Promise<LineAnswer>;
  /** Kills all programs; call this after the last call has ended. */
  close(): Promise<void>;
}

/**
 * A program that stays running and answers one line for each line it reads. There are as many processes as there are
 * calls at a time. A process that ends, hangs, or writes anything but one line for a call fails this call and is
 * killed; the next call starts a new one.
 */
export function openPersistentCommand(command: PlacedCommand): PersistentCommand {
  const programs = new Set<Program>();
  const idle: Program[] = [];
  const takeIdle = () => {
    let program = idle.pop();
    while (program && !program.isRunning) program = idle.pop();
    return program;
  };
  const start = () => {
    const program = startProgram(command, () => programs.delete(program));
    programs.add(program);
    return program;
  };
  return {
    async ask(call) {
      let program: Program | undefined;
      const end = await orNotStarted(call, () => {
        program = takeIdle() ?? start();
        return program.ask(call);
      });
      return {
        end,
        giveBack: async (isSound) => {
          if (!program?.isRunning) return;
          if (isSound) idle.push(program);
          else await program.kill();
        },
      };
    },
    async close() {
      await Promise.all([...programs].map((program) => program.kill()));
    },
  };
}

interface Program {
  readonly isRunning: boolean;
  ask(call: CommandCall): Promise<CommandEnd>;
  kill(): Promise<void>;
}

/** A call that waits for its line. */
interface OpenCall {
  readonly limit: number;
  readonly parts: Buffer[];
  size: number;
  isAnswered: boolean;
  readonly resolve: (end: CommandEnd) => void;
  readonly reject: (error: unknown) => void;
}

function startProgram(command: PlacedCommand, onGone: () => void): Program {
  const tree = startTree(command.argv, command);
  const { child } = tree;
  let isGone = false;
  let isFirst = true;
  let open: OpenCall | null = null;

  const leave = () => {
    isGone = true;
    onGone();
    const call = open;
    open = null;
    return call;
  };
  const kill = watchEnd(tree, {
    onError: (error) => leave()?.reject(error),
    onEnd: (end) => {
      const call = leave();
      // A program may end after an answer, unless it does so after its first one: then it reads no second line.
      call?.resolve(call.isAnswered && !isFirst ? answerOf(call) : end);
    },
  });
  const stop = (end: CommandEnd) => {
    if (isGone) return;
    const call = leave();
    kill().then(() => call?.resolve(end), call?.reject);
  };
  const isRunning = () => !isGone && child.exitCode === null && child.signalCode === null;
  const takeLine = async (call: OpenCall) => {
    call.isAnswered = true;
    if (isFirst) await delay(FIRST_SILENCE_MS);
    if (open !== call || (isFirst && !isRunning())) return;
    isFirst = false;
    open = null;
    call.resolve(answerOf(call));
  };
  child.stdout.on('data', (chunk: Buffer) => {
    const call = open;
    const end = chunk.indexOf(LINE_FEED);
    const isMore = end >= 0 && end < chunk.length - 1;
    if (!call || call.isAnswered || isMore) return stop({ how: 'several-lines' });
    call.parts.push(end < 0 ? chunk : chunk.subarray(0, end));
    call.size += call.parts.at(-1)?.length ?? 0;
    if (call.size > call.limit) return stop({ how: 'too-long' });
    if (end >= 0) void takeLine(call);
  });

  return {
    get isRunning() {
      return isRunning();
    },
    ask: ({ input, limit, ...watched }) => {
      const ending = new Promise<CommandEnd>((resolve, reject) => {
        open = { limit, parts: [], size: 0, isAnswered: false, resolve, reject };
      });
      child.stdin.write(`${input}\n`);
      return ending.finally(watchCall(watched, stop));
    },
    async kill() {
      if (isGone) return;
      leave();
      await kill();
    },
  };
}

function answerOf({ parts }: OpenCall): CommandEnd {
  return { how: 'answered', stdout: Buffer.concat(parts) };
}
