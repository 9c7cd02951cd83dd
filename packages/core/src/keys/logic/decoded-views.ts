/** Text in which some parts have been replaced. */
export interface View {
  readonly text: string;
  /** The view it was made from, with the replacements in order; null for the original text. */
  readonly made: { readonly of: View; readonly edits: readonly Edit[] } | null;
}

/** In the new text, `length` characters at `at` replace those between `from` and `to` in the old text. */
interface Edit {
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** A place in the original text. */
export type Span = readonly [start: number, end: number];

/** One kind of escape: its form and its meaning. */
interface Escape {
  /** Text without this mark contains nothing to decode. */
  readonly mark: string | RegExp;
  readonly pattern: RegExp;
  readonly decode: (found: string) => string;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** Pattern of the UTF-8 bytes of one character, each written as `byte`. */
const utf8Of = (byte: (first: string) => string) => {
  const next = byte('[89ab]');
  return `${byte('[0-7]')}|${byte('[cd]')}${next}|${byte('e')}(?:${next}){2}|${byte('f')}(?:${next}){3}`;
};

/** Matches characters that are not drawn (Unicode: Default_Ignorable_Code_Point). */
export const INVISIBLE = /\p{DI}+/gu;

const ESCAPES: readonly Escape[] = [
  {
    mark: '%',
    pattern: new RegExp(
      utf8Of((first) => `%${first}[0-9a-f]`),
      'gi',
    ),
    decode: readHexBytes,
  },
  {
    mark: '\\',
    // A capital U is followed by eight digits, a lower-case one by four.
    pattern:
      /\\(?:u\{0*[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-3][0-7]{2}|["'\\/nrtbf])/g,
    decode: readBackslash,
  },
  // Decodes only the outer of two nested escapes. If both were decoded, a backslash before them would be taken for the
  // first half of a pair.
  { mark: '\\\\', pattern: /\\\\/g, decode: () => '\\' },
  // Unlike the patterns above, this one reads `\x` escapes as the UTF-8 bytes of a character, not as characters.
  {
    mark: '\\x',
    pattern: new RegExp(
      utf8Of((first) => `\\\\x${first}[0-9a-f]`),
      'gi',
    ),
    decode: readHexBytes,
  },
  { mark: '\\3', pattern: /\\3[0-7]{2}(?:\\2[0-7]{2}){1,3}/g, decode: readOctalBytes },
  { mark: '&', pattern: /&(?:#[0-9]{1,10}|#x[0-9a-f]{1,9}|amp|lt|gt|quot|apos);/gi, decode: readEntity },
  {
    mark: '=',
    pattern: new RegExp(
      utf8Of((first) => `=${first}[0-9a-f]`),
      'gi',
    ),
    decode: readHexBytes,
  },
  // What a reader does not see, and copies along.
  { mark: /\p{DI}/u, pattern: INVISIBLE, decode: () => '' },
];

/** Enough for a link inside JSON inside a page; an echo is never nested deeper. */
const MAX_LEVELS = 3;
/** An answer may mix all kinds of escapes; this number limits the work. */
const MAX_VIEWS = 40;
const MAX_CHARACTERS = 32_000_000;

/**
 * The text itself, the text with each kind of escape decoded, and the results decoded again. The kinds are
 * percent-encoding, escapes of JSON and of programming languages, HTML entities, quoted-printable and invisible
 * characters. They are decoded one at a time, because the escapes of one kind may be plain text in another.
 */
export function decodedViews(text: string): View[] {
  const views: View[] = [{ text, made: null }];
  let level = [...views];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth += 1) {
    const before = views.length;
    if (before * text.length > MAX_CHARACTERS) break;
    for (const view of level.flatMap(decodeOnce)) {
      // Undoing two kinds of escapes often gives the same text in either order.
      if (views.length < MAX_VIEWS && !views.some(({ text }) => text === view.text)) views.push(view);
    }
    level = views.slice(before);
  }
  return views;
}

function decodeOnce(view: View): View[] {
  return ESCAPES.flatMap(({ mark, pattern, decode }) =>
    holds(view.text, mark) ? (rewrite(view, pattern, decode) ?? []) : [],
  );
}

function holds(text: string, mark: Escape['mark']): boolean {
  return typeof mark === 'string' ? text.includes(mark) : mark.test(text);
}

/**
 * Replaces every match in a view; null if there is none.
 *
 * @param pattern must have the flag `g` and no groups
 */
export function rewrite(of: View, pattern: RegExp, decode: (found: string) => string): View | null {
  const edits: Edit[] = [];
  let shift = 0;
  const text = of.text.replace(pattern, (found: string, from: number) => {
    const shown = decode(found);
    edits.push({ at: from + shift, length: shown.length, from, to: from + found.length });
    shift += shown.length - found.length;
    return shown;
  });
  return edits.length === 0 ? null : { text, made: { of, edits } };
}

/** Where in the original text a part of a view comes from; the part must not be empty. */
export function sourceOf({ made }: View, [start, end]: Span): Span {
  if (!made) return [start, end];
  return sourceOf(made.of, [unitSource(made.edits, start)[0], unitSource(made.edits, end - 1)[1]]);
}

function unitSource(edits: readonly Edit[], unit: number): Span {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.at ?? 0) <= unit) low = middle + 1;
    else high = middle;
  }
  const last = edits[low - 1];
  if (!last) return [unit, unit + 1];
  const past = unit - last.at - last.length;
  return past < 0 ? [last.from, last.to] : [last.to + past, last.to + past + 1];
}

function readHexBytes(found: string): string {
  return Buffer.from(found.replace(/[%=]|\\x/gi, ''), 'hex').toString('utf8');
}

function readOctalBytes(found: string): string {
  const bytes = found.split('\\').slice(1);
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 8))).toString('utf8');
}

function readBackslash(found: string): string {
  const kind = found.charAt(1);
  if (/[0-3]/.test(kind)) return String.fromCharCode(Number.parseInt(found.slice(1), 8));
  if (/[ux]/i.test(kind)) return character(Number.parseInt(found.replace(/[^0-9a-f]/gi, ''), 16), found);
  return CONTROL[kind] ?? kind;
}

function readEntity(found: string): string {
  const name = found.slice(1, -1).toLowerCase();
  if (name.startsWith('#x')) return character(Number.parseInt(name.slice(2), 16), found);
  if (name.startsWith('#')) return character(Number(name.slice(1)), found);
  return NAMED[name] ?? found;
}

function character(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
