/** The part of an address that may be shown and recorded, which excludes credentials and query. */
export function nameOf(url: URL): string {
  return url.host === '' ? `${url.protocol}…` : `${url.protocol}//${url.host}${url.pathname}`;
}

/** Parses an address that a user named; on failure, returns the reason and the part that may be shown. */
export function acceptUrl(
  text: string,
): { readonly url: URL } | { readonly shown: string; readonly reason: string } {
  // A message must not contain a password, nor a key from the query.
  if (!URL.canParse(text)) return { shown: withoutKeys(text), reason: 'it is not a URL' };
  const url = new URL(text);
  if (isPlainHttp(url)) return { url };
  const isHttp = /^https?:$/.test(url.protocol);
  const reason = isHttp ? 'it contains a user name or a password' : `its scheme is ${url.protocol}`;
  return { shown: nameOf(url), reason };
}

function withoutKeys(text: string): string {
  return text.replace(/[?#].*$/s, '').replace(/^.*@/s, '…@');
}

/** An http(s) address without user name and password. */
export function isPlainHttp(url: URL): boolean {
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
