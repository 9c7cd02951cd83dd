/** A heading with what stands below it, up to the next heading of its level or above. */
export interface Part {
  readonly title: string;
  /** Everything below the heading, headings of lower levels included. */
  readonly text: string;
  /** Items of its lists, each with its continuation lines; without a list its paragraphs. */
  readonly points: readonly string[];
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** The parts of a Markdown text, in their order. What stands before the first heading is in none. */
export function partsOf(markdown: string): Part[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, at) => {
    const [, marks, title = ''] = HEADING.exec(line) ?? [];
    if (marks === undefined) return [];
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((other) => (HEADING.exec(other)?.[1]?.length ?? 7) <= marks.length);
    const own = end < 0 ? rest : rest.slice(0, end);
    return [{ title, text: own.join('\n').trim(), points: pointsOf(own) }];
  });
}

/** The parts whose title says so. */
export function partsAbout(markdown: string, title: RegExp): Part[] {
  return partsOf(markdown).filter((part) => title.test(part.title));
}

/** All prose, without headings: what is read as sentences. */
export function proseOf(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !HEADING.test(line))
    .join('\n');
}

function pointsOf(lines: readonly string[]): string[] {
  const blocks: { text: string; isItem: boolean }[] = [];
  let open = false;
  for (const line of lines) {
    const isItem = ITEM.test(line);
    const last = blocks.at(-1);
    if (line.trim() === '' || HEADING.test(line)) open = false;
    else if (isItem || !open || !last) {
      blocks.push({ text: line.replace(ITEM, '').trim(), isItem });
      open = true;
    } else last.text += ` ${line.trim()}`;
  }
  const items = blocks.filter(({ isItem }) => isItem);
  return (items.length > 0 ? items : blocks).map(({ text }) => text);
}
