/**
 * Whether a text states a value literally: the value as text, in any case, with neither a letter nor a digit on either
 * side; of a list, each element. Booleans, null and objects are never stated: words such as "only" may mean true.
 */
export function isStated(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => isStated(item, text));
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const words = String(value).trim();
  if (words === '') return false;
  const literal = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}
