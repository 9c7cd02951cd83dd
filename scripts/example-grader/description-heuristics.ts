import { addUp, counted, type Heuristic, type Hint, type Judgement, listed, passIf } from './judgement.js';
import type { DescriptionMaterial } from './material-views.js';
import { KNOWN_ABBREVIATIONS } from './word-lists.js';
import { contentWords, holdsWord, properNames, sentencesOf, splitName, wordsOf } from './words.js';

const INTRODUCES_PROVIDER =
  /\b(?:published|provided|operated|offered|run|maintained|collected|measured) by\b|\b(?:office|agency|administration|authority|institute|ministry|company|operator|exchange|foundation|university|museum|library|service|project)\b/i;
const LEAVES_OUT =
  /\b(?:only|not (?:included|covered|part|available)|no|without|except|excluded?|limited to)\b/i;
const ACCESS = /\b(?:read-only|keyless|key|free|open|public|paid|subscription|login|licen[cs]e)\b/i;

/** One heuristic per question of the area namespace-description. */
export const DESCRIPTION_HEURISTICS: Readonly<Record<string, Heuristic<DescriptionMaterial>>> = {
  'Q-namespace-description-01': judgeIdentity,
  'Q-namespace-description-02': judgeOwnNames,
  'Q-namespace-description-03': judgeBorders,
  'Q-namespace-description-04': judgeAbbreviations,
};

function judgeIdentity({ namespace, schemas }: DescriptionMaterial): Judgement {
  const descriptions = schemas.map(({ description }) => description);
  const naming = descriptions.filter((text) => joined(text).includes(joined(namespace)));
  const introduced = descriptions.filter((text) => INTRODUCES_PROVIDER.test(text));
  const subjects = [...new Set(descriptions.flatMap(contentWords))].filter((word) => word !== namespace);
  const hint: Hint = {
    targetField: 'description',
    suggestion: 'Say in one sentence who the provider is and what data it gives.',
    priority: 'high',
  };
  return addUp(
    `${counted(schemas.length, 'schema')}: naming the provider ${naming.length}, saying who that is ${introduced.length}; ${counted(subjects.length, 'word')} about the data`,
    [
      { points: 1.5, isThere: naming.length > 0, text: 'the provider has a name', hint },
      { points: 1, isThere: introduced.length > 0, text: 'it is said who the provider is', hint },
      { points: 1.5, isThere: subjects.length >= 5 * schemas.length, text: 'the data are named', hint },
    ],
  );
}

function judgeOwnNames({ namespace, schemas }: DescriptionMaterial): Judgement {
  const plain = joined(namespace);
  const called = schemas.filter(({ host }) => joined(host).includes(plain));
  const linked = schemas.filter(({ docs }) => docs.some((link) => joined(link).includes(plain)));
  const borne = schemas.filter(({ schema, description }) =>
    splitName(schema).some((word) => word === plain || holdsWord(wordsOf(description), word)),
  );
  const all = schemas.length;
  return addUp(
    `${counted(all, 'schema')}: with the namespace in the host ${called.length}, in the documentation link ${linked.length}; with a name the description uses ${borne.length}`,
    [
      {
        points: 2,
        isThere: called.length === all,
        text: 'namespace and host agree',
        hint: {
          targetField: 'namespace',
          suggestion: 'Call the namespace what the provider calls itself.',
          priority: 'medium',
        },
      },
      { points: 1, isThere: linked.length === all, text: 'the documentation belongs to the same provider' },
      { points: 1, isThere: borne.length === all, text: 'schemas bear the names of their subjects' },
    ],
  );
}

function judgeBorders({ namespace, schemas }: DescriptionMaterial): Judgement {
  const sentences = schemas.flatMap(({ description }) => sentencesOf(description));
  const leaving = sentences.filter((sentence) => LEAVES_OUT.test(sentence));
  const access = sentences.filter((sentence) => ACCESS.test(sentence));
  const proper = schemas
    .flatMap(({ description }) => properNames(description))
    .filter((word) => word.toLowerCase() !== namespace);
  const hint: Hint = {
    targetField: 'description',
    suggestion: 'Say what is not included, and for which place, source or group the data hold.',
    priority: 'medium',
  };
  return addUp(
    `${counted(sentences.length, 'sentence')}: about what is left out ${leaving.length}, about access ${access.length}; ${listed(proper, 'proper name')} beside the provider's`,
    [
      { points: 1.75, isThere: leaving.length > 0, text: 'something is left out by name', hint },
      { points: 1, isThere: access.length > 0, text: 'the kind of access is said' },
      { points: 1.25, isThere: proper.length > 0, text: 'place or source is named', hint },
    ],
  );
}

function judgeAbbreviations({ namespace, schemas }: DescriptionMaterial): Judgement {
  const names = schemas.map(({ name }) => name);
  const text = [...names, ...schemas.map(({ description }) => description)].join('. ');
  const capitals = names.flatMap((name) => name.match(/\b[A-Z]{2,6}\b/g) ?? []);
  const isShort =
    !/[aeiouy]/.test(namespace) || text.split(/[^\p{L}\p{N}-]+/u).includes(namespace.toUpperCase());
  const candidates = [...new Set([...capitals, ...(isShort ? [namespace.toUpperCase()] : [])])];
  const open = candidates.filter((word) => !KNOWN_ABBREVIATIONS.has(word) && !isSpelledOut(word, text));
  return passIf(
    open.length === 0,
    `${listed(candidates, 'abbreviation')} in namespace and schema names, ${open.length} not spelled out`,
    {
      targetField: 'description',
      suggestion: `Spell out ${open.join(', ')}.`,
      priority: 'medium',
    },
  );
}

/** Letters and digits alone: "Internet Archive", internet-archive and internetarchive are one name. */
function joined(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Somewhere words follow each other that begin with its letters; small words between them do not count. */
function isSpelledOut(abbreviation: string, text: string): boolean {
  const initials = wordsOf(text)
    .filter((word) => word.toUpperCase() !== abbreviation && !/^(?:of|the|and|for|in|to|a)$/.test(word))
    .map((word) => word.charAt(0))
    .join('');
  return initials.includes(abbreviation.toLowerCase());
}
