/** A piece of material as a prompt quotes it: its heading and its lines, without the quotation marks. */
export interface Quotation {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Takes the quoted material out of a prompt: `### title`, then `BEGIN <fence>`, lines after "| ", `END <fence>`.
 * A quoted line can not stand for any of these, because it begins with "| ".
 */
export function parseQuotations(prompt: string): Quotation[] {
  const found: { title: string; lines: string[] }[] = [];
  let title = '';
  let fence: string | null = null;
  for (const line of prompt.split('\n')) {
    if (fence !== null) {
      if (line === `END ${fence}`) fence = null;
      else if (line.startsWith('| ')) found.at(-1)?.lines.push(line.slice(2));
    } else if (line.startsWith('### ')) title = line.slice(4);
    else {
      fence = /^BEGIN ([A-Za-z0-9]{16,})$/.exec(line)?.[1] ?? null;
      if (fence !== null) found.push({ title, lines: [] });
    }
  }
  return found;
}

/** The JSON a quotation holds; undefined where it was cut or is none. */
export function parseQuotedJson(text: string): unknown {
  // Invisible characters are quoted as \u{…}, which JSON does not know.
  for (const candidate of [text, text.replace(/\\u\{[0-9a-f]+\}/g, ' ')]) {
    try {
      return JSON.parse(candidate);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
