/** Words of grammar by which a sentence shows its language. Few are English words. */
const GRAMMAR = {
  de: 'und der das den dem nicht ist ein eine einen mit für auf von zu sich alle auch bei wird werden oder wenn nach aus sie du zum zur',
  fr: 'et le la les des du une est ne pas pour dans avec sur que qui au aux ou ce cette tous toutes se par il vous',
  es: 'el la los las del un una es para en con por que se al todas todos lo su este esta como antes',
  pt: 'os da dos das um uma não para em com por que se ao ou todas todos na seu sua este isso',
  it: 'il la le lo gli di del della un una è non per con che si al tutte tutti da nel alla questo prima',
  nl: 'en de het een voor met op van te dat die aan alle dit deze door bij naar als er zijn',
  sv: 'och att det den en ett är inte för med på av som till alla om inget från eller kan ska',
  pl: 'na nie jest się że dla po od przez lub oraz tym ze są wszystkie',
  tr: 've bir bu için ile olarak tüm her veya ne bunu gibi daha çok',
  vi: 'và của các là không cho với trong này được một những có để mọi đó tại từ',
} as const;

const LANGUAGES = Object.values(GRAMMAR).map((words) => new Set(words.split(' ')));
const ENGLISH = new Set(
  'the a an of to in and for is or with by on at from as are be this that it its if when not all any you your use returns can will must into only per each which one no than then'.split(
    ' ',
  ),
);
/** Two of these make a sentence English, which most are. */
const PLAINLY_ENGLISH = /\b(?:the|and|with|for|from|this|your|of|to|is|or|by|be|are)\b/gi;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const ASIDE =
  /"[^"]{0,200}"|`[^`]{0,200}`|“[^”]{0,200}”|„[^“”]{0,200}[“”]|«[^»]{0,200}»|「[^」]{0,200}」|\([^)]{0,200}\)/g;
/** Shorter sentences show no language. */
const FEWEST_WORDS = 6;
/** Different words of grammar that a sentence needs, and how many of its words they are at least. */
const FEWEST_OF_GRAMMAR = 3;
const LEAST_SHARE = 0.25;

/** Letters of a script other than Latin that make a sentence of their own. */
const FEWEST_LETTERS = 8;
const LETTERS = /\p{L}/gu;
const OTHER_LETTERS = /(?!\p{sc=Latin})\p{L}/gu;
const MOST_LATIN = 0.1;

export type SentenceLanguage = 'english' | 'other' | 'unknown';

/** Whether a sentence is English, or plainly in another language; what stands in quotes or brackets does not count. */
export function languageOf(sentence: string): SentenceLanguage {
  if (hasTwo(sentence, PLAINLY_ENGLISH)) return 'english';
  const text = sentence.replace(ASIDE, ' ');
  const others = text.match(OTHER_LETTERS)?.length ?? 0;
  if (others > 0) {
    const letters = text.match(LETTERS)?.length ?? 0;
    const latin = letters - others;
    if (latin <= letters * MOST_LATIN) return others >= FEWEST_LETTERS ? 'other' : 'unknown';
  }
  const words = text.toLowerCase().match(WORD) ?? [];
  if (words.length < FEWEST_WORDS) return 'unknown';
  const english = words.filter((word) => ENGLISH.has(word)).length;
  if (english > 1) return 'english';
  const different = [...new Set(words)];
  const best = Math.max(...LANGUAGES.map((known) => different.filter((word) => known.has(word)).length));
  return best >= FEWEST_OF_GRAMMAR && best >= words.length * LEAST_SHARE ? 'other' : 'unknown';
}

function hasTwo(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text) && pattern.test(text);
}
