// Forms in which well-known providers issue their keys.
const KEY_FORMS = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bsk_live_[A-Za-z0-9]{16,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  // A signed token (JWT); bounded, so that long texts stay quick.
  /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{10,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
];

/** Does a text hold something that has the form of a key? */
export function holdsKeyForm(text: string): boolean {
  return maskKeyForms(text) !== text;
}

/** The text without anything that has the form of a key; what was there stays visible as a mark. */
export function maskKeyForms(text: string): string {
  return KEY_FORMS.reduce((masked, form) => masked.replace(form, '[looks like a key, left out]'), text);
}
