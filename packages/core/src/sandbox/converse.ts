import type { Worker } from 'node:worker_threads';
import type { SandboxLimits } from './limits.js';
import type { HandlerFetch } from './logic/handlers.js';
import type { FromWorker, SandboxCommand, SandboxReply, ToWorker } from './messages.js';

interface Talk {
  readonly command: SandboxCommand;
  readonly onRequest: HandlerFetch;
  readonly limits: Pick<SandboxLimits, 'silenceMs' | 'wallMs'>;
}

/**
 * Sends one command to the worker and waits for its reply. The engine limits its own computing time; these timers cover
 * what that limit cannot reach: a worker that is silent while no request is pending, and the command as a whole.
 */
export function converse(worker: Worker, { command, onRequest, limits }: Talk): Promise<SandboxReply> {
  return new Promise((resolve, reject) => {
    let requested = 0;
    let isOver = false;
    let silence: NodeJS.Timeout | undefined;
    const stop = () => {
      isOver = true;
      clearTimeout(silence);
      clearTimeout(wall);
      worker.off('message', take).off('error', fault).off('exit', exit);
    };
    const end = (reply: SandboxReply) => {
      stop();
      resolve(reply);
    };
    const tooLong = (ms: number) =>
      end({ ok: false, failure: 'limit', reason: `the code did not come to an end within ${ms} ms` });
    const wall = setTimeout(tooLong, limits.wallMs, limits.wallMs);
    const post = (message: ToWorker) => {
      clearTimeout(silence);
      if (requested === 0) silence = setTimeout(tooLong, limits.silenceMs, limits.silenceMs);
      worker.postMessage(message);
    };
    const answer = async ({ id, text: asked }: Extract<FromWorker, { kind: 'request' }>) => {
      clearTimeout(silence);
      requested += 1;
      const text = await onRequest(asked);
      requested -= 1;
      // Drop answers that arrive after the end: the next command counts its own requests.
      if (!isOver) post({ kind: 'answer', id, text });
    };
    const take = (message: FromWorker) => {
      if (message.kind === 'reply') end(message.reply);
      else if (message.kind === 'request') {
        // The guarded client returns errors as answers, so an exception is a bug of ours.
        answer(message).catch((error: unknown) => {
          stop();
          reject(error);
        });
      }
    };
    const fault = (error: unknown) => end({ ok: false, failure: 'engine', reason: describeFault(error) });
    const exit = () => end({ ok: false, failure: 'engine', reason: 'the engine ended by itself' });
    worker.on('message', take).on('error', fault).on('exit', exit);
    post({ kind: 'command', command });
  });
}

function describeFault(error: unknown): string {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? 'the code took more memory than it may' : `the engine failed: ${String(error)}`;
}
