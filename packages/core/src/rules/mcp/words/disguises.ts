// Words whose letters are written so that a list of words does not match them, while people and models still read them.

/** Letters of other scripts and styles, each before the ASCII letter that it looks like. NFKC knows the styled ones only. */
const ALIKE = [
  // Cyrillic
  'аaвbсcԁdеeһhіiїiјjкkӏlмmоoрpԛqѕsтtѵvԝwхxуyАAВBСCЕEНHІIЇIЈJКKМMОOРPЅSТTХXУYԌGԜWԚQ',
  // Greek
  'αaβbεeηnιiκkνvοoρpτtυuχxωwγyΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX',
  // Armenian and Cherokee
  'օoսuհhոnցgզqՍUՕOᎪAᏴBᏟCᎠDᎬEᎻHᎥiᎫJᏦKᏞLᎷMᏢPᎡRᏒRᏚSᎢTᏙVᎳWᏃZ',
  // Latin: small capitals and letters without a dot or with a stroke
  'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡgıiđdħhłløoŧtƖl',
  // Braille
  '⠁a⠃b⠉c⠙d⠑e⠋f⠛g⠓h⠊i⠚j⠅k⠇l⠍m⠝n⠕o⠏p⠟q⠗r⠎s⠞t⠥u⠧v⠺w⠭x⠽y⠵z',
].join('');
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [...ALIKE].flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? letter] as const] : [])),
);

/** Whether a letter that is not ASCII looks like one that is. */
export function looksLatin(letter: string): boolean {
  return LATIN_OF.has(letter);
}

const NOT_ASCII = /[^\0-\x7F]/;
/** Anything but ASCII, dashes, quotes, arrows, bullets and the like: what may stand for a letter. */
const MAY_BE_LETTER = /[^\0-\x7F\u2010-\u2027\u2030-\u205E\u2190-\u23FF\u2500-\u27BF\u3000-\u303F]/;
const WORD = /[\p{L}\p{M}\u2800-\u28FF]+/gu;
/** Letters in black circles and squares, and those that flags are made of. */
const ENCLOSED = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu;
const MARKS = /(?<=[a-z])[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+/gi;

/** The text in plain letters, as far as it is disguised; the same text otherwise. */
export function undisguise(text: string): string {
  const plain = MAY_BE_LETTER.test(text) ? foldLetters(text) : text;
  return foldDigits(joinPieces(joinLetters(plain)));
}

function foldLetters(text: string): string {
  const folded = text.replace(ENCLOSED, spellEnclosed).normalize('NFKD').replace(MARKS, '').normalize('NFKC');
  return folded.replace(WORD, (word) => {
    if (!NOT_ASCII.test(word)) return word;
    const letters = [...word].map((letter) => LATIN_OF.get(letter) ?? letter);
    const isLatin = /[a-z]/i.test(word) || letters.every((letter) => /[a-z]/i.test(letter));
    return isLatin ? letters.join('') : word;
  });
}

const FIRST_ENCLOSED = [0x1f1e6, 0x1f170, 0x1f150];

function spellEnclosed(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return String.fromCharCode(65 + code - (FIRST_ENCLOSED.find((first) => code >= first) ?? code));
}

const SINGLE_LETTERS = /(?<![a-z\d])[a-z]([ ._*~|-])[ .]{0,2}[a-z](?:[ ._*~|-]{1,3}[a-z](?![a-z\d])){3,}/gi;

const MAY_BE_SINGLE = /(?<![A-Za-z\d])[A-Za-z][ ._*~|-]{1,3}[A-Za-z][ ._*~|-]{1,3}[A-Za-z][ ._*~|-]/;

/** `i g n o r e  a l l` and `i.g.n.o.r.e a.l.l`: words of single letters. */
function joinLetters(text: string): string {
  if (!MAY_BE_SINGLE.test(text)) return text;
  return text.replace(SINGLE_LETTERS, (letters, separator: string) =>
    letters
      .split(separator === ' ' ? /[.!?] | {2,}/ : / +/)
      .map((word) => word.replace(/[^a-z]/gi, ''))
      .join(' '),
  );
}

/** Words that texts about something else rarely hold, and attacks split: `ig-no-re`. */
const SPLIT = new Set([
  ...['ignore', 'disregard', 'previous', 'earlier', 'instructions', 'instruction', 'system', 'prompt'],
  ...['secret', 'secretly', 'silently', 'password', 'credentials', 'private', 'conversation', 'history'],
  ...['assistant', 'user', 'users', 'tell', 'mention', 'reveal', 'without'],
]);
const LONGEST = Math.max(...[...SPLIT].map(({ length }) => length));
const SIGN = /[-._*~]/;
/** Letters with single signs between them. */
const IN_PIECES = /(?<![a-z])[a-z]+(?:[-._*~][a-z]+)+/gi;

/** @param word letters with signs between them */
export function mayHoldSplitWord(word: string): boolean {
  return joinPieces(word) !== word;
}

function joinPieces(text: string): string {
  return text.replace(IN_PIECES, joinWords);
}

/** Joins the pieces of each split word. An underscore is part of a name, so no word begins or ends at one. */
function joinWords(run: string): string {
  const pieces = run.split(SIGN);
  const words: string[] = [];
  let at = 0;
  for (let first = 0; first < pieces.length; ) {
    const last = run[at - 1] === '_' ? first : lastOfWord(run, pieces, first, at);
    const word = pieces.slice(first, last + 1).join('');
    at += word.length + last - first;
    words.push(word + run.slice(at, at + 1));
    at += 1;
    first = last + 1;
  }
  return words.join('');
}

/** The last of the pieces from `first` on, which begins at `at` in the run, that make one word; itself if they make none. */
function lastOfWord(run: string, pieces: readonly string[], first: number, at: number): number {
  let word = '';
  let found = first;
  for (let last = first; last < pieces.length && word.length < LONGEST; last += 1) {
    word += (pieces[last] as string).toLowerCase();
    if (last > first && run[at + word.length + last - first] !== '_' && SPLIT.has(word)) found = last;
  }
  return found;
}

const DIGIT_IN_WORD = /[a-z][013457][a-z]|(?<!\w)[013457][a-z]{2}/i;
const WORD_WITH_DIGITS = /(?<![^\s("'])(?!\d\d)[a-z013457]{2,24}(?=[\s.,:;!?)"']|$)/gi;
const LETTERS = new Map(Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }));

/** `1gn0re`: digits that stand for letters. */
function foldDigits(text: string): string {
  if (!DIGIT_IN_WORD.test(text)) return text;
  return text.replace(WORD_WITH_DIGITS, (word) =>
    /[a-z]/i.test(word) ? word.replace(/\d/g, (digit) => LETTERS.get(digit) ?? digit) : word,
  );
}
