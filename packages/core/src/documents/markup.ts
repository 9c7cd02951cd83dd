const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for HTML or XML, in an element or a quoted attribute. Characters that a page cannot hold –
 * lone surrogates, control characters, U+FFFE and U+FFFF – become the replacement character.
 */
export function escapeMarkup(text: string): string {
  return text
    .replace(/[^\t\n\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
