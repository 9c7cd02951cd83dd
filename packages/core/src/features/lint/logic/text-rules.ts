import type { ShareRule, VisibleText } from '../../../rules/mcp/share-rule.js';
import { mayFind, type Needs, type Phrases, plainTextOf } from '../../../rules/mcp/words/sentence-words.js';
import { type TextTraits, traitsOf } from '../../../rules/mcp/words/text-traits.js';

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
  readonly bySet: ReadonlyMap<Phrases, readonly { readonly one: TextRule; readonly needs: Needs }[]>;
  readonly byTraits: readonly TextRule[];
  readonly slow: readonly TextRule[];
}

export function sortTextRules(rules: readonly ShareRule[]): TextRules {
  const all = rules.flatMap((rule, at) => (rule.subject === 'text' ? [{ rule, at }] : []));
  const quick = all.filter(({ rule }) => !rule.isSlow);
  const bySet = new Map<Phrases, { one: TextRule; needs: Needs }[]>();
  for (const one of quick) {
    for (const list of one.rule.needs?.() ?? []) {
      // The set with the fewest words is the rarest.
      const rarest = list.reduce((best, set) => (set.size < best.size ? set : best));
      bySet.set(rarest, [...(bySet.get(rarest) ?? []), { one, needs: [list] }]);
    }
  }
  return {
    always: quick.filter(({ rule }) => !rule.needs && !rule.mayHold),
    bySet,
    byTraits: quick.filter(({ rule }) => rule.mayHold),
    slow: all.filter(({ rule }) => rule.isSlow),
  };
}

/** What one look at a text shows, for the texts looked at last: two of three stand in a server more than once. */
const looks = new Map<string, { readonly traits: TextTraits; readonly sets: ReadonlySet<Phrases> }>();
const MOST_LOOKS = 10_000;

function lookAt(text: VisibleText) {
  const known = looks.get(text.text);
  if (known) return known;
  if (looks.size >= MOST_LOOKS) looks.clear();
  const look = { traits: traitsOf(text.text), sets: plainTextOf(text).sets };
  looks.set(text.text, look);
  return look;
}

/** The rules that may find something in a text, in their order; those that take long are not among them. */
export function rulesFor(text: VisibleText, { always, bySet, byTraits }: TextRules): TextRule[] {
  const found = new Set(always);
  const { traits, sets } = lookAt(text);
  for (const one of byTraits) if (one.rule.mayHold?.(traits, text)) found.add(one);
  for (const set of sets) {
    for (const { one, needs } of bySet.get(set) ?? []) if (mayFind({ sets }, needs)) found.add(one);
  }
  return [...found].sort((a, b) => a.at - b.at);
}
