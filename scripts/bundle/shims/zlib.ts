import { deflate, deflateRaw, gzip, inflate, inflateRaw, ungzip } from 'pako';

/** A function of pako under its name in Node, which takes texts too and returns a `Buffer`. */
function sync(run: (bytes: Uint8Array) => Uint8Array) {
  return (data: string | Uint8Array): Buffer => Buffer.from(run(Buffer.from(data)));
}

export const deflateSync = sync(deflate);
export const deflateRawSync = sync(deflateRaw);
export const gzipSync = sync(gzip);
export const inflateSync = sync(inflate);
export const inflateRawSync = sync(inflateRaw);
export const gunzipSync = sync(ungzip);
/** Takes both formats, as `ungzip` of pako does. */
export const unzipSync = sync(ungzip);
