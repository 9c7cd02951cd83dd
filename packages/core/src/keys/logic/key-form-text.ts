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

/** Text that has the form of a key, and where it begins. */
export interface KeyForm {
  readonly index: number;
  readonly text: string;
}

/**
 * Everything in the text that has the form of a key and is likely to be one, in the order of the text. A file is refused
 * for it, so placeholders, documented samples and names made of words do not count; masking does not spare them.
 */
export function findKeyForms(text: string): KeyForm[] {
  if (!MARKS.test(text)) return [];
  const found = new Map<number, string>();
  for (const form of KEY_FORMS) {
    for (const { 0: match, index } of text.matchAll(form)) if (!isStandIn(match)) found.set(index, match);
  }
  return [...found].map(([index, match]) => ({ index, text: match })).sort((a, b) => a.index - b.index);
}

/** Words of placeholders; no word of four letters or more is likely to occur in a key by chance. */
export const STAND_IN_WORDS = /your|placeholder|change|replace|insert|dummy/i;
/** `sk-xxxx…`: part of a key that was masked, or of a placeholder. */
const FILLED_IN = /([xX0*.])\1{5}/;
/** The keys in the documentation of AWS, and the token with which jwt.io begins. */
const SAMPLES = /^(?:AKIA|ASIA)[0-9A-Z]{9}EXAMPLE$|\.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIi/;
/** A word of a name or a slug, such as `Old`, `v2` or `2024`. Keys mix digits and cases. */
const WORD = /^(?:[a-z]{1,20}|[A-Z]{1,20}|[A-Z][a-z]{1,19})?\d{0,4}$/;
const PRIVATE_KEY = '-----BEGIN ';
/** A private key continues with lines of base64; some have a few headers first. */
const BASE64_LINE = /^[\s\S]{0,300}?[A-Za-z0-9+/]{40}/;

function isStandIn(match: string): boolean {
  if (match.startsWith(PRIVATE_KEY)) return !BASE64_LINE.test(match);
  if (STAND_IN_WORDS.test(match) || FILLED_IN.test(match) || SAMPLES.test(match)) return true;
  const [, name] = /^(?:sk|xox[abprs])-(.+)$/.exec(match) ?? [];
  const words = name?.split(/[-_]/) ?? [];
  return words.length > 1 && words.every((word) => WORD.test(word));
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
