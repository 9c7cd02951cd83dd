import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { formatValuePath } from '../values/value-path.js';
import { findKeyPlaces } from './key-places.js';
import {
  createPositions,
  type ModuleReading,
  READING_LIMITS,
  type ReadingLimits,
  type ValuePath,
} from './logic/module-reading.js';
import { buildUnread } from './parse-module.js';
import { findOffset, type PlacedValue, placeComposite, placePrimitive } from './placed-value.js';

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
    const placed = scanner.readDocument();
    const locate = (path: ValuePath) => position(findOffset(placed, path));
    let keyForms: ModuleReading['keyForms'] | undefined;
    return {
      value: placed.value,
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
        keyForms ??= findKeyPlaces(source, position, { value: placed.value, locate });
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

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const SPACE = new Set([' ', '\t', '\r', '\n']);
const COMMENT = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y;
/** Matches a string with an escape in it, and one that is not allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a string must escape.
const NEEDS_DECODING = /[\\\u0000-\u001F]/;
/** Finds the end of a string; JSON.parse then decodes the escapes. */
const STRING = /"(?:[^"\\]|\\.)*"/sy;

interface Refusal {
  readonly path: ValuePath;
  readonly start: number;
  readonly key: string;
}

/** Sets any key, `__proto__` too. */
function setMember(owner: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') owner[key] = value;
  else Object.defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true });
}

class JsonScanner {
  readonly duplicates: Refusal[] = [];
  readonly refusals: Refusal[] = [];
  readonly #text: string;
  readonly #limits: ReadingLimits;
  readonly #anyKey: boolean;
  readonly #comments: boolean;
  readonly #path: (string | number)[] = [];
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

  readDocument(): PlacedValue {
    if (this.#text.length > this.#limits.maxBytes) {
      throw new JsonFault('limit', `${this.#limits.maxBytes} bytes`, 0);
    }
    const nul = this.#text.indexOf('\0');
    if (nul >= 0) throw new JsonFault('nul', 'a NUL byte', nul);
    const placed = this.#readValue();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the file');
    return placed;
  }

  #readValue(): PlacedValue {
    this.#skipSpace();
    const start = this.#at;
    const sign = this.#text[start];
    if (sign === '{' || sign === '[') {
      if (this.#path.length >= this.#limits.maxDepth) {
        throw new JsonFault('limit', `${this.#limits.maxDepth} levels of nesting`, start);
      }
      return this.#charge(sign === '{' ? this.#readObject() : this.#readList(), 1);
    }
    const value = sign === '"' ? this.#readString() : this.#readLiteral();
    const placed = placePrimitive(value, start);
    return this.#charge(placed, placed.size);
  }

  #readObject(): PlacedValue {
    const start = this.#at;
    const value: Record<string, unknown> = {};
    const members = new Map<string, PlacedValue>();
    this.#at += 1;
    for (let isFirst = true; !this.#closes('}', !isFirst); isFirst = false) {
      const keyAt = this.#at;
      if (this.#text[keyAt] !== '"') throw this.#unexpected('a key in double quotes');
      const key = this.#readString();
      this.#skipSpace();
      this.#take(':', 'a colon');
      this.#path.push(key);
      const member = this.#readValue();
      this.#path.pop();
      // An object literal could not hold this key as a plain member, and none of our documents uses it.
      if (key === '__proto__' && !this.#anyKey) {
        this.refusals.push({ path: [...this.#path, key], start: keyAt, key });
        continue;
      }
      if (members.has(key)) this.duplicates.push({ path: [...this.#path], start: keyAt, key });
      members.set(key, member);
      setMember(value, key, member.value);
    }
    return placeComposite(value, start, [...members.values()], [...members.keys()]);
  }

  #readList(): PlacedValue {
    const start = this.#at;
    const items: PlacedValue[] = [];
    this.#at += 1;
    while (!this.#closes(']', items.length > 0)) {
      this.#path.push(items.length);
      items.push(this.#readValue());
      this.#path.pop();
    }
    return placeComposite(
      items.map(({ value }) => value),
      start,
      items,
    );
  }

  /** Skips the closing bracket, or the comma that must come before another item; returns true for the bracket. */
  #closes(sign: string, needsComma: boolean): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] === sign) {
      this.#at += 1;
      return true;
    }
    if (needsComma) {
      this.#take(',', `a comma or ${sign}`);
      this.#skipSpace();
      if (this.#text[this.#at] !== sign) return false;
      if (!this.#comments) throw this.#unexpected('a value after the comma');
      this.#at += 1;
      return true;
    }
    return false;
  }

  #readString(): string {
    const start = this.#at;
    const end = this.#text.indexOf('"', start + 1);
    const inside = this.#text.slice(start + 1, Math.max(end, start + 1));
    if (end !== -1 && !NEEDS_DECODING.test(inside)) {
      this.#at = end + 1;
      return inside;
    }
    STRING.lastIndex = start;
    const [whole] = STRING.exec(this.#text) ?? [];
    if (whole === undefined) throw new JsonFault('syntax', 'the quoted text has no end', start);
    this.#at = STRING.lastIndex;
    try {
      return JSON.parse(whole) as string;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new JsonFault('syntax', 'the quoted text contains a bare line break or an unknown escape', start);
    }
  }

  #readLiteral(): unknown {
    LITERAL.lastIndex = this.#at;
    const [word] = LITERAL.exec(this.#text) ?? [];
    if (!word) throw this.#unexpected('a value');
    this.#at = LITERAL.lastIndex;
    return WORDS.has(word) ? WORDS.get(word) : Number(word);
  }

  #charge(placed: PlacedValue, cost: number): PlacedValue {
    this.#left -= cost;
    if (this.#left < 0) {
      throw new JsonFault('limit', `${this.#limits.maxNodes} values`, placed.start);
    }
    return placed;
  }

  #take(sign: string, expected: string): void {
    if (this.#text[this.#at] !== sign) throw this.#unexpected(expected);
    this.#at += 1;
  }

  #skipSpace(): void {
    do {
      while (SPACE.has(this.#text[this.#at] as string)) this.#at += 1;
    } while (this.#comments && this.#skipComment());
  }

  #skipComment(): boolean {
    COMMENT.lastIndex = this.#at;
    if (!COMMENT.test(this.#text)) return false;
    this.#at = COMMENT.lastIndex;
    return true;
  }

  #unexpected(expected: string): JsonFault {
    const sign = this.#text[this.#at];
    const found = sign === undefined ? 'the file ends' : `${JSON.stringify(sign)} was found`;
    return new JsonFault('syntax', `${found} where ${expected} was expected`, this.#at);
  }
}
