/**
 * Makes a text that a regular expression matches, for those that handlers search documents with. It reads the source of
 * the expression; what it does not know (look-behind, back references) it leaves out.
 */
export function textMatching(source: string, fill: (group: string) => string | null = () => null): string {
  const whole = fill('0');
  const reader = new RegexReader(source, fill, whole);
  return reader.read();
}

const FILLER = '1';

class RegexReader {
  readonly #source: string;
  readonly #fill: (group: string) => string | null;
  /** What the first part that takes any text holds. */
  #whole: string | null;
  #at = 0;
  #groups = 0;

  constructor(source: string, fill: (group: string) => string | null, whole: string | null) {
    this.#source = source;
    this.#fill = fill;
    this.#whole = whole;
  }

  read(): string {
    return this.#alternatives();
  }

  /** The first alternative; the others are read over. */
  #alternatives(): string {
    const first = this.#sequence();
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      this.#sequence();
    }
    return first;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      text += this.#repeated();
    }
    return text;
  }

  #repeated(): string {
    const start = this.#at;
    const one = this.#atom();
    const atom = this.#source.slice(start, this.#at);
    const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at));
    if (!found) return one;
    this.#at += found[0].length;
    const isOnce = found[0].startsWith('+');
    if (found[0].startsWith('*') || isOnce) {
      const any = takesAny(atom) ? this.#takeWhole() : null;
      if (any !== null) return any;
    }
    if (found[1] !== undefined) return one.repeat(Number(found[1]));
    // What may be missing is left out, unless it holds a group that is read.
    return isOnce || /^\((?!\?)/.test(atom) ? one : '';
  }

  #takeWhole(): string | null {
    const text = this.#whole;
    this.#whole = null;
    return text;
  }

  #atom(): string {
    const sign = this.#source[this.#at] ?? '';
    if (sign === '(') return this.#group();
    if (sign === '[') return this.#class();
    this.#at += 1;
    if (sign === '\\') return this.#escape();
    if (sign === '.') return FILLER;
    return sign === '^' || sign === '$' ? '' : sign;
  }

  #group(): string {
    const [head = '(', name] = /^\((?:\?(?:[:=!]|<[=!]|<(\w+)>))?/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += head.length;
    const isCaptured = head === '(' || name !== undefined;
    const number = isCaptured ? ++this.#groups : null;
    const own = this.#alternatives();
    this.#at += 1;
    if (head.endsWith('=') || head.endsWith('!')) return head === '(?=' ? own : '';
    if (number === null) return own;
    const filled = this.#fill(name ?? String(number)) ?? this.#fill(String(number));
    return filled ?? (own === '' ? FILLER : own);
  }

  #class(): string {
    const [all = '[', isNot, inside = ''] =
      /^\[(\^?)((?:\\.|[^\]\\])*)\]/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += all.length;
    const fits = new RegExp(`[${inside}]`);
    const signs = ['1', 'a', 'A', ' ', ...inside.replace(/\\[a-zA-Z]|\\/g, '')];
    return signs.find((sign) => fits.test(sign) !== (isNot === '^')) ?? '';
  }

  #escape(): string {
    const sign = this.#source[this.#at] ?? '';
    this.#at += 1;
    const known: Readonly<Record<string, string>> = {
      d: '1',
      w: '1',
      s: ' ',
      S: '1',
      D: 'a',
      W: ' ',
      b: '',
      B: '',
    };
    return known[sign] ?? { n: '\n', r: '\r', t: '\t' }[sign] ?? sign;
  }
}

/** `.`, `[^<]` and `[\s\S]`. */
function takesAny(atom: string): boolean {
  return atom === '.' || /^\[(?:\^|\\s\\S|\\S\\s)/.test(atom);
}
