/**
 * The web APIs that handlers use and the engine lacks, built on functions of the host: `request` (JSON to a promise of
 * JSON), `parseUrl` (text to JSON) and `formatDate` (JSON to JSON). Streams, cookies and form data are left
 * out; the time zone is UTC unless the caller names one.
 */
export const WEB_PRELUDE = String.raw`
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

  function toBase64(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const [a, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      const all = (a << 16) | (b << 8) | c;
      text += BASE64[all >> 18] + BASE64[(all >> 12) & 63];
      text += at + 1 < bytes.length ? BASE64[(all >> 6) & 63] : '=';
      text += at + 2 < bytes.length ? BASE64[all & 63] : '=';
    }
    return text;
  }

  function fromBase64(text) {
    const clean = String(text).replace(/[\s=]/g, '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = new Uint8Array(Math.floor((clean.length * 3) / 4));
    let all = 0;
    let bits = 0;
    let at = 0;
    for (const digit of clean) {
      const value = BASE64.indexOf(digit);
      if (value < 0) throw new TypeError('the text is no base64');
      all = ((all << 6) | value) & 0xffffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes[at++] = (all >> bits) & 255;
      }
    }
    return bytes;
  }

  function toUtf8(text) {
    const escaped = encodeURIComponent(String(text).toWellFormed());
    const bytes = [];
    for (let at = 0; at < escaped.length; at += 1) {
      if (escaped[at] === '%') {
        bytes.push(parseInt(escaped.slice(at + 1, at + 3), 16));
        at += 2;
      } else bytes.push(escaped.charCodeAt(at));
    }
    return Uint8Array.from(bytes);
  }

  function fromUtf8(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; ) {
      const first = bytes[at];
      const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
      let code = length === 1 ? first : first & (0xff >> (length + 1));
      let good = length > 0 && first <= 0xf4;
      for (let next = 1; good && next < length; next += 1) {
        const byte = bytes[at + next];
        good = byte >= 0x80 && byte < 0xc0;
        code = (code << 6) | (byte & 63);
      }
      good = good && !(length === 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000)));
      good = good && !(length === 4 && (code < 0x10000 || code > 0x10ffff));
      text += good ? String.fromCodePoint(code) : '\ufffd';
      at += good ? length : 1;
    }
    return text;
  }

  const bytesOf = (data) =>
    data instanceof ArrayBuffer
      ? new Uint8Array(data)
      : ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : Uint8Array.from(data);

  const DECODERS = {
    base64: fromBase64,
    base64url: fromBase64,
    hex: (text) => Uint8Array.from(text.match(/^(?:[0-9a-f]{2})*/i)[0].match(/../g) || [], (pair) => parseInt(pair, 16)),
    latin1: (text) => Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 255),
    utf8: toUtf8,
  };
  const latin1 = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const ENCODERS = {
    base64: toBase64,
    base64url: (bytes) => toBase64(bytes).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_'),
    hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    latin1,
    utf8: fromUtf8,
  };
  function codec(table, name) {
    const plain = String(name || 'utf8').toLowerCase().replace('utf-8', 'utf8').replace(/^(binary|ascii)$/, 'latin1');
    if (!Object.hasOwn(table, plain)) throw new TypeError('the encoding ' + name + ' is not known');
    return table[plain];
  }

  /** The part of Node's Buffer that handlers use to turn bytes into text and back. */
  class Buffer extends Uint8Array {
    static from(data, encoding) {
      const bytes = typeof data === 'string' ? codec(DECODERS, encoding)(data) : bytesOf(data);
      const buffer = new Buffer(bytes.length);
      buffer.set(bytes);
      return buffer;
    }
    static concat(parts) {
      return Buffer.from(parts.flatMap((part) => Array.from(part)));
    }
    static byteLength(text, encoding) {
      return Buffer.from(text, encoding).length;
    }
    static isBuffer(value) {
      return value instanceof Buffer;
    }
    toString(encoding) {
      return codec(ENCODERS, encoding)(this);
    }
    toJSON() {
      return { type: 'Buffer', data: Array.from(this) };
    }
  }

  for (const [name, bits, isLittle] of [
    ['readUInt8', 8], ['readUInt16LE', 16, true], ['readUInt16BE', 16], ['readUInt32LE', 32, true], ['readUInt32BE', 32],
  ]) {
    Buffer.prototype[name] = function (at = 0) {
      return new DataView(this.buffer, this.byteOffset, this.length)['getUint' + bits](at, isLittle);
    };
  }

  class TextEncoder {
    encode(text) {
      return toUtf8(text === undefined ? '' : text);
    }
  }
  class TextDecoder {
    constructor(label) {
      this.decodeBytes = codec(ENCODERS, String(label || 'utf-8').replace(/^(iso-8859-1|windows-1252)$/i, 'latin1'));
    }
    decode(data) {
      return data === undefined ? '' : this.decodeBytes(bytesOf(data)).replace(/^\ufeff/, '');
    }
  }

  const encodePart = (text) =>
    encodeURIComponent(String(text).toWellFormed())
      .replace(/%20/g, '+')
      .replace(/[!'()~]/g, (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase());
  const decodePart = (text) => fromUtf8(
    Uint8Array.from(
      text.replace(/\+/g, ' ').match(/%[0-9a-fA-F]{2}|[^]/gu)?.flatMap((sign) =>
        sign.length === 3 && sign[0] === '%' ? [parseInt(sign.slice(1), 16)] : Array.from(toUtf8(sign)),
      ) || [],
    ),
  );

  class URLSearchParams {
    #pairs = [];
    #onChange = () => undefined;
    constructor(init = '', onChange) {
      if (onChange) this.#onChange = onChange;
      if (typeof init === 'object' && init !== null) {
        const entries = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
        this.#pairs = entries.map(([key, value]) => [String(key), String(value)]);
      } else {
        this.#pairs = String(init).replace(/^\?/, '').split('&').filter((part) => part !== '').map((part) => {
          const at = part.indexOf('=');
          return at < 0 ? [decodePart(part), ''] : [decodePart(part.slice(0, at)), decodePart(part.slice(at + 1))];
        });
      }
    }
    get size() {
      return this.#pairs.length;
    }
    append(key, value) {
      this.#pairs.push([String(key), String(value)]);
      this.#onChange();
    }
    set(key, value) {
      const at = this.#pairs.findIndex(([name]) => name === String(key));
      if (at < 0) this.#pairs.push([String(key), String(value)]);
      else {
        this.#pairs = this.#pairs.filter(([name], place) => place <= at || name !== String(key));
        this.#pairs[at] = [String(key), String(value)];
      }
      this.#onChange();
    }
    delete(key) {
      this.#pairs = this.#pairs.filter(([name]) => name !== String(key));
      this.#onChange();
    }
    get(key) {
      const found = this.#pairs.find(([name]) => name === String(key));
      return found === undefined ? null : found[1];
    }
    getAll(key) {
      return this.#pairs.filter(([name]) => name === String(key)).map(([, value]) => value);
    }
    has(key) {
      return this.#pairs.some(([name]) => name === String(key));
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#onChange();
    }
    forEach(visit) {
      this.#pairs.forEach(([key, value]) => visit(value, key, this));
    }
    entries() {
      return this.#pairs.map((pair) => [...pair])[Symbol.iterator]();
    }
    keys() {
      return this.#pairs.map(([key]) => key)[Symbol.iterator]();
    }
    values() {
      return this.#pairs.map(([, value]) => value)[Symbol.iterator]();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.#pairs.map(([key, value]) => encodePart(key) + '=' + encodePart(value)).join('&');
    }
  }

  class URL {
    #parts;
    #params;
    static canParse(text, base) {
      return parseUrl(String(text), base === undefined ? '' : String(base)) !== '';
    }
    constructor(text, base) {
      this.#parse(String(text), base === undefined ? '' : String(base));
    }
    #parse(text, base) {
      const found = parseUrl(text, base);
      if (found === '') throw new TypeError('Invalid URL');
      this.#parts = parse(found);
      this.#params = new URLSearchParams(this.#parts.pairs, () => this.#replace('search', this.#params.toString()));
    }
    /** Replaces one part in the text of the URL and parses the text again. */
    #replace(part, value) {
      const { protocol, username, password, host, pathname, search, hash } = this.#parts;
      const now = { protocol, username, password, host, pathname, search, hash, [part]: String(value) };
      const lead = (text, sign) => (text === '' || text.startsWith(sign) ? text : sign + text);
      const user = now.username === '' ? '' : now.username + (now.password && ':' + now.password) + '@';
      const path = lead(now.pathname, '/') + lead(now.search, '?') + lead(now.hash, '#');
      const found = parseUrl(now.protocol.replace(/:?$/, ':') + '//' + user + now.host + path, '');
      if (found !== '') this.#parts = parse(found);
    }
    get href() { return this.#parts.href; }
    set href(value) { this.#parse(String(value), ''); }
    get origin() { return this.#parts.origin; }
    get protocol() { return this.#parts.protocol; }
    set protocol(value) { this.#replace('protocol', value); }
    get host() { return this.#parts.host; }
    set host(value) { this.#replace('host', value); }
    get hostname() { return this.#parts.hostname; }
    set hostname(value) { this.#replace('host', value + (this.port && ':' + this.port)); }
    get port() { return this.#parts.port; }
    set port(value) { this.#replace('host', this.hostname + (value === '' ? '' : ':' + value)); }
    get username() { return this.#parts.username; }
    get password() { return this.#parts.password; }
    get pathname() { return this.#parts.pathname; }
    set pathname(value) { this.#replace('pathname', value); }
    get search() { return this.#parts.search; }
    set search(value) {
      this.#replace('search', value);
      this.#parse(this.#parts.href, '');
    }
    get hash() { return this.#parts.hash; }
    set hash(value) { this.#replace('hash', value); }
    get searchParams() { return this.#params; }
    toString() { return this.#parts.href; }
    toJSON() { return this.#parts.href; }
  }

  class Headers {
    #map = new Map();
    constructor(init = {}) {
      const entries = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
      entries.forEach(([name, value]) => this.append(name, value));
    }
    append(name, value) {
      const key = String(name).toLowerCase();
      this.#map.set(key, this.#map.has(key) ? this.#map.get(key) + ', ' + value : String(value));
    }
    set(name, value) { this.#map.set(String(name).toLowerCase(), String(value)); }
    delete(name) { this.#map.delete(String(name).toLowerCase()); }
    has(name) { return this.#map.has(String(name).toLowerCase()); }
    get(name) { return this.#map.get(String(name).toLowerCase()) ?? null; }
    getSetCookie() { return []; }
    forEach(visit) { [...this].forEach(([name, value]) => visit(value, name, this)); }
    entries() { return [...this.#map].sort(([a], [b]) => (a < b ? -1 : 1))[Symbol.iterator](); }
    keys() { return [...this].map(([name]) => name)[Symbol.iterator](); }
    values() { return [...this].map(([, value]) => value)[Symbol.iterator](); }
    [Symbol.iterator]() { return this.entries(); }
  }

  class Response {
    #body;
    constructor({ status, contentType, url, text, base64 }) {
      this.status = status;
      this.ok = status >= 200 && status < 300;
      this.statusText = '';
      this.url = url;
      this.redirected = false;
      this.headers = new Headers(contentType === null ? {} : { 'content-type': contentType });
      this.#body = { text, base64 };
    }
    async text() { return this.#body.text ?? fromUtf8(fromBase64(this.#body.base64)); }
    async json() { return parse(await this.text()); }
    async arrayBuffer() {
      const { text, base64 } = this.#body;
      return (base64 === undefined ? toUtf8(text) : fromBase64(base64)).buffer;
    }
    async bytes() { return new Uint8Array(await this.arrayBuffer()); }
    clone() { return this; }
  }

  async function fetch(input, init = {}) {
    const headers = [...new Headers(init.headers ?? {})];
    let { body = null } = init;
    if (body instanceof URLSearchParams) {
      body = body.toString();
      if (!headers.some(([name]) => name === 'content-type')) {
        headers.push(['content-type', 'application/x-www-form-urlencoded;charset=UTF-8']);
      }
    }
    if (body !== null && body !== undefined && typeof body !== 'string') body = fromUtf8(bytesOf(body));
    const asked = { url: String(input), method: String(init.method ?? 'GET').toUpperCase(), headers, body };
    const answer = parse(await request(stringify(asked)));
    if (answer.error !== undefined) throw new TypeError('fetch failed: ' + answer.error);
    return new Response(answer);
  }

  class DateTimeFormat {
    #asked;
    constructor(locales, options) {
      this.#asked = { locales: locales ?? 'en-US', options: { timeZone: 'UTC', ...options } };
      this.#ask(null);
    }
    #ask(time) {
      return parse(formatDate(stringify({ ...this.#asked, time })));
    }
    formatToParts(date) {
      return this.#ask(date === undefined ? Date.now() : Number(date)).parts;
    }
    format(date) {
      return this.formatToParts(date).map(({ value }) => value).join('');
    }
    resolvedOptions() {
      return this.#ask(null).resolved;
    }
  }

  const nothing = () => undefined;
  class AbortSignal {
    aborted = false;
    reason = undefined;
    addEventListener() {}
    removeEventListener() {}
    throwIfAborted() {}
    static timeout() { return new AbortSignal(); }
    static any() { return new AbortSignal(); }
  }
  class AbortController {
    signal = new AbortSignal();
    abort() { this.signal.aborted = true; }
  }
  const started = Date.now();

  Object.entries({
    Buffer, TextEncoder, TextDecoder, URL, URLSearchParams, Headers, Response, AbortSignal, AbortController, fetch,
    atob: (text) => latin1(fromBase64(text)),
    btoa: (text) => toBase64(codec(DECODERS, 'latin1')(String(text))),
    console: { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing, trace: nothing },
    Intl: { DateTimeFormat },
    performance: { now: () => Date.now() - started },
    // Libraries for browsers find the global object by it.
    self: globalThis,
    queueMicrotask: (job) => { Promise.resolve().then(job); },
  }).forEach(([name, value]) => define(name, value));
`;
