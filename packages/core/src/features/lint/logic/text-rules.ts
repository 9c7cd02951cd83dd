import type { ReadServer, ShareRule, TextPlace, VisibleText } from '../../../rules/mcp/share-rule.js';
import type { Phrases } from '../../../rules/mcp/words/phrases.js';
import { type Needs, plainTextOf } from '../../../rules/mcp/words/sentence-words.js';
import { traitsOf } from '../../../rules/mcp/words/text-traits.js';

// Which rules a text is put to. Nearly all texts are of no interest to nearly all rules, so asking each rule takes far longer
// than one look at the text.

export interface TextRule {
  readonly rule: Extract<ShareRule, { readonly subject: 'text' }>;
  /** Its place among all rules. */
  readonly at: number;
}

export interface TextRules {
  readonly always: readonly TextRule[];
  /** Rules by one set of each list that they need. */
  readonly bySet: ReadonlyMap<Phrases, readonly { readonly one: TextRule; readonly all: Needs[number] }[]>;
  readonly byTraits: readonly TextRule[];
  readonly slow: readonly TextRule[];
  /** Most texts occur more than once, in one server or in several: the rules for each, by place. */
  readonly known: Map<string, Partial<Record<TextPlace, readonly TextRule[]>>>;
}

/** So many texts of at most so many characters are known: a few megabytes. */
const MOST_KNOWN = 10_000;
const LONGEST_KNOWN = 200;

/** Sorts rules for servers, either all with known tools of other servers or all without. */
export function sortTextRules(rules: readonly ShareRule[]): TextRules {
  const ofTexts = rules.flatMap((rule, at) => (rule.subject === 'text' ? [{ rule, at }] : []));
  const quick = ofTexts.filter(({ rule }) => !rule.isSlow);
  const bySet = new Map<Phrases, { one: TextRule; all: Needs[number] }[]>();
  for (const one of quick) {
    for (const all of one.rule.needs?.() ?? []) {
      // The set with the fewest words is the rarest.
      const rarest = all.reduce((best, set) => (set.size < best.size ? set : best));
      bySet.set(rarest, [...(bySet.get(rarest) ?? []), { one, all }]);
    }
  }
  return {
    always: quick.filter(({ rule }) => !rule.needs && !rule.mayHold),
    bySet,
    byTraits: quick.filter(({ rule }) => rule.mayHold),
    slow: ofTexts.filter(({ rule }) => rule.isSlow),
    known: new Map(),
  };
}

/** The rules that may find something in a text, in their order; those that take long are not among them. */
export function rulesFor(
  text: VisibleText,
  rules: TextRules,
  server: Pick<ReadServer, 'foreignTools'>,
): readonly TextRule[] {
  const { known } = rules;
  const { length } = text.text;
  if (length > LONGEST_KNOWN) return selectFor(text, rules, server);
  let byPlace = known.get(text.text);
  if (byPlace === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    byPlace = {};
    known.set(text.text, byPlace);
  }
  byPlace[text.place] ??= selectFor(text, rules, server);
  return byPlace[text.place] as readonly TextRule[];
}

function selectFor(
  text: VisibleText,
  { always, bySet, byTraits }: TextRules,
  server: Pick<ReadServer, 'foreignTools'>,
): readonly TextRule[] {
  const traits = traitsOf(text.text);
  const found = byTraits.filter(({ rule }) => rule.mayHold?.(traits, text, server));
  const { sets } = traits.mayBeDisguised || traits.mayBePhrase ? plainTextOf(text) : traits;
  for (const set of sets) {
    for (const { one, all } of bySet.get(set) ?? []) {
      if (all.every((needed) => sets.has(needed))) found.push(one);
    }
  }
  if (found.length === 0) return always;
  return [...new Set([...always, ...found])].sort((a, b) => a.at - b.at);
}
