/** A heading as displayed. */
export interface AboutHeading {
  /** 1–6. */
  readonly level: number;
  /** Without markup for emphasis, code and links; at most 500 characters. */
  readonly title: string;
  /** 1-based line on which it begins. */
  readonly line: number;
}

/** A heading with its last line, which for a setext heading is the underline. */
export interface FoundHeading extends AboutHeading {
  readonly lastLine: number;
}

const MAX_TITLE = 500;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** Beginning of a list, a quotation or HTML; setext headings in any of these do not belong to the document itself. */
const CONTAINER = /^ {0,3}(?:[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|>|<[a-z/!?])/i;

/** ATX and setext headings of the document itself (CommonMark 4.2, 4.3), not those in quotations and lists. */
export function findHeadings(lines: readonly PlainLine[]): FoundHeading[] {
  const found: FoundHeading[] = [];
  let paragraph: PlainLine[] = [];
  let contained = false;
  for (const plain of lines) {
    const { text, line } = plain;
    const heading = atxHeading(plain) ?? setextHeading(paragraph, plain);
    if (heading !== null) found.push(heading);
    if (heading !== null || text.trim() === '' || RULE.test(text)) {
      paragraph = [];
      contained = false;
    } else if (CONTAINER.test(text)) {
      paragraph = [];
      contained = true;
    } else if (!contained && (paragraph.length > 0 || !/^(?: {4}| {0,3}\t)/.test(text))) {
      paragraph.push({ text, line });
    }
  }
  return found;
}

function atxHeading({ text, line }: PlainLine): FoundHeading | null {
  const [, marks, rest = ''] = ATX.exec(text) ?? [];
  if (marks === undefined) return null;
  return { level: marks.length, title: plainTitle(withoutClosingMarks(rest)), line, lastLine: line };
}

function setextHeading(paragraph: readonly PlainLine[], { text, line }: PlainLine): FoundHeading | null {
  const [first] = paragraph;
  const [, underline] = UNDERLINE.exec(text) ?? [];
  if (first === undefined || underline === undefined) return null;
  const title = plainTitle(paragraph.map((one) => one.text.trim()).join(' '));
  return { level: underline.startsWith('=') ? 1 : 2, title, line: first.line, lastLine: line };
}

/** `Title ##` becomes `Title`; `C#` stays as it is. */
function withoutClosingMarks(rest: string): string {
  const text = rest.trim();
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '#') end -= 1;
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text;
}

function plainTitle(markdown: string): string {
  return markdown
    .slice(0, MAX_TITLE)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)[*`]/g, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

/** A line of Markdown; lines of code, comments and front matter are empty. */
export interface PlainLine {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

/**
 * The lines of a Markdown text. Lines of fenced code (CommonMark 4.5; an unclosed fence runs to the end), of comments
 * that begin a line, and of front matter are returned empty, so that line numbers and gaps stay the same.
 */
export function readPlainLines(text: string): PlainLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const matter = frontMatterLength(lines);
  let fence: Fence | null = null;
  let inComment = false;
  return lines.map((content, at) => {
    const hidden = { text: '', line: at + 1 };
    if (at < matter) return hidden;
    if (fence !== null) {
      if (closes(content, fence)) fence = null;
      return hidden;
    }
    if (inComment || /^ {0,3}<!--/.test(content)) {
      inComment = !content.includes('-->');
      return hidden;
    }
    fence = openedBy(content);
    return fence === null ? { text: content, line: at + 1 } : hidden;
  });
}

/** `---` on the first line opens front matter only if a `key:` follows; otherwise it is a thematic break. */
function frontMatterLength(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---' || !/^[\w-]+:/.test(lines[1] ?? '')) return 0;
  return lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) + 1;
}

function openedBy(line: string): Fence | null {
  const [, marks, info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === undefined || (marks.startsWith('`') && info.includes('`'))) return null;
  return { mark: marks.charAt(0), length: marks.length };
}

function closes(line: string, { mark, length }: Fence): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return marks?.startsWith(mark) === true && marks.length >= length;
}
