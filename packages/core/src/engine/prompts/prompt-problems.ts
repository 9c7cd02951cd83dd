import type { PersonaCard, Policy } from '../../catalogue/define.js';
import type { Problem } from '../../model/problem.js';
import type { Area, Question } from '../../model/question.js';
import { problem } from '../../tables/error-codes.js';
import { isInside } from './inside-root.js';
import { fenceIsSafe, type Material } from './quoted-text.js';

/** What the checks look at; every part an area prompt is put together from, but for its schema. */
export interface PromptParts {
  readonly area: Area;
  readonly subject: string;
  readonly persona: { readonly cards: readonly PersonaCard[] } | null;
  readonly files: readonly { readonly path: string; readonly role: string }[];
  readonly questions: readonly Question[];
  readonly material: readonly Material[];
  readonly policies: readonly Policy[];
  readonly goalBlock: string;
  readonly fence: string;
  readonly islandRoot: string;
}

const STEERING = [
  /\b(?:be|stay) (?:generous|lenient|kind|harsh|strict)\b/i,
  /\b(?:give|award|assign)\b[^.]{0,30}\b(?:high|low|good|bad|top|full|best|worst)\b[^.]{0,15}\b(?:scores?|grades?|marks?)\b/i,
  /\b(?:should|must|has to|have to|needs? to) (?:pass|reach|get|become|earn)\b[^.]{0,15}\b(?:grade|stable|score)\b/i,
  /\b(?:improve|raise|lift|lower) (?:the|its|this) (?:scores?|grades?)\b/i,
  /\b(?:we|authors?|maintainers?) (?:want|expect|hope)s?\b/i,
];
const SUCCESS_4XX =
  /\b(?:4xx|4\d\d)\b[^.]{0,60}\b(?:is|are|counts? as|means?|treated as|scored as)\s+(?:an?\s+)?(?:auth-)?(?:pass|success|working)\b/i;
const SLOT = /\{\{[^{}]*\}?\}?/;

/**
 * Everything that keeps a prompt from being handed out: PB-003, PB-004, PB-102 … PB-105, PB-201, PB-202,
 * PB-301. The wording rules look only at text of our own; quoted material may say what it likes.
 *
 * @returns one problem per fault, in the order of the codes; empty when the prompt may be built
 */
export function listPromptProblems(parts: PromptParts): Problem[] {
  const what = `${parts.area.id}/${parts.subject}`;
  return [
    ...questionProblems(parts, what),
    ...wordingProblems(parts, what),
    ...fenceProblems(parts, what),
    ...personaProblems(parts, what),
    ...parts.files
      .filter(({ path }) => !isInside(parts.islandRoot, path))
      .map(({ path }) => problem('PB-301', undefined, { what, path })),
  ];
}

function questionProblems({ area, questions }: PromptParts, what: string): Problem[] {
  const asked = questions.filter((question) => question.determinism === 'non-deterministic');
  const strangers = questions.filter((question) => question.area !== area.id);
  return [
    ...(asked.length === 0 ? [problem('PB-003', undefined, { what })] : []),
    ...strangers.map((question) =>
      problem('PB-004', undefined, { question: question.id, found: question.area, expected: area.id }),
    ),
  ];
}

function wordingProblems(parts: PromptParts, what: string): Problem[] {
  const texts = ownTexts(parts);
  const find = (code: 'PB-102' | 'PB-103' | 'PB-104', patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) =>
      texts.flatMap((text) => {
        const phrase = pattern.exec(text)?.[0];
        return phrase === undefined ? [] : [problem(code, undefined, { what, phrase })];
      }),
    );
  return [...find('PB-102', STEERING), ...find('PB-103', [SUCCESS_4XX]), ...find('PB-104', [SLOT])];
}

function ownTexts({ area, persona, files, questions, policies, goalBlock }: PromptParts): string[] {
  return [
    ...area.instructions,
    ...(persona?.cards ?? []).map((card) => card.text),
    ...files.flatMap((file) => [file.path, file.role]),
    ...policies.flatMap((policy) => [policy.title, policy.text]),
    ...questions.map((question) => question.text),
    goalBlock,
  ];
}

function fenceProblems({ fence, material }: PromptParts, what: string): Problem[] {
  const texts = material.flatMap(({ title, text }) => [title, text]);
  return fenceIsSafe(fence, texts) ? [] : [problem('PB-105', undefined, { what })];
}

function personaProblems({ area, persona }: PromptParts, what: string): Problem[] {
  if (area.personaRequired === (persona !== null)) return [];
  return [problem(area.personaRequired ? 'PB-201' : 'PB-202', undefined, { area: area.id, what })];
}
