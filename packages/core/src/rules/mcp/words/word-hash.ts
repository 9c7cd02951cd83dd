/** A number for a word in lower case. Two words with the same one only cost a closer look. */
export function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = addToHash(hash, word.charCodeAt(at));
  return hash;
}

/** The hash of a word with one more character; 0 for none. */
export function addToHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
