import {
  addUp,
  counted,
  deduct,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notApplicable,
} from './judgement.js';
import type { SchemaMaterial, ToolLine } from './material-views.js';
import {
  casingOf,
  contentWords,
  holdsWord,
  sameWord,
  sentencesOf,
  splitName,
  stemOf,
  verbKindOf,
  voiceOf,
  wordsOf,
} from './words.js';

const PLACEHOLDER = /\{\{([^{}]+)\}\}|:([A-Za-z]\w*)/g;
/** "as listStations returns it": a description that says which tool knows the identifier. */
const NAMES_A_TOOL = /\b(?:list|search|find|get|browse)[A-Z]\w*/;

/** One heuristic per question of the area tools-aggregate-schema. */
export const SCHEMA_HEURISTICS: Readonly<Record<string, Heuristic<SchemaMaterial>>> = {
  'Q-tools-aggregate-schema-02': judgeNames,
  'Q-tools-aggregate-schema-03': judgeTags,
  'Q-tools-aggregate-schema-04': judgeServerParams,
  'Q-tools-aggregate-schema-05': judgeCoherence,
  'Q-tools-aggregate-schema-06': judgeVoice,
};

function judgeNames({ tools }: SchemaMaterial): Judgement {
  const names = tools.map(({ tool }) => tool);
  const verbless = names.filter((name) => verbKindOf(name) === 'none');
  const cased = names.filter((name) => casingOf(name) !== 'camelCase');
  const singular = names.filter(
    (name) => verbKindOf(name) === 'many' && !isPlural(splitName(name).at(-1) ?? ''),
  );
  const verbs = new Set(names.filter((name) => verbKindOf(name) === 'one').map((name) => splitName(name)[0]));
  const hint: Hint = {
    targetField: 'tools',
    suggestion: 'Name all tools by one pattern.',
    priority: 'medium',
  };
  const weight = 4 / Math.max(1, names.length);
  return deduct(
    `${counted(names.length, 'name')}: ${listed(verbless, 'name')} without a verb in front, ${listed(cased, 'name')} not in camelCase, ${listed(singular, 'list')} named in the singular, ${counted(verbs.size, 'verb')} for reading one thing`,
    [
      { points: weight * verbless.length, text: 'no verb in front', hint },
      { points: weight * cased.length, text: 'another casing', hint },
      { points: 0.5 * weight * singular.length, text: 'a list of one' },
      { points: Math.max(0, verbs.size - 1), text: 'several verbs for the same' },
    ],
  );
}

function judgeTags({ tags, tools }: SchemaMaterial): Judgement {
  if (tags.length === 0) return notApplicable('The schema has no tags.');
  const text = contentWords(tools.map(textOf).join(' '));
  const unearned = tags.filter((tag) => !splitName(tag).every((word) => holdsWord(text, word)));
  const subject = mainSubject(tools);
  const isNamed = subject === null || holdsWord(tags.flatMap(splitName), subject);
  return deduct(
    `${counted(tags.length, 'tag')}, ${listed(unearned, 'tag')} that no tool bears out; most frequent thing in the tool names: ${subject ?? 'none'}`,
    [
      {
        points: (4 * unearned.length) / tags.length,
        text: 'tags without a tool',
        hint: {
          targetField: 'tags',
          suggestion: `Drop ${unearned.join(', ')}, or add the tools they promise.`,
          priority: 'low',
        },
      },
      {
        points: isNamed ? 0 : 1,
        text: `${subject} is not among the tags`,
        hint: { targetField: 'tags', suggestion: `Add ${subject}.`, priority: 'low' },
      },
    ],
  );
}

function judgeServerParams({ requiredServerParams: keys }: SchemaMaterial): Judgement {
  if (keys.length === 0) return notApplicable('The schema needs no server parameter.');
  const odd = keys.filter((key) => !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(key));
  const prefixes = new Set(keys.map((key) => key.split('_')[0]));
  // Where a key is used is in headers and constants, which the material does not show.
  return deduct(`${listed(keys, 'key')}, ${counted(prefixes.size, 'different first word')}`, [
    { points: 1, text: 'whether each is used can not be seen here' },
    {
      points: (2 * odd.length) / keys.length,
      text: `${listed(odd, 'key')} not in CAPITALS_WITH_UNDERSCORES`,
    },
    { points: prefixes.size > 1 ? 1 : 0, text: 'no common first word' },
  ]);
}

function judgeCoherence({ description, tools }: SchemaMaterial): Judgement {
  const needing = tools.filter((tool) => identifierOf(tool) !== null);
  const found = needing.filter((tool) => tools.some((other) => findsIdentifier(other, tool)));
  const pointed = needing.filter((tool) => !found.includes(tool) && NAMES_A_TOOL.test(tool.description));
  const lost = needing.length - found.length - pointed.length;
  const promised = contentWords(sentencesOf(description)[0] ?? '');
  const text = contentWords(tools.map(textOf).join(' '));
  const kept = promised.filter((word) => holdsWord(text, word));
  const reach = needing.length === 0 ? 1 : (found.length + 0.75 * pointed.length) / needing.length;
  const part = promised.length === 0 ? 0 : kept.length / promised.length;
  const hint: Hint = {
    targetField: 'tools',
    suggestion: 'Offer a tool that finds the identifiers, or say which one does.',
    priority: 'medium',
  };
  return addUp(
    `${counted(tools.length, 'tool')}; identifiers needed by ${needing.length}, found by a tool of the schema for ${found.length}, by another that is named for ${pointed.length}, by none for ${lost}; of ${counted(promised.length, 'word')} in the schema's first sentence ${kept.length} come back in its tools`,
    [
      { points: 2.25 * reach, isThere: reach > 0, text: 'identifiers are within reach', hint },
      { points: Math.min(1, 1.5 * part), isThere: part > 0, text: 'what is promised is offered' },
      { points: 0.75, isThere: tools.length > 1, text: 'more than one tool' },
    ],
  );
}

function judgeVoice({ tools }: SchemaMaterial): Judgement {
  const voices = tools.map(({ description }) => voiceOf(sentencesOf(description)[0] ?? ''));
  const counts = (['third person', 'imperative', 'other'] as const).map(
    (voice) => voices.filter((found) => found === voice).length,
  );
  const outliers = tools.length - Math.max(...counts);
  const lengths = tools.map(({ description }) => wordsOf(description).length);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const ratio = longest / Math.max(1, shortest);
  const open = tools.filter(({ description }) => !/[.!?)]$/.test(description.trim()));
  const mixed = open.length > 0 && open.length < tools.length;
  return deduct(
    `${counted(tools.length, 'description')} of ${shortest} to ${longest} words; first sentences: ${counts[0]} in the third person, ${counts[1]} imperative, ${counts[2]} other`,
    [
      {
        points: (4 * outliers) / tools.length,
        text: `${counted(outliers, 'beginning')} in another form than the rest`,
        hint: { targetField: 'tools', suggestion: 'Begin all descriptions in one form.', priority: 'low' },
      },
      {
        points: ratio > 4 ? 2 : ratio > 2.5 ? 1 : 0,
        text: `the longest is ${ratio.toFixed(1)} times the shortest`,
        hint: { targetField: 'tools', suggestion: 'Describe all tools in equal depth.', priority: 'low' },
      },
      { points: mixed ? 0.5 : 0, text: 'only some end with a full stop' },
      { points: tools.length > 1 || counts[0] === 1 ? 0 : 1, text: 'a single tool, not in the third person' },
    ],
  );
}

function textOf({ tool, path, description }: ToolLine): string {
  return `${splitName(tool).join(' ')} ${splitName(path).join(' ')} ${description}`;
}

/** The thing most tool names speak of; null where none is named twice. */
function mainSubject(tools: readonly ToolLine[]): string | null {
  const counts = new Map<string, number>();
  for (const { tool } of tools) {
    const words = verbKindOf(tool) === 'none' ? splitName(tool) : splitName(tool).slice(1);
    for (const word of new Set(words.map(stemOf))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return most < 2 ? null : ([...counts].find(([, count]) => count === most)?.[0] ?? null);
}

/** What an identifier in the path stands for: `stationId` → station, `/stations/:id` → stations. */
function identifierOf({ path }: ToolLine): string | null {
  const [slot] = [...path.matchAll(PLACEHOLDER)];
  const key = slot?.[1] ?? slot?.[2];
  if (slot === undefined || key === undefined) return null;
  const words = splitName(key).filter((word) => word !== 'id');
  return words.at(-1) ?? splitName(path.slice(0, slot.index)).at(-1) ?? null;
}

/** A tool that lists or searches the things another one wants an identifier of. */
function findsIdentifier(finder: ToolLine, { path, ...tool }: ToolLine): boolean {
  const wanted = identifierOf({ path, ...tool });
  if (wanted === null || identifierOf(finder) !== null || verbKindOf(finder.tool) !== 'many') return false;
  return [...splitName(finder.tool), ...splitName(finder.path)].some((word) => sameWord(word, wanted));
}

function isPlural(word: string): boolean {
  return stemOf(word) !== word;
}
