import type { Material } from '../../../../documents/quoted-text.js';

/** An area prompt, taken apart so that its questions can be asked one by one. */
export interface PromptParts {
  /** The prompt about one of its questions; undefined for a question that it does not ask. */
  readonly candidates: ReadonlyMap<string, string>;
  /** What is judged, as the schema and the recorded answers say it: without fences and marks of quotation. */
  readonly artefact: readonly Material[];
}

/**
 * Parts that are for somebody who opens files, who answers a whole area, or whom a loop drives. An evaluator is none of
 * them, and paths of this machine are none of a service's business.
 */
const LEFT_OUT = new Set(['Files to read', 'Questions', 'Output', 'Goal-Block']);
const NEEDED = ['Material', 'Questions'];

/**
 * Cuts an area prompt into one text per question: its title, its parts but those an evaluator cannot use, and the one
 * question. Quoted lines begin with a mark, so no quotation can pass for the beginning of a part.
 *
 * @param prompt as `buildAreaPrompt` made it
 * @param questions ids of those it asks
 * @returns the name of the part or question that is missing, where it was not made so
 */
export function cutPrompt(prompt: string, questions: readonly string[]): PromptParts | { missing: string } {
  const [title = '', ...pieces] = prompt.trimEnd().split(/\n\n(?=## )/);
  const sections = new Map<string, string>();
  for (const piece of pieces) {
    const name = /^## (.*)/.exec(piece)?.[1] ?? '';
    if (!sections.has(name)) sections.set(name, piece);
  }
  const missing = NEEDED.find((name) => !sections.has(name));
  if (missing !== undefined) return { missing };
  const asked = cutQuestions(sections.get('Questions') ?? '');
  const unknown = questions.find((id) => !asked.has(id));
  if (unknown !== undefined) return { missing: unknown };
  const around = [title, ...[...sections].flatMap(([name, text]) => (LEFT_OUT.has(name) ? [] : [text]))];
  return {
    candidates: new Map(
      questions.map((id) => [id, `${[...around, `## Question\n\n${asked.get(id)}`].join('\n\n')}\n`]),
    ),
    artefact: cutMaterial(sections.get('Material') ?? ''),
  };
}

/** Each question with what is strong and weak; how a grader of the whole area writes its score is left out. */
function cutQuestions(section: string): Map<string, string> {
  const items = section.split(/\n(?=\d+\. Q-)/).slice(1);
  return new Map(
    items.flatMap((item) => {
      const [, id, text] = /^\d+\. (Q-[\w-]+) \([^)]*\): ([\s\S]*)$/.exec(item) ?? [];
      return id === undefined || text === undefined ? [] : [[id, `${id}: ${text}`] as const];
    }),
  );
}

function cutMaterial(section: string): Material[] {
  const pieces: { title: string; lines: string[] }[] = [];
  for (const line of section.split('\n')) {
    if (line.startsWith('### ')) pieces.push({ title: line.slice('### '.length), lines: [] });
    else if (line.startsWith('| ')) pieces.at(-1)?.lines.push(line.slice('| '.length));
  }
  return pieces.map(({ title, lines }) => ({ title, text: lines.join('\n') }));
}
