import { ISSUED_KEY_FORMS } from './key-forms.js';

const KEY_FORMS = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  ...ISSUED_KEY_FORMS,
  // The whole block, to its end.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
];

/** How each form begins, or what it can not be without: of most texts one look tells that they hold none. */
const MARKS = /A(?:KIA|SIA|Iza)|gh[pousr]_|github_pat_|sk[-_]|xox|eyJ|PRIVATE KEY/;

/** Does a text hold something that has the form of a key? */
export function holdsKeyForm(text: string): boolean {
  return MARKS.test(text) && maskKeyForms(text) !== text;
}

/** The text without anything that has the form of a key; what was there stays visible as a mark. */
export function maskKeyForms(text: string): string {
  return KEY_FORMS.reduce((masked, form) => masked.replace(form, '[looks like a key, left out]'), text);
}
