import type { Material } from '../../../documents/quoted-text.js';

/** An area prompt, split so that its questions can be asked one by one. */
export interface PromptParts {
  /** The prompt for each of its questions; undefined for a question it does not contain. */
  readonly candidates: ReadonlyMap<string, string>;
  /** The judged content as the schema and the recorded answers contain it, without fences and line marks. */
  readonly artefact: readonly Material[];
}

/**
 * Parts for graders that open files, answer a whole area, or run in a loop. An evaluator does none of this, and a
 * service must not see paths of this machine.
 */
const LEFT_OUT = new Set(['Files to read', 'Questions', 'Output', 'Goal-Block']);
const NEEDED = ['Material', 'Questions'];

/**
 * Cuts an area prompt into one prompt per question: the title, the parts that an evaluator can use, and the question.
 * Quoted lines begin with a mark, so no quotation can pass for the beginning of a part.
 *
 * @param prompt built by `buildAreaPrompt`
 * @param questions ids of its questions
 * @returns the name of a missing part or question if the prompt was built in any other way
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

/** Each question with its strong and weak example, without the instructions for writing scores of a whole area. */
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
