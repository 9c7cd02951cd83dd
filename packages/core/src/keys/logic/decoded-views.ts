/** A text as it reads with something in it put otherwise. */
export interface View {
  readonly text: string;
  /** What it was made of, and what was put otherwise, in order; null: it is the text itself. */
  readonly made: { readonly of: View; readonly edits: readonly Edit[] } | null;
}

/** `length` units at `at` stand for what lay between `from` and `to`. */
interface Edit {
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** A place in the first text. */
export type Span = readonly [start: number, end: number];

/** One kind of escape: what it looks like, and what it stands for. */
interface Escape {
  /** Without it there is nothing to undo. */
  readonly mark: string;
  readonly pattern: RegExp;
  readonly decode: (found: string) => string;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** The bytes of one character in UTF-8, each written as `byte`. */
const utf8Of = (byte: (first: string) => string) => {
  const next = byte('[89ab]');
  return `${byte('[0-7]')}|${byte('[cd]')}${next}|${byte('e')}(?:${next}){2}|${byte('f')}(?:${next}){3}`;
};

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
    // A large U is followed by eight digits, a small one by four.
    pattern:
      /\\(?:u\{0*[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-3][0-7]{2}|["'\\/nrtbf])/g,
    decode: readBackslash,
  },
  // Of an escape inside of another the outer alone: a backslash before it would be taken for the first half of a pair.
  { mark: '\\\\', pattern: /\\\\/g, decode: () => '\\' },
  // As the first, where what is escaped is not the character but its bytes.
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
];

/** A link in a text in JSON in a page: more is no echo. */
const MAX_LEVELS = 3;
/** An answer may mix everything; what it costs to look at it has an end. */
const MAX_VIEWS = 40;
const MAX_CHARACTERS = 32_000_000;

/**
 * The text as it is, and as it reads with each kind of escape undone, and those again: percent-encoding, escapes of
 * JSON and of programming languages, HTML entities, quoted-printable. One kind at a time, for what looks like one kind
 * may be plain text in another.
 */
export function decodedViews(text: string): View[] {
  const views: View[] = [{ text, made: null }];
  let level = [...views];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth += 1) {
    const before = views.length;
    if (before * text.length > MAX_CHARACTERS) break;
    for (const view of level.flatMap(decodeOnce)) {
      // Two kinds undone one after the other often read as they do the other way round.
      if (views.length < MAX_VIEWS && !views.some(({ text }) => text === view.text)) views.push(view);
    }
    level = views.slice(before);
  }
  return views;
}

function decodeOnce(view: View): View[] {
  return ESCAPES.flatMap(({ mark, pattern, decode }) =>
    view.text.includes(mark) ? (rewrite(view, pattern, decode) ?? []) : [],
  );
}

/**
 * The view with every match put otherwise; null where there is none.
 *
 * @param pattern global, without groups
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

/** Where a part of a view, which is not empty, comes from in the first text. */
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
