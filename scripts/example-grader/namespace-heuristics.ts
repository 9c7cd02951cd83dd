import {
  counted,
  deduct,
  type Heuristic,
  type Judgement,
  listed,
  notJudged,
  passIf,
  share,
} from './judgement.js';
import type { NamespaceMaterial } from './material-views.js';
import { SENTENCE_VERBS } from './word-lists.js';
import {
  contentWords,
  holdsWord,
  overlap,
  properNames,
  sentencesOf,
  splitName,
  stemOf,
  verbKindOf,
} from './words.js';

/** From here on two descriptions say the same in other words. */
const SAME_ABILITY = 0.55;
const PROVIDER_CLAUSE = /\b(?:published|provided|operated|offered|powered|run) by\b|\b(?:via|from)\b/i;
const STATED_LIMIT =
  /\b(?:only|not included|no (?:history|write|key|more|longer)|read-only|not (?:available|covered|supported|part)|without (?:a |an )?(?:key|history|login)|limited to|at most|excluded?|except|since \d{4}|before \d{4}|up to \d+)\b/i;

/** One heuristic per question of the area tools-aggregate-namespace. */
export const NAMESPACE_HEURISTICS: Readonly<Record<string, Heuristic<NamespaceMaterial>>> = {
  'Q-tools-aggregate-namespace-02': judgeCoverage,
  'Q-tools-aggregate-namespace-03': judgeDuplicates,
  'Q-tools-aggregate-namespace-04': judgeMix,
  'Q-tools-aggregate-namespace-05': judgeLimits,
};

function judgeCoverage({ namespace, schemas, tools }: NamespaceMaterial): Judgement {
  // Who provides it and what is left out are no tasks; the first sentence up to the provider is.
  const promises = schemas.map(
    ({ description }) => (sentencesOf(description)[0] ?? '').split(PROVIDER_CLAUSE)[0] ?? '',
  );
  const names = promises.flatMap(properNames).map((name) => stemOf(name.toLowerCase()));
  const promised = [...new Set(promises.flatMap(contentWords))].filter(
    (word) => word !== namespace && !names.includes(word) && !SENTENCE_VERBS.has(word),
  );
  if (promised.length === 0) return notJudged('The material holds no description of a schema to measure by.');
  const offered = contentWords(
    tools.map(({ tool, description }) => `${splitName(tool).join(' ')} ${description}`).join(' '),
  );
  const missing = promised.filter((word) => !holdsWord(offered, word));
  const kept = promised.length - missing.length;
  return share(
    `${counted(promised.length, 'word')} the schemas promise, ${kept} of which come back in the tools; ${listed(missing, 'word')} missing`,
    kept / promised.length,
    missing.length === 0
      ? []
      : [
          {
            targetField: 'tools',
            suggestion: `Offer what is promised, or promise less: ${missing.slice(0, 5).join(', ')}.`,
            priority: 'low',
          },
        ],
  );
}

function judgeDuplicates({ tools }: NamespaceMaterial): Judgement {
  const pairs = tools.flatMap((first, at) => tools.slice(at + 1).map((second) => ({ first, second })));
  const twins = pairs.filter(({ first, second }) => areTwins(first, second));
  const named = twins.map(({ first, second }) => `${first.tool} and ${second.tool}`);
  return deduct(`${counted(pairs.length, 'pair')} of tools, ${listed(named, 'pair')} with the same ability`, [
    {
      points: 2 * twins.length,
      text: 'an ability is offered twice',
      hint: {
        targetField: 'tools',
        suggestion: `Keep one of ${named[0]}, or say what tells them apart.`,
        priority: 'medium',
      },
    },
  ]);
}

function judgeMix({ tools }: NamespaceMaterial): Judgement {
  const kinds = tools.map(({ tool }) => verbKindOf(tool));
  const one = kinds.filter((kind) => kind === 'one').length;
  const many = kinds.filter((kind) => kind === 'many').length;
  const part = Math.min(one, many) / Math.max(1, tools.length);
  return deduct(
    `${counted(one, 'tool')} for one thing, ${many} for many, ${tools.length - one - many} that do not tell`,
    [{ points: part === 0 ? 4 : part < 0.2 ? 2 : 0, text: 'one kind is thin or missing' }],
  );
}

function judgeLimits({ schemas, tools }: NamespaceMaterial): Judgement {
  const ofSchemas = schemas.flatMap(({ description }) => sentencesOf(description));
  const ofTools = tools.flatMap(({ description }) => sentencesOf(description));
  if (ofSchemas.length + ofTools.length === 0) return notJudged('The material holds names only.');
  const stating = [...ofSchemas, ...ofTools].filter((sentence) => STATED_LIMIT.test(sentence));
  return passIf(
    stating.length > 0,
    `${counted(ofSchemas.length + ofTools.length, 'sentence')}, ${stating.length} of which state a limit${stating[0] ? ` ("${stating[0]}")` : ''}`,
    { targetField: 'description', suggestion: 'Say what is not covered.', priority: 'medium' },
  );
}

interface Named {
  readonly tool: string;
  readonly description: string;
}

/** One item and many are no duplicates, however alike they sound. */
function areTwins(first: Named, second: Named): boolean {
  const kinds = [verbKindOf(first.tool), verbKindOf(second.tool)];
  if (kinds.includes('one') && kinds.includes('many')) return false;
  const things = [first, second].map(({ tool }) => splitName(tool).slice(1).join(' '));
  const sameThing = things[0] !== '' && things[0] === things[1];
  return (
    sameThing || overlap(contentWords(first.description), contentWords(second.description)) >= SAME_ABILITY
  );
}
