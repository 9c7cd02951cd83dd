import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface CountingService {
  readonly url: string;
  /** The questions of each call; the trial call is left out. */
  readonly questions: string[];
  close(): Promise<void>;
}

/**
 * An evaluator over HTTP that answers everything with a good score, after a delay, and records its questions.
 */
export async function startCountingService({ delayMs = 0 } = {}): Promise<CountingService> {
  const questions: string[] = [];
  const server = createServer(async (request, response) => {
    const { candidate, example } = (await json(request)) as {
      candidate: string;
      example: Record<string, string>;
    };
    if (candidate !== '__optimize_anything_preflight__') {
      questions.push([example.area, example.subject, example.schemaHash, example.questionId].join(' '));
      await delay(delayMs);
    }
    response.end('{"score":1,"reasoning":"all is well","evaluator_version":"7.3"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    questions,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
