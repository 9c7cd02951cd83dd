// Forms in which well-known providers issue their keys.
const KEY_FORMS = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bsk_live_[A-Za-z0-9]{16,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
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

/**
 * Whether a text holds one of these values: as it is, URL-encoded, in base64 or escaped as in JSON.
 *
 * @param secrets values known to be secret; empty ones are ignored
 */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => secret !== '' && formsOf(secret).some((form) => text.includes(form)));
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    new URLSearchParams({ '': secret }).toString().slice(1),
    // Through bytes, because a lone surrogate can not be URL-encoded.
    encodeURIComponent(bytes.toString('utf8')),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    JSON.stringify(secret).slice(1, -1),
  ];
}
