// Reads the titles of tests from a file without running it; a title such as '%s does not climb' is kept as
// written.

/**
 * Titles of every `it` and `test` of a vitest file, each after the titles of the surrounding `describe`s,
 * joined by ' > '. If a title is not a string literal in the source (`describe(command, …)`), the expression is used.
 */
export function listTestTitles(source: string): string[] {
  const mask = maskTexts(source);
  const groups: { readonly title: string; readonly end: number }[] = [];
  const titles: string[] = [];
  for (const call of findCalls(source, mask)) {
    while (groups.length > 0 && (groups.at(-1)?.end ?? 0) < call.at) groups.pop();
    if (call.word === 'describe') groups.push({ title: call.title, end: call.end });
    else titles.push([...groups.map(({ title }) => title), call.title].join(' > '));
  }
  return titles;
}

interface Call {
  readonly word: string;
  readonly at: number;
  readonly end: number;
  readonly title: string;
}

function findCalls(source: string, mask: string): Call[] {
  return [...mask.matchAll(/(?<![\w.$])(describe|it|test)((?:\.\w+)*)(?=[(<`])/g)].flatMap((match) => {
    const [whole, word = '', modifiers = ''] = match;
    let place = skipTypes(mask, match.index + whole.length);
    if (/\.(each|for)$/.test(modifiers)) place = skipTypes(mask, closing(mask, place) + 1);
    if (mask[place] !== '(') return [];
    const start = place + 1 + (/^\s*/.exec(mask.slice(place + 1))?.[0].length ?? 0);
    return [{ word, at: match.index, end: closing(mask, place), title: readTitle(source, mask, start) }];
  });
}

function readTitle(source: string, mask: string, start: number): string {
  const quote = mask[start] ?? '';
  if ('\'"`'.includes(quote)) {
    return source.slice(start + 1, mask.indexOf(quote, start + 1)).replace(/\\(['"`\\])/g, '$1');
  }
  return source.slice(start, start + mask.slice(start).search(/,/)).trim();
}

/** The place after `<…>`, or the given place if there is none. */
function skipTypes(mask: string, place: number): number {
  if (mask[place] !== '<') return place;
  let depth = 0;
  for (let at = place; at < mask.length; at += 1) {
    if (mask[at] === '<') depth += 1;
    if (mask[at] === '>' && mask[at - 1] !== '=') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return mask.length;
}

/** The place of the closing bracket or backtick that matches the opening one at `place`. */
function closing(mask: string, place: number): number {
  if (mask[place] === '`') return mask.indexOf('`', place + 1);
  let depth = 0;
  for (let at = place; at < mask.length; at += 1) {
    if (mask[at] === '(') depth += 1;
    if (mask[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return mask.length;
}

/** The source, its length unchanged, with each character of a comment, a string or a pattern replaced by a space. */
function maskTexts(source: string): string {
  let masked = '';
  while (masked.length < source.length) {
    const at = masked.length;
    const end = endOfText(source, at, masked);
    if (end === at) masked += source[at];
    else if (source[at] === '/') masked += ' '.repeat(end - at);
    else masked += `${source[at]}${' '.repeat(end - at - 2)}${source[at]}`;
  }
  return masked;
}

/** The end of a comment, string or pattern that begins at `at`; `at` itself if none begins there. */
function endOfText(source: string, at: number, before: string): number {
  const rest = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return at + (pattern.exec(source)?.[0].length ?? 0);
  };
  if (source.startsWith('//', at)) return rest(/\/\/[^\n]*/y);
  if (source.startsWith('/*', at)) return rest(/\/\*[\s\S]*?\*\//y);
  if (source[at] === "'") return rest(/'(?:\\[\s\S]|[^'\\])*'/y);
  if (source[at] === '"') return rest(/"(?:\\[\s\S]|[^"\\])*"/y);
  if (source[at] === '`') return endOfTemplate(source, at);
  const mayBePattern = /(?:^|[([{,;=:!&|?+\-*%<>~^]|\breturn|\bcase)\s*$/.test(before.slice(-40));
  if (source[at] === '/' && mayBePattern) return rest(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y);
  return at;
}

function endOfTemplate(source: string, start: number): number {
  let depth = 0;
  for (let at = start + 1; at < source.length; at += 1) {
    if (depth > 0) {
      // Code inside the template: string literals in it may contain anything.
      at = endOfText(source, at, source.slice(Math.max(0, at - 40), at));
      if (source[at] === '{') depth += 1;
      if (source[at] === '}') depth -= 1;
    } else if (source[at] === '\\') at += 1;
    else if (source[at] === '`') return at + 1;
    else if (source.startsWith('${', at)) {
      depth = 1;
      at += 1;
    }
  }
  return source.length;
}
