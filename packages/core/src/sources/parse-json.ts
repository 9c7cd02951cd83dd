import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { formatValuePath } from '../values/value-path.js';
import { findKeyPlaces } from './key-places.js';
import {
  buildUnread,
  createPositions,
  type ModuleReading,
  READING_LIMITS,
  type ReadingLimits,
  type ValuePath,
} from './logic/module-reading.js';
import { sizeOfText } from './placed-value.js';

/**
 * Reads JSON text into the same form as a module, so that the same rules can judge both.
 *
 * @param text may begin with a byte-order mark
 * @param options.root first part of every path, where a module has the name of its export
 * @param options.anyKey accept a key `__proto__` as an ordinary member, as JSON does; otherwise it is refused
 * @param options.comments accept comments and trailing commas, as editors do in their settings
 * @returns the value and its places, or the reason why there is none: SEL-011 (not JSON), SRC-003 (a limit) or SRC-004
 *   (a NUL byte); if a key occurs twice, the last value counts, as usual in JSON
 */
export function parseJson(
  text: string,
  options: {
    readonly root: string;
    readonly limits?: Partial<ReadingLimits>;
    readonly anyKey?: true;
    readonly comments?: true;
  },
): ModuleReading {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const position = createPositions(source);
  const limits = { ...READING_LIMITS, ...options.limits };
  const scanner = new JsonScanner(source, limits, options);
  try {
    scanner.readDocument();
    const value = scanner.parse();
    const locate = (path: ValuePath) => position(scanner.findOffset(path));
    let keyForms: ModuleReading['keyForms'] | undefined;
    return {
      value,
      exportName: options.root,
      exports: [],
      problems: scanner.refusals.map(({ path, start, key }) =>
        problem('SEL-012', { path: formatValuePath(options.root, path), ...position(start) }, { key }),
      ),
      refused: scanner.refusals.map(({ path }) => path),
      handlers: { kind: 'none' },
      duplicateKeys: scanner.duplicates.map(({ path, key, start }) => ({
        path,
        key,
        position: position(start),
      })),
      // Finding them takes a third of the time, and what a server sent may hold any text.
      get keyForms() {
        keyForms ??= findKeyPlaces(source, position, { value, locate });
        return keyForms;
      },
      locate,
    };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return buildUnread(toProblem(error, position(error.at)));
  }
}

function toProblem(fault: JsonFault, where: { line: number; column: number }): Problem {
  if (fault.kind === 'limit') return problem('SRC-003', where, { limit: fault.message });
  if (fault.kind === 'nul') return problem('SRC-004', where, { found: fault.message });
  return problem('SEL-011', where, { reason: fault.message });
}

/** Thrown to end a reading; never leaves this file. */
class JsonFault extends Error {
  readonly kind: 'syntax' | 'limit' | 'nul';
  readonly at: number;

  constructor(kind: JsonFault['kind'], message: string, at: number) {
    super(message);
    this.kind = kind;
    this.at = at;
  }
}

/** Matches a string without an escape; then any string; then whatever begins and ends like one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a string must escape.
const PLAIN_STRING = /"[^"\\\u0000-\u001F]*"/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const QUOTED = /"(?:[^"\\]|\\.)*"/sy;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const COMMENT = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y;
/** Instead of the place of a key: the value has none, or was refused with it. */
const NO_KEY = -1;
/** With at least this many keys, a set is faster than searching key by key. */
const MANY_KEYS = 16;
/** An object literal could not hold this key as a plain member, and none of our documents uses it. */
const REFUSED_KEY = '__proto__';

interface Refusal {
  readonly path: ValuePath;
  readonly start: number;
  readonly key: string;
}

/** Checks a text and finds the place of each value. The values themselves come from JSON.parse. */
class JsonScanner {
  readonly duplicates: Refusal[] = [];
  readonly refusals: Refusal[] = [];
  readonly #text: string;
  readonly #limits: ReadingLimits;
  readonly #anyKey: boolean;
  readonly #comments: boolean;
  readonly #path: (string | number)[] = [];
  /** Comments and trailing commas, which JSON does not have. */
  readonly #extras: { readonly start: number; readonly end: number }[] = [];
  /**
   * By number of a value, in the order of the text: where it starts, where its key starts (NO_KEY in a list), and the number
   * of the next value behind it and its members. An object for each value would keep the garbage collector busy.
   */
  readonly #starts: number[] = [];
  readonly #keys: number[] = [];
  readonly #nexts: number[] = [];
  /** The members of the values whose members were looked for. */
  readonly #known = new Map<number, ReadonlyMap<string, number>>();
  #at = 0;
  #left: number;

  constructor(
    text: string,
    limits: ReadingLimits,
    { anyKey = false, comments = false }: { readonly anyKey?: boolean; readonly comments?: boolean },
  ) {
    this.#text = text;
    this.#limits = limits;
    this.#anyKey = anyKey;
    this.#comments = comments;
    this.#left = limits.maxNodes;
  }

  /** Finds the places. Throws a JsonFault for any text that is not JSON. */
  readDocument(): void {
    if (this.#text.length > this.#limits.maxBytes) {
      throw new JsonFault('limit', `${this.#limits.maxBytes} bytes`, 0);
    }
    const nul = this.#text.indexOf('\0');
    if (nul >= 0) throw new JsonFault('nul', 'a NUL byte', nul);
    this.#readValue(NO_KEY);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the file');
  }

  /** Where the value at a path starts, or the nearest enclosing value. */
  findOffset(path: ValuePath): number {
    let value = 0;
    for (const step of path) {
      const member = this.#membersOf(value).get(String(step));
      if (member === undefined) break;
      value = member;
    }
    return this.#starts[value] as number;
  }

  /** The numbers of a value's members, by key or index. Of equal keys the last counts, and what was refused has none. */
  #membersOf(owner: number): ReadonlyMap<string, number> {
    const known = this.#known.get(owner);
    if (known) return known;
    const isList = this.#text[this.#starts[owner] as number] === '[';
    const members = new Map<string, number>();
    const end = this.#nexts[owner] as number;
    for (let at = owner + 1; at < end; at = this.#nexts[at] as number) {
      const key = this.#keys[at] as number;
      if (isList) members.set(String(members.size), at);
      else if (key !== NO_KEY) {
        this.#at = key;
        members.set(this.#readString(), at);
      }
    }
    this.#known.set(owner, members);
    return members;
  }

  /** The value of a text that was read, without what was refused. */
  parse(): unknown {
    const text = this.#withoutExtras();
    if (this.refusals.length === 0) return JSON.parse(text);
    return JSON.parse(text, (key, value: unknown) => (key === REFUSED_KEY ? undefined : value));
  }

  #withoutExtras(): string {
    let end = 0;
    const kept = this.#extras.map((extra) => {
      const before = this.#text.slice(end, extra.start);
      ({ end } = extra);
      return before;
    });
    return [...kept, this.#text.slice(end)].join(' ');
  }

  /** @param key where its key starts */
  #readValue(key: number): void {
    this.#skipSpace();
    const start = this.#at;
    const number = this.#starts.push(start) - 1;
    this.#keys.push(key);
    this.#nexts.push(number + 1);
    const sign = this.#text[start];
    if (sign === '{' || sign === '[') {
      if (this.#path.length >= this.#limits.maxDepth) {
        throw new JsonFault('limit', `${this.#limits.maxDepth} levels of nesting`, start);
      }
      if (sign === '{') this.#readObject();
      else this.#readList();
      this.#nexts[number] = this.#starts.length;
      this.#charge(1, start);
      return;
    }
    if (sign === '"') this.#skipString();
    else this.#skipLiteral();
    this.#charge(sign === '"' ? sizeOfText(this.#at - start - 2) : 1, start);
  }

  #readObject(): void {
    const keys: string[] = [];
    let many: Set<string> | undefined;
    this.#at += 1;
    for (let isFirst = true; !this.#closes('}', !isFirst); isFirst = false) {
      const keyAt = this.#at;
      if (this.#text[keyAt] !== '"') throw this.#unexpected('a key in double quotes');
      const key = this.#readString();
      this.#skipSpace();
      this.#take(':', 'a colon');
      const isRefused = key === REFUSED_KEY && !this.#anyKey;
      this.#path.push(key);
      this.#readValue(isRefused ? NO_KEY : keyAt);
      this.#path.pop();
      if (isRefused) {
        this.refusals.push({ path: [...this.#path, key], start: keyAt, key });
        continue;
      }
      if (keys.length === MANY_KEYS) many ??= new Set(keys);
      if (many ? many.has(key) : keys.includes(key)) {
        this.duplicates.push({ path: [...this.#path], start: keyAt, key });
        continue;
      }
      if (many) many.add(key);
      else keys.push(key);
    }
  }

  #readList(): void {
    this.#at += 1;
    for (let index = 0; !this.#closes(']', index > 0); index += 1) {
      this.#path.push(index);
      this.#readValue(NO_KEY);
      this.#path.pop();
    }
  }

  /** Skips the closing bracket, or the comma that must come before another item; returns true for the bracket. */
  #closes(sign: string, needsComma: boolean): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] === sign) {
      this.#at += 1;
      return true;
    }
    if (needsComma) {
      const comma = this.#at;
      this.#take(',', `a comma or ${sign}`);
      // In the order of the text: the comma before a comment behind it.
      const extras = this.#extras.length;
      this.#skipSpace();
      if (this.#text[this.#at] !== sign) return false;
      if (!this.#comments) throw this.#unexpected('a value after the comma');
      this.#extras.splice(extras, 0, { start: comma, end: comma + 1 });
      this.#at += 1;
      return true;
    }
    return false;
  }

  /** Skips a string; returns its text. */
  #readString(): string {
    const start = this.#at;
    const isPlain = this.#skipString();
    return isPlain
      ? this.#text.slice(start + 1, this.#at - 1)
      : (JSON.parse(this.#text.slice(start, this.#at)) as string);
  }

  /** Skips a string; returns whether it is without escapes. */
  #skipString(): boolean {
    const start = this.#at;
    PLAIN_STRING.lastIndex = start;
    if (PLAIN_STRING.test(this.#text)) {
      this.#at = PLAIN_STRING.lastIndex;
      return true;
    }
    STRING.lastIndex = start;
    if (STRING.test(this.#text)) {
      this.#at = STRING.lastIndex;
      return false;
    }
    QUOTED.lastIndex = start;
    const reason = QUOTED.test(this.#text)
      ? 'the quoted text contains a bare line break or an unknown escape'
      : 'the quoted text has no end';
    throw new JsonFault('syntax', reason, start);
  }

  #skipLiteral(): void {
    LITERAL.lastIndex = this.#at;
    if (!LITERAL.test(this.#text)) throw this.#unexpected('a value');
    this.#at = LITERAL.lastIndex;
  }

  #charge(cost: number, start: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new JsonFault('limit', `${this.#limits.maxNodes} values`, start);
  }

  #take(sign: string, expected: string): void {
    if (this.#text[this.#at] !== sign) throw this.#unexpected(expected);
    this.#at += 1;
  }

  #skipSpace(): void {
    do {
      while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
    } while (this.#comments && this.#skipComment());
  }

  #skipComment(): boolean {
    const start = this.#at;
    COMMENT.lastIndex = start;
    if (!COMMENT.test(this.#text)) return false;
    this.#at = COMMENT.lastIndex;
    this.#extras.push({ start, end: this.#at });
    return true;
  }

  #unexpected(expected: string): JsonFault {
    const sign = this.#text[this.#at];
    const found = sign === undefined ? 'the file ends' : `${JSON.stringify(sign)} was found`;
    return new JsonFault('syntax', `${found} where ${expected} was expected`, this.#at);
  }
}

/** Blank, line feed, carriage return or tab. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
