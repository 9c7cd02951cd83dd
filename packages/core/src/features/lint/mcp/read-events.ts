/** An event of a stream (HTML standard, server-sent events). */
export interface ServerEvent {
  readonly event: string;
  /** Empty if the event only sets the id or the delay. */
  readonly data: string;
  /** The newest id of the stream so far. */
  readonly id: string;
  /** Milliseconds to wait before reconnecting to the stream. */
  readonly retry: number | undefined;
}

/** The events of a stream; an event cut off by its end is dropped. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let id = '';
  let retry: number | undefined;
  let fields: [name: string, value: string][] = [];
  for await (const line of readLines(chunks)) {
    if (line !== '') {
      fields.push(readField(line));
      continue;
    }
    for (const [name, value] of fields) {
      if (name === 'id' && !value.includes('\0')) id = value;
      if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
    }
    const all = (name: string) => fields.filter(([one]) => one === name).map(([, value]) => value);
    if (fields.length > 0) {
      yield { event: all('event').at(-1) || 'message', data: all('data').join('\n'), id, retry };
    }
    fields = [];
  }
}

/** A comment is a field without a name. */
function readField(line: string): [string, string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

/** Lines ended by LF, CR LF or CR. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Collect parts: a line of megabytes arrives in hundreds of chunks.
  let parts: string[] = [];
  let endedWithReturn = false;
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true });
    const text = endedWithReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    if (decoded !== '') endedWithReturn = decoded.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      yield [...parts, line].join('');
      parts = [];
    }
    if (rest !== '') parts.push(rest);
  }
}
