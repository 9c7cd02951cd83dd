import { createParser } from 'eventsource-parser';

/** An event of a stream (HTML standard, server-sent events). */
export interface ServerEvent {
  readonly event: string;
  /** May be empty. */
  readonly data: string;
  /** The newest id of the stream so far. */
  readonly id: string;
  /** Milliseconds to wait before reconnecting to the stream. */
  readonly retry: number | undefined;
}

/** The events of a stream; an event cut off by its end is dropped. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const events: ServerEvent[] = [];
  let newestId = '';
  let retry: number | undefined;
  const parser = createParser({
    onRetry: (ms) => {
      retry = ms;
    },
    onEvent({ event = 'message', data, id = newestId }) {
      newestId = id;
      events.push({ event, data, id, retry });
    },
  });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* events.splice(0);
  }
}
