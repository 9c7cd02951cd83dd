import { createHash } from 'node:crypto';

/** Turns a prompts.json into a scores.json; the example grader uses nothing else. */

const CREATOR = { skill: 'example-grader', skillVersion: '2.0.0', kind: 'script' } as const;

interface Question {
  readonly questionId: string;
  readonly dimension: string;
  readonly scoreType: string;
}
interface Prompt {
  readonly area: string;
  readonly subject: string;
  readonly questions: readonly Question[];
  readonly prompt: string;
}
interface Skeleton {
  readonly areas: readonly { readonly area: string; readonly subject: string }[];
}
interface Prompts {
  readonly prompts: readonly Prompt[];
  readonly payloadSkeleton: Skeleton;
}

/** Flaws that cost points anywhere in the material: each occurrence counts, up to three. */
const FAULTS = [
  {
    points: 0.8,
    what: 'words that praise or say nothing',
    pattern:
      /\b(?:amazing|easily|information|leading|perfect|powerful|really|seamless|smartest|ultimate|useful|various)\b/gi,
    hint: { targetField: 'description', suggestion: 'Say what is returned instead of', priority: 'high' },
  },
  {
    points: 0.6,
    what: 'placeholders',
    pattern: /"(?:_description|[a-z]\w*)": ?"(?:test|foo|bar|123|todo)"/gi,
    hint: { targetField: 'tests', suggestion: 'Use a real value instead of', priority: 'medium' },
  },
  {
    points: 0.5,
    what: 'names that are numbered or cut',
    pattern: /"(?:tool|name)": ?"(?:\w*\d|[A-Z]{2,4}|do[A-Z]\w?)"/g,
    hint: { targetField: 'name', suggestion: 'Find a name of whole words for', priority: 'medium' },
  },
  {
    points: 0.4,
    what: 'texts of one word or none',
    pattern: /"(?:description|whenToUse|output)": ?"\S*"/g,
    hint: { targetField: 'description', suggestion: 'Write a sentence instead of', priority: 'medium' },
  },
  {
    points: 1,
    what: 'findings of code',
    pattern: /"code": ?"[A-Z]+-?\d+"/g,
    hint: { targetField: 'main', suggestion: 'Mend what code has found:', priority: 'high' },
  },
] as const;

/**
 * Answers every question of a prompts.json by counting flaws in the quoted material, and fills the skeleton of its
 * scores.json with the answers. Answers about the same material differ a little, depending on the seed.
 *
 * @param timestamp of the grading, ISO 8601 in UTC
 * @throws Error if the text is not a prompts.json
 */
export function gradePrompts(text: string, timestamp: string, seed = 'example') {
  const { prompts, payloadSkeleton } = parsePrompts(text);
  return {
    ...payloadSkeleton,
    creator: CREATOR,
    harness: { name: CREATOR.skill, version: CREATOR.skillVersion },
    timestamp,
    areas: payloadSkeleton.areas.map((area) => {
      const asked = prompts.find((one) => one.area === area.area && one.subject === area.subject);
      if (!asked)
        throw new Error(`this is no prompts.json: nothing is asked about ${area.area}/${area.subject}`);
      return { ...area, ...answer(asked, seed) };
    }),
  };
}

function answer({ area, subject, questions, prompt }: Prompt, seed: string) {
  const material = quotedIn(prompt);
  if (material === '') return { answers: questions.map(notJudged), improvementHints: [] };
  const { lost, objections, hints } = findFaults(material);
  const counted = `Counted ${material.split(/\s+/).length} words. ${objections || 'Nothing to object to'}.`;
  const sentences = material.match(/[A-Z][^.!?"\n]{20,}/g) ?? [material];
  const judged = questions.map(({ questionId, dimension, scoreType }) => {
    const luck = luckOf([seed, area, subject, questionId]);
    // Less than half a point, so that material without a flaw gets the best grade.
    const points = Math.max(1, Number((5 - lost - 0.4 * luck).toFixed(1)));
    const score = scoreType !== 'boolean' ? points : points < 3 ? 'fail' : 'pass';
    const sentence = sentences[Math.floor(luck * sentences.length)] ?? '';
    const reasoning = `${counted} For ${dimension} it says: "${sentence}"`;
    const hint = { targetField: dimension, suggestion: `Read this once more: ${sentence}`, priority: 'low' };
    return { answer: { questionId, score, reasoning }, hints: luck < 0.8 ? [] : [hint] };
  });
  return {
    answers: judged.map((one) => one.answer),
    improvementHints: [...hints, ...judged.flatMap((one) => one.hints)],
  };
}

function findFaults(material: string) {
  const found = FAULTS.map((fault) => ({ ...fault, finds: material.match(fault.pattern) ?? [] })).filter(
    ({ finds }) => finds.length > 0,
  );
  return {
    lost: found.reduce((sum, { points, finds }) => sum + points * Math.min(finds.length, 3), 0),
    objections: found
      .map(({ what, finds }) => `${what}: ${finds.length} (${[...new Set(finds)].join(', ')})`)
      .join('; '),
    hints: found.map(({ hint, finds }) => ({ ...hint, suggestion: `${hint.suggestion} ${finds[0]}` })),
  };
}

function notJudged({ questionId }: Question) {
  const reasoning = 'The prompt quotes no material.';
  return { questionId, score: 'n/a', naReason: 'blocked-by-precondition', reasoning };
}

/** The text that a prompt quotes to be judged, without quotation marks and without answers of the API. */
function quotedIn(prompt: string): string {
  const quotations = prompt.matchAll(/^BEGIN (\w{16,})\n((?:\| .*\n)*)END \1$/gm);
  return [...quotations]
    .flatMap(([, , lines = '']) => lines.trimEnd().split('\n'))
    .filter((line) => !line.startsWith('| response: '))
    .map((line) => line.slice(2))
    .join('\n');
}

/** A number from 0 to below 1 that depends only on the words. */
function luckOf(words: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(words)).digest().readUInt32BE() / 2 ** 32;
}

function parsePrompts(text: string): Prompts {
  const document = JSON.parse(text) as Partial<Prompts> | null;
  if (!Array.isArray(document?.prompts)) throw new Error('this is no prompts.json: prompts is not a list');
  if (!Array.isArray(document.payloadSkeleton?.areas)) {
    throw new Error('this is no prompts.json: payloadSkeleton.areas is not a list');
  }
  return document as Prompts;
}
