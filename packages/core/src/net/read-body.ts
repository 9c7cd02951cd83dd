import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';

interface CappedBody {
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** An answer with a content-encoding that we cannot decode. */
class BadEncoding extends Error {
  readonly code = 'BAD_ENCODING';
}

/**
 * Reads at most `maxBytes` decoded bytes and discards the rest unread. The limit counts decoded bytes, so a small body
 * that decompresses to gigabytes stops at the same point.
 */
export async function readCapped(source: Readable, encoding: string, maxBytes: number): Promise<CappedBody> {
  // The iteration reports errors; ignore those that come after reading has stopped.
  source.on('error', () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decode(source, encoding)) {
    const bytes = chunk as Buffer;
    const room = maxBytes - size;
    if (bytes.length > room) {
      chunks.push(bytes.subarray(0, room));
      return { body: Buffer.concat(chunks), truncated: true };
    }
    chunks.push(bytes);
    size += bytes.length;
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

/** Several headers form one list of encodings: a doubly compressed body is not decoded. */
export function encodingOf({ headers }: Pick<Dispatcher.ResponseData, 'headers'>): string {
  return [headers['content-encoding'] ?? ''].flat().join(', ');
}

/** Decodes a content-encoding; the stream fails for an unknown one. */
export function decode(source: Readable, encoding: string): Readable {
  const decoder = decoderFor(encoding.trim().toLowerCase());
  if (decoder === undefined) {
    // Nobody will read it, and it would keep its connection until the client is closed.
    source.destroy();
    throw new BadEncoding(`content-encoding ${encoding}`);
  }
  if (decoder === null) return source;
  // The decoder fails with the source's error or its own, and the iteration above throws it.
  return pipeline(source, decoder, () => undefined);
}

/** null: nothing to decode; undefined: unknown encoding. */
function decoderFor(encoding: string) {
  // Servers often end compressed bodies early; like browsers, accept what has arrived.
  const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(lenient);
  if (encoding === 'deflate') return createInflate(lenient);
  if (encoding === 'br') return createBrotliDecompress();
  return undefined;
}
