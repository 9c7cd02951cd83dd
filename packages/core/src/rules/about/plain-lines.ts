/** A line of Markdown that is prose to a reader; code, comments and front matter are emptied. */
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
 * The lines of a Markdown text. Fenced code (CommonMark 4.5; an unclosed fence runs to the end), comments that
 * begin a line, and front matter are returned as empty lines, so that numbers and gaps stay as they are.
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

/** A first line `---` opens front matter only where a `key:` follows; else it is a rule. */
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
