/**
 * Text that others wrote, made harmless for a prompt. It comes from schemas and from the answers of
 * foreign servers, so it may try to look like a heading, an order or the end of its own quotation.
 */

/** A titled piece of such text. */
export interface Material {
  readonly title: string;
  readonly text: string;
}

const FENCE = /^[A-Za-z0-9]{16,}$/;
// Control and format characters, lone surrogates, line and paragraph separators: what a reader can not see.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Whether a random word can enclose these texts: 16 or more letters and digits that none of them holds. */
export function fenceIsSafe(fence: string, texts: readonly string[]): boolean {
  return FENCE.test(fence) && texts.every((text) => !text.includes(fence));
}

/**
 * A fence no quoted text contains.
 *
 * @param newFence a random word each time
 * @throws Error where they are not random: nobody can foresee three of them
 */
export function chooseFence(newFence: () => string, material: readonly Material[]): string {
  const texts = material.flatMap(({ title, text }) => [title, text]);
  const fence = [newFence(), newFence(), newFence()].find((candidate) => fenceIsSafe(candidate, texts));
  if (fence === undefined) throw new Error('the fences offered are not random');
  return fence;
}

/** One visible line: line breaks and invisible characters are written as `\u{…}`. */
export function oneLine(text: string): string {
  return text.replace(INVISIBLE, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/**
 * A quotation between two fence lines. Each of its lines begins with `| `, so that no line of it can be
 * taken for a heading, a code fence or a `[GRADING]` line.
 */
export function quote({ title, text }: Material, fence: string): string {
  const lines = text.split(/\r\n|\n/).map((line) => `| ${oneLine(line.replaceAll('\t', '  '))}`);
  return [`### ${oneLine(title)}`, '', `BEGIN ${fence}`, ...lines, `END ${fence}`].join('\n');
}
