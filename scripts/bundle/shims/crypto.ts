import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

const HASHES = { md5, sha1, sha224, sha256, sha384, sha512 };

/** The part of a hash of `@noble/hashes` that is used. */
interface Running {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

type Data = string | ArrayBuffer | ArrayBufferView;

/** What `createHash` and `createHmac` of Node return, without streams. */
class Hash {
  readonly #running: Running;

  constructor(running: Running) {
    this.#running = running;
  }

  update(data: Data, encoding?: BufferEncoding): this {
    this.#running.update(bytesOf(data, encoding));
    return this;
  }

  digest(encoding?: BufferEncoding): Buffer | string {
    const bytes = Buffer.from(this.#running.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

/** Node's `createHash`. */
export function createHash(algorithm: string): Hash {
  return new Hash(hashOf(algorithm).create());
}

/** Node's `createHmac`. */
export function createHmac(algorithm: string, key: Data): Hash {
  return new Hash(hmac.create(hashOf(algorithm), bytesOf(key)));
}

/** Node takes `sha256`, `SHA256` and `SHA-256` for the same algorithm. */
function hashOf(algorithm: string) {
  const name = algorithm.toLowerCase().replace('-', '');
  if (!Object.hasOwn(HASHES, name)) {
    throw new TypeError(`the sandbox has no hash "${algorithm}", but ${Object.keys(HASHES).join(', ')}`);
  }
  return HASHES[name as keyof typeof HASHES];
}

/** The hashes check that they get a plain `Uint8Array`; bytes of the sandbox may be of another class. */
function bytesOf(data: Data, encoding?: BufferEncoding): Uint8Array {
  if (typeof data === 'string') return Uint8Array.from(Buffer.from(data, encoding));
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError('a hash takes a text, an ArrayBuffer or a view of one');
}
