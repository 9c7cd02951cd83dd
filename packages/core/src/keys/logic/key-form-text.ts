/** Forms of keys issued by well-known providers: text in such a form is a key wherever it occurs. */
export const ISSUED_KEY_FORMS: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{36,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bsk_live_[A-Za-z0-9]{16,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  // A signed token (JWT); the pattern limits its length, so that long texts are searched quickly.
  /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{10,}/g,
];

const KEY_FORMS = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  ...ISSUED_KEY_FORMS,
  // The whole block of a private key, up to its last line.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
];

/** The beginnings or necessary parts of all forms: for most texts, a single search shows that they contain no key. */
const MARKS = /A(?:KIA|SIA|Iza)|gh[pousr]_|github_pat_|sk[-_]|xox|eyJ|PRIVATE KEY/;

/** Whether a text contains something that has the form of a key. */
export function holdsKeyForm(text: string): boolean {
  return MARKS.test(text) && maskKeyForms(text) !== text;
}

/** Offsets of everything in the text that has the form of a key, in the order of the text. */
export function findKeyForms(text: string): number[] {
  if (!MARKS.test(text)) return [];
  const found = KEY_FORMS.flatMap((form) => [...text.matchAll(form)].map(({ index }) => index));
  return [...new Set(found)].sort((a, b) => a - b);
}

/**
 * The beginning of a text for a message, and whether something is left out. Keys are masked first: what is left of one
 * that was cut apart no longer has its form.
 */
export function beginningOf(
  text: string,
  length: number,
): { readonly shown: string; readonly isCut: boolean } {
  const masked = maskKeyForms(text);
  return { shown: masked.slice(0, length), isCut: masked.length > length };
}

/** Masks everything in the text that has the form of a key, leaving a visible mark. */
export function maskKeyForms(text: string): string {
  if (!MARKS.test(text)) return text;
  return KEY_FORMS.reduce((masked, form) => masked.replace(form, '[looks like a key, left out]'), text);
}
