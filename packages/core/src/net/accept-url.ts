import { isPlainHttp } from './redirect.js';

/** What may be shown and recorded of an address: neither credentials nor query. */
export function nameOf(url: URL): string {
  return url.host === '' ? `${url.protocol}…` : `${url.protocol}//${url.host}${url.pathname}`;
}

/** An address that a user named, or why it cannot be called; then `shown` is what may be told of it. */
export function acceptUrl(
  text: string,
): { readonly url: URL } | { readonly shown: string; readonly reason: string } {
  // A password must not come back in a message, nor a key in the query.
  if (!URL.canParse(text)) return { shown: withoutKeys(text), reason: 'it is no URL' };
  const url = new URL(text);
  if (isPlainHttp(url)) return { url };
  const isHttp = /^https?:$/.test(url.protocol);
  const reason = isHttp ? 'it holds a user name or a password' : `its scheme is ${url.protocol}`;
  return { shown: nameOf(url), reason };
}

function withoutKeys(text: string): string {
  return text.replace(/[?#].*$/s, '').replace(/^.*@/s, '…@');
}
