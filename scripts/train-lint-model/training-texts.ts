import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../source-files.js';
import { createRandom } from './random.js';

const FOLDER = `${ROOT}training/lint/`;
/** Sentences that a grammar makes of each of its patterns. */
const OF_EACH_PATTERN = { english: 15, other: 12 };

/** Wrote plain attacks, knowing the rules: trained on, but never counted as found. */
export const PLAIN_HAND = 'elm';

export interface TrainingText {
  readonly text: string;
  readonly isAttack: boolean;
  /** Language, by its code. */
  readonly lang: string;
  /** Who wrote it: a person, `prose` or `grammar`. */
  readonly hand: string;
  readonly tactic?: string;
}

/** The sha256 over all files that the model is trained from, with their names. */
export function hashTrainingFiles(): string {
  const hash = createHash('sha256');
  for (const file of listTrainingFiles()) hash.update(`${file}\n`).update(readFileSync(FOLDER + file));
  return hash.digest('hex');
}

/** Everything that the model is trained from, in the same order each time. */
export function readTrainingTexts(): TrainingText[] {
  return listTrainingFiles().flatMap((file) => {
    const text = readFileSync(FOLDER + file, 'utf8');
    const [, name = ''] = /([^/]+)\.\w+$/.exec(file) ?? [];
    if (file.startsWith('grammars/')) return expandGrammar(text, name.slice(0, 2));
    const [kind, hand = ''] = name.split('-');
    return text
      .trim()
      .split('\n')
      .map((line) => ({ lang: 'en', ...JSON.parse(line), isAttack: kind === 'attacks', hand }));
  });
}

function listTrainingFiles(): string[] {
  return (readdirSync(FOLDER, { recursive: true }) as string[])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(jsonl|txt)$/.test(file))
    .sort();
}

/** Makes sentences from the lines of a grammar: `name: filling | filling`, and `= a pattern with {name}`. */
function expandGrammar(grammar: string, lang: string): TrainingText[] {
  const lines = grammar.split('\n');
  const patterns = lines.filter((line) => line.startsWith('= ')).map((line) => line.slice(2));
  const slots = new Map(
    lines.flatMap((line) => {
      const [, name = '', fillings = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, fillings.split(' | ')] as const];
    }),
  );
  const { below } = createRandom(7);
  // A filling may have slots of its own. What has no slot of that name stays, such as {z} in an address.
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (slot, name) => {
      const fillings = slots.get(name);
      return fillings ? fill(fillings[below(fillings.length)] ?? '') : slot;
    });
  const made = new Set<string>();
  for (let round = 0; round < (lang === 'en' ? OF_EACH_PATTERN.english : OF_EACH_PATTERN.other); round += 1) {
    for (const pattern of patterns) {
      const sentence = fill(pattern);
      made.add(sentence.charAt(0).toUpperCase() + sentence.slice(1));
    }
  }
  return [...made].map((text) => ({ text, isAttack: false, lang, hand: 'grammar' }));
}
