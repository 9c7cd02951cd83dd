import {
  addUp,
  counted,
  deduct,
  type Heuristic,
  type Hint,
  type Judgement,
  listed,
  notJudged,
  share,
} from './judgement.js';
import { partsAbout } from './markdown-parts.js';
import {
  casesOf,
  IDENTITY_TITLE,
  isCarried,
  PERSONAS_TITLE,
  wordsAbout,
} from './selection-about-heuristics.js';
import { keyOf, type SelectionMaterial } from './selection-views.js';
import { FOREIGN_UNITS } from './word-lists.js';
import { casingOf, contentWords, holdsWord, overlap, splitName, wordsOf } from './words.js';

/** From here on two members say the same in other words. */
const SAME_MEMBER = 0.6;

/** One heuristic per question of the area selection-aggregate that is not answered by code. */
export const SELECTION_HEURISTICS: Readonly<Record<string, Heuristic<SelectionMaterial>>> = {
  'Q-selection-aggregate-02': judgeTopic,
  'Q-selection-aggregate-03': judgeConventions,
  'Q-selection-aggregate-04': judgeCases,
};

function judgeTopic({ name, description, whenToUse, about, members }: SelectionMaterial): Judgement {
  if (members.length === 0) return notJudged('The material holds no member.');
  const identity = partsAbout(about, IDENTITY_TITLE).map(({ text }) => text);
  const topic = contentWords([name, description, whenToUse, ...identity, ...casesOf(about)].join(' '));
  const apart = members.filter(
    (member) => contentWords(wordsAbout(member)).filter((word) => holdsWord(topic, word)).length < 3,
  );
  const pairs = members.flatMap((one, at) => members.slice(at + 1).map((other) => [one, other] as const));
  const twins = pairs.filter(
    ([one, other]) => overlap(contentWords(one.description), contentWords(other.description)) >= SAME_MEMBER,
  );
  return deduct(
    `${counted(members.length, 'member')}, ${listed(
      apart.map(({ member }) => member),
      'member',
    )} with fewer than three words of the topic; ${listed(
      twins.map(([one, other]) => `${one.member} and ${other.member}`),
      'pair',
    )} that say the same. Whether the topic needs something else was not looked at`,
    [
      {
        points: (4 * apart.length) / members.length + (apart.length > 0 ? 0.5 : 0),
        text: 'members stand apart',
        hint: hint(
          'members',
          `Leave out ${apart[0]?.member}, or say what it has to do with the topic.`,
          'high',
        ),
      },
      {
        points: twins.length,
        text: 'members add nothing to each other',
        hint: hint(
          'members',
          `Say what tells ${twins[0]?.map(({ member }) => member).join(' and ')} apart.`,
          'medium',
        ),
      },
    ],
  );
}

function judgeConventions({ about, members, findings }: SelectionMaterial): Judgement {
  const [rules, bans] = [/^conventions\b/i, /^forbidden conventions\b/i].map((title) =>
    partsAbout(about, title),
  );
  if (!rules?.length || !bans?.length)
    return notJudged('The About lacks its conventions or what they forbid.');
  const tools = members.flatMap((member) => member.tools);
  const keys = tools.flatMap(({ parameters }) => parameters.map(keyOf));
  const terms = rules.flatMap(({ text }) => codeWords(text));
  const kept = terms.filter((term) => keys.includes(term));
  const odd = keys.filter((key) =>
    kept.some((term) => key !== term && splitName(key).length > 1 && isVariant(key, term)),
  );
  const ruled = rules.some(({ text }) => /\bcamelCase\b/.test(text));
  const miscast = ruled
    ? [...tools.map(({ tool }) => tool), ...keys].filter(
        (name) => !['any', 'camelCase'].includes(casingOf(name)),
      )
    : [];
  const banned = bans.flatMap(({ text }) => wordsOf(text)).filter((word) => FOREIGN_UNITS.has(word));
  const inUse = tools.filter(({ tool, description, parameters }) =>
    wordsOf(
      `${splitName(tool).join(' ')} ${description} ${parameters.flatMap((one) => splitName(keyOf(one))).join(' ')}`,
    ).some((word) => banned.includes(word)),
  );
  const listless = listsOf(about).filter(
    (list) => !tools.some(({ parameters }) => parameters.some((one) => one.includes(`{{${list}:`))),
  );
  return deduct(
    `${counted(tools.length, 'tool')} with ${counted(keys.length, 'parameter')}: ${listed(kept, 'name')} of the conventions in use, ${listed(odd, 'variant')} of them, ${listed(miscast, 'name')} of another casing; ${listed(
      inUse.map(({ tool }) => tool),
      'tool',
    )} with a unit that is forbidden (${counted(new Set(banned).size, 'such unit')}); ${listed(listless, 'shared list')} that nobody uses; ${counted(findings.length, 'finding')} of code`,
    [
      {
        points: inUse.length > 0 ? 3 : 0,
        text: 'something forbidden is in use',
        hint: hint('members', `Replace the forbidden unit in ${inUse[0]?.tool}.`, 'high'),
      },
      {
        points: 0.75 * odd.length,
        text: 'a parameter has another name',
        hint: hint('members', 'Name parameters as the About does.', 'medium'),
      },
      { points: 0.5 * miscast.length, text: 'names are written otherwise' },
      {
        points: listless.length,
        text: 'a shared list is used by no parameter',
        hint: hint('members', 'Take the values of parameters from the shared lists of the About.', 'medium'),
      },
      { points: Math.min(2, 0.5 * findings.length), text: 'code found departures' },
    ],
  );
}

function judgeCases({ about, personaIds, members, skills }: SelectionMaterial): Judgement {
  const cases = casesOf(about);
  if (cases.length === 0) return addUp('no use case in the About', []);
  const offers = [
    ...members.map(wordsAbout),
    ...skills.map(({ skill, description }) => `${splitName(skill).join(' ')} ${description}`),
  ];
  const carried = cases.filter((point) => offers.some((offer) => isCarried(point, offer)));
  const personas = partsAbout(about, PERSONAS_TITLE);
  const known = personaIds.filter((persona) => personas.some(({ text }) => text.includes(persona)));
  const missing = cases.length - carried.length;
  return share(
    `${counted(cases.length, 'use case')}, ${carried.length} of them on the ground of a member or a skill; ${known.length} of ${counted(personaIds.length, 'declared persona')} told of`,
    (carried.length / cases.length) * (0.5 + (0.5 * known.length) / Math.max(1, personaIds.length)),
    missing === 0
      ? []
      : [
          hint(
            'members',
            'Add a member or a skill for the use cases that nothing carries, or leave them out.',
            'high',
          ),
        ],
  );
}

/** `port` in `portCode` or `port_id`, but not in `reportName`. */
function isVariant(key: string, term: string): boolean {
  return splitName(key)[0] === term;
}

/** Single words in code marks: names of parameters and fields. */
function codeWords(text: string): string[] {
  return [...text.matchAll(/`([A-Za-z_][\w-]*)`/g)].map(([, word = '']) => word);
}

/** Names in code marks at the beginning of the points below "Shared Lists". */
function listsOf(about: string): string[] {
  return partsAbout(about, /^shared lists\b/i).flatMap(({ points }) =>
    points.flatMap((point) => /^`([A-Za-z_][\w-]*)`/.exec(point)?.[1] ?? []),
  );
}

function hint(targetField: string, suggestion: string, priority: Hint['priority']): Hint {
  return { targetField, suggestion, priority };
}
