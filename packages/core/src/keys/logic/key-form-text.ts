import { ISSUED_KEY_FORMS } from './key-forms.js';

const KEY_FORMS = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  ...ISSUED_KEY_FORMS,
  // The whole block, to its end.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
];

/** The beginnings or necessary parts of all forms: for most texts, one search shows that they contain none. */
const MARKS = /A(?:KIA|SIA|Iza)|gh[pousr]_|github_pat_|sk[-_]|xox|eyJ|PRIVATE KEY/;

/** Whether a text contains something that has the form of a key. */
export function holdsKeyForm(text: string): boolean {
  return MARKS.test(text) && maskKeyForms(text) !== text;
}

/** Masks everything in the text that has the form of a key, leaving a visible mark. */
export function maskKeyForms(text: string): string {
  if (!MARKS.test(text)) return text;
  return KEY_FORMS.reduce((masked, form) => masked.replace(form, '[looks like a key, left out]'), text);
}
