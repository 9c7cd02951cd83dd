const spelled = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Lower-case letters only, without accents; digits are spelled out, so that `1inch` becomes `oneinch`. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\d/g, (digit) => spelled[Number(digit)] ?? '')
    .replace(/[^\p{L}]/gu, '');
}

/** Splits a name into words at punctuation and camel-case humps; an all-caps word stays one word. */
export function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).flatMap(splitHumps);
}

/** First letters, `Deutsche Digitale Bibliothek` → `ddb`; undefined for a single word. */
export function acronymOf(words: readonly string[]): string | undefined {
  return words.length < 2 ? undefined : plainText(words.map((word) => word.charAt(0)).join(''));
}

function splitHumps(word: string): string[] {
  if (word === '') return [];
  if (!/\p{Ll}/u.test(word)) return [word];
  return word
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ');
}
