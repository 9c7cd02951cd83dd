/**
 * The shapes in which a secret may come back from a server, as regular expressions. An echo is rarely
 * byte-exact: it is quoted in JSON, percent-encoded in a link, base64 inside an Authorization header.
 */
export function secretForms(secret: string): RegExp[] {
  const bytes = Buffer.from(secret, 'utf8');
  // A server that echoes a whole request in base64 has the key in it as it was sent, percent-encoded.
  const sent = [encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1)];
  const encoded = [...new Set([secret, ...sent])].map((form) => Buffer.from(form, 'utf8'));
  return [
    new RegExp(Array.from(secret, characterForms).join(''), 'gu'),
    new RegExp(bytes.toString('hex').replace(/[a-f]/g, anyCase), 'gu'),
    ...encoded.flatMap((form) => [0, 1, 2].map((offset) => new RegExp(base64Form(form, offset), 'gu'))),
  ];
}

/** No form of a secret is longer than this many times its UTF-8 bytes (`%252525XX`, `&#x0000XX;`). */
export const LONGEST_FORM = 12;

const NAMED: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
const CONTROL: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
};

/** One character raw, JSON-escaped (also twice over), percent-encoded (also twice) or as an HTML entity. */
function characterForms(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const percent = [...Buffer.from(character, 'utf8')].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join('');
  const units = character.split('').map((unit) => `\\\\{1,4}u${hex(unit.charCodeAt(0), 4)}`);
  const forms = [
    rawForm(character),
    percent,
    units.join(''),
    `&#0{0,3}${code};`,
    `&#[xX]0{0,3}${hex(code, 1)};`,
  ];
  const named = NAMED[character];
  if (named) forms.push(`&${named};`);
  const control = CONTROL[character];
  if (control) forms.push(`\\\\{1,4}${control}`);
  if (character === ' ') forms.push('\\+');
  return `(?:${forms.join('|')})`;
}

function rawForm(character: string): string {
  if (character === '\\') return '\\\\{1,4}';
  const literal = character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  return `"'/`.includes(character) ? `\\\\{0,3}${literal}` : literal;
}

/**
 * The base64 digits that hold nothing but the secret when `offset` other bytes come before it in a group
 * of three, and the digits at either end that hold a part of it.
 */
function base64Form(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  const core = Array.from(digits.slice(start, end), base64Digit).join('');
  return `${offset > 0 ? ANY_DIGIT : ''}${core}${ANY_DIGIT}(?:=|%3[dD]){0,2}`;
}

/** Either alphabet, and what JSON and URLs make of it. */
const ANY_DIGIT = '(?:[A-Za-z0-9+_-]|\\\\?\\/|%2[bBfF])?';

function base64Digit(digit: string): string {
  if (digit === '+') return '(?:[+-]|%2[bB])';
  if (digit === '/') return '(?:\\\\?\\/|_|%2[fF])';
  return digit;
}

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0').replace(/[a-f]/g, anyCase);
}

function anyCase(letter: string): string {
  return `[${letter}${letter.toUpperCase()}]`;
}
