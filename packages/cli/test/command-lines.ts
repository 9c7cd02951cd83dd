/** One line of a command.txt. */
export interface CommandLine {
  /** The line as written in the file. */
  readonly text: string;
  readonly env: Readonly<Record<string, string>>;
  /** The first word is `flowmcp`, or a step of the test such as `@fill-scores`. */
  readonly words: readonly string[];
}

/** Parses the lines of a command.txt, skipping blank lines and `#` comments. */
export function parseCommandLines(text: string, places: Readonly<Record<string, string>>): CommandLine[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => parseLine(line, places));
}

function parseLine(text: string, places: Readonly<Record<string, string>>): CommandLine {
  const words = splitWords(text).map((word) => fillPlaces(word, places));
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const env = words
    .slice(0, first)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  return { text, env: Object.fromEntries(env), words: words.slice(first) };
}

/** Splits at blanks; quotes keep blanks together. */
function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

function fillPlaces(word: string, places: Readonly<Record<string, string>>): string {
  return word.replace(/\$([A-Z]+)/g, (found, name: string) => places[name] ?? found);
}
