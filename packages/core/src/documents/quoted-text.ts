/**
 * Makes text written by others harmless in a prompt. Such text comes from schemas and from other people's
 * servers, so it may imitate a heading, an instruction or the end of its own quotation.
 */

/** Quoted text with a title. */
export interface Material {
  readonly title: string;
  readonly text: string;
}

const FENCE = /^[A-Za-z0-9]{16,}$/;
// Invisible characters: control and format characters, lone surrogates, line and paragraph separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Whether a random word can enclose these texts: it must consist of at least 16 letters and digits, and occur in
 * none of the texts.
 */
export function fenceIsSafe(fence: string, texts: readonly string[]): boolean {
  return FENCE.test(fence) && texts.every((text) => !text.includes(fence));
}

/**
 * Chooses a fence that no quoted text contains.
 *
 * @param newFence returns a new random word on each call
 * @throws Error after three unsuitable words: they cannot be random, since no text can predict a random word
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
 * Quotes text between two fence lines. Each line begins with `| `, so that no line can pass for a heading, a
 * code fence or a `[GRADING]` line.
 */
export function quote({ title, text }: Material, fence: string): string {
  const lines = text.split(/\r\n|\n/).map((line) => `| ${oneLine(line.replaceAll('\t', '  '))}`);
  return [`### ${oneLine(title)}`, '', `BEGIN ${fence}`, ...lines, `END ${fence}`].join('\n');
}
