import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';

interface CappedBody {
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** Says that an answer's content-encoding is none we can undo. */
class BadEncoding extends Error {
  readonly code = 'BAD_ENCODING';
}

/**
 * Reads at most `maxBytes` decoded bytes and destroys the rest unread. The cap counts what comes out of
 * the decompressor, so a small body that unpacks to gigabytes stops at the same place.
 */
export async function readCapped(source: Readable, encoding: string, maxBytes: number): Promise<CappedBody> {
  // Errors reach us through the iteration; a late one, after we stopped reading, has nobody left to tell.
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

/** Written in several headers, encodings are one list: what was packed twice is none that we undo. */
export function encodingOf({ headers }: Pick<Dispatcher.ResponseData, 'headers'>): string {
  return [headers['content-encoding'] ?? ''].flat().join(', ');
}

/** Undoes a content-encoding; the stream ends with an error for one that is not known. */
export function decode(source: Readable, encoding: string): Readable {
  const decoder = decoderFor(encoding.trim().toLowerCase());
  if (decoder === undefined) {
    // Nobody reads it, and it would hold its connection until the client is closed.
    source.destroy();
    throw new BadEncoding(`content-encoding ${encoding}`);
  }
  if (decoder === null) return source;
  // The decoder ends with the source's error or its own, and the iteration above throws it.
  return pipeline(source, decoder, () => undefined);
}

/** null: there is nothing to undo; undefined: nobody knows how. */
function decoderFor(encoding: string) {
  // Servers end compressed bodies early often enough; browsers take what is there, and so do we.
  const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(lenient);
  if (encoding === 'deflate') return createInflate(lenient);
  if (encoding === 'br') return createBrotliDecompress();
  return undefined;
}
