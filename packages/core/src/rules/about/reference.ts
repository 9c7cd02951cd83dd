/** Words for the About, in forms that cannot mean "concerning". */
const WORDS = [
  // "the About page", "its about resource", "the namespace's About"
  /\b(?:the|its|this)\s+(?:namespace(?:['’]s)?\s+)?about[ -](?:resource|page|document)\b/gi,
  /\bnamespace['’]s\s+["'`*_]{0,3}About\b/g,
  // "`about` resource", "the resource "about"", "resource named about"
  /["'`*_]about["'`*_]{1,3}\s+(?:resource|page|document)\b/gi,
  /\b(?:resource|page|document)\s+(?:(?:named|called)\s+["'`*_]{0,3}about\b|["'`*_]{1,3}about["'`*_])/gi,
  // "See About resource", "(About page)": capitalized within a sentence
  /(?<=[\p{L}\p{N},:;([][ ]?)About[ -](?:resource|page|document)\b/gu,
  // "About resource." as a heading or list item
  /\bAbout[ -](?:resource|page|document)(?=\s*(?:$|[.:;,)\]*_`]|of\s))/gm,
];
const NEGATED = /\b(?:no|without(?: an?)?|not have an?|lacks an?)\s+["'`*_]{0,3}$/i;
const PLACEHOLDER = /\{\{\s*resource:\s*(?:([\w.-]+)\/)?(?:resource\/)?about\s*(?::[\w-]+\s*)?\}\}/gi;
const PATH = /resources\/about(?![\w-])/gi;
/** Number of characters examined before a match. */
const BEFORE = 300;

export function hasPlaceholder(text: string, namespace: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].some(
    ([, owner]) => owner === undefined || owner.toLowerCase() === namespace.toLowerCase(),
  );
}

/** Whether the text contains `name` other than as part of a longer name; case does not matter. */
export function holdsName(text: string, name: string): boolean {
  const [where, what] = [text.toLowerCase(), name.toLowerCase()];
  const isPart = (char: string) => /[\w-]/.test(char);
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    if (!isPart(where.charAt(at - 1)) && !isPart(where.charAt(at + what.length))) return true;
  }
  return false;
}

/** Whether the text contains a path to `resources/about`, unless it leads through another provider's folder. */
export function holdsPath(text: string, namespace: string): boolean {
  return [...text.matchAll(PATH)].some(({ index }) => {
    const [before = ''] = /[\w./-]*$/.exec(text.slice(Math.max(0, index - BEFORE), index)) ?? [];
    const owner = /(?:^|\/)providers\/([\w-]+)\//i.exec(before)?.[1];
    return owner === undefined || owner.toLowerCase() === namespace.toLowerCase();
  });
}

export function holdsWords(text: string): boolean {
  return WORDS.some((pattern) =>
    [...text.matchAll(pattern)].some(
      ({ index }) => !NEGATED.test(text.slice(Math.max(0, index - BEFORE), index)),
    ),
  );
}
