// For any module, its syntax tree gives the same value as an engine.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseModule } from '../../src/sources/parse-module.js';

/** Chooses among notations of the same value; a style is a list of numbers that is used cyclically. */
class Printer {
  readonly constants: string[] = [];
  readonly #style: readonly number[];
  #at = 0;

  constructor(style: readonly number[]) {
    this.#style = style;
  }

  #pick(ways: number): number {
    this.#at += 1;
    return (this.#style[this.#at % this.#style.length] ?? 0) % ways;
  }

  print(value: unknown): string {
    const text = this.#printDirect(value);
    switch (this.#pick(8)) {
      case 0:
        return this.#hoist(text);
      case 1:
        return `${this.#hoist(`{ "kept": ${text} }`)}.kept`;
      case 2:
        return `(${text})`;
      default:
        return text;
    }
  }

  #hoist(text: string): string {
    const name = `c${this.constants.length}`;
    this.constants.push(`const ${name} = ${text};`);
    return name;
  }

  #printDirect(value: unknown): string {
    if (typeof value === 'string') return this.#printText(value);
    if (typeof value === 'number') return this.#printNumber(value);
    if (typeof value === 'boolean') return this.#pick(2) ? String(value) : value ? '!0' : '!1';
    if (Array.isArray(value)) return this.#printList(value);
    if (typeof value === 'object' && value !== null) return this.#printObject(value);
    return String(value);
  }

  #printText(text: string): string {
    const quoted = JSON.stringify(text);
    const half = Math.floor(text.length / 2);
    switch (this.#pick(4)) {
      case 0:
        return `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
      case 1:
        // The reader deliberately refuses a raw NUL (SRC-004).
        return `\`${text
          .replace(/[\\`$]/g, '\\$&')
          .replaceAll('\r', '\\r')
          .replaceAll('\0', '\\x00')}\``;
      case 2:
        return `${JSON.stringify(text.slice(0, half))} + \`\${${JSON.stringify(text.slice(half))}}\``;
      default:
        return quoted;
    }
  }

  #printNumber(value: number): string {
    if (Object.is(value, -0)) return '-0';
    if (value < 0) return `-${this.#printNumber(-value)}`;
    if (Number.isSafeInteger(value) && this.#pick(3) === 0) return `0x${value.toString(16)}`;
    return this.#pick(3) === 0 ? `+'${value}'` : String(value);
  }

  #printList(list: readonly unknown[]): string {
    const items = list.map((item) => this.print(item));
    return this.#pick(3) === 0 ? `[...[${items.join()}],]` : `[${items.join()}]`;
  }

  #printObject(value: object): string {
    const members = Object.entries(value).map(([key, member]) => {
      const text = this.print(member);
      const quoted = JSON.stringify(key);
      const name = /^[a-z]+$/i.test(key) ? [quoted, key, `[${quoted}]`][this.#pick(3)] : quoted;
      return this.#pick(5) === 0 ? `...{ ${name}: ${text} }` : `${name}: ${text}`;
    });
    return `{ ${members.join(', ')} }`;
  }
}

const key = fc
  .oneof(
    fc.string(),
    fc.constantFrom('constructor', 'toString', 'valueOf', 'hasOwnProperty', '1', '01', 'if'),
  )
  .filter((name) => name !== '__proto__');
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));

it('reads what an engine would evaluate, in any notation', () => {
  fc.assert(
    fc.property(anyValue, fc.array(fc.nat(60), { minLength: 1, maxLength: 40 }), (value, style) => {
      const printer = new Printer(style);
      const expression = printer.print(value);
      const before = printer.constants.join('\n');
      const real: unknown = new Function(`"use strict";${before}\nreturn ${expression};`)();
      const reading = parseModule(`${before}\nexport const main = ${expression};`, { exports: ['main'] });
      expect(reading.problems).toEqual([]);
      expect(JSON.stringify(reading.value)).toBe(JSON.stringify(real));
      expect(reading.value).toEqual(real);
    }),
    { numRuns: 400 },
  );
});
