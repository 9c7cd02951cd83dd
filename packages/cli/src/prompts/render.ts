import type { PromptView } from '@flowmcp/grading-core/commands';

/** A prompt as Markdown for people: what is judged, and what each score means. */
export function renderPrompt({
  title,
  instructions,
  persona,
  predecessors,
  material,
  questions,
}: PromptView): string {
  return [
    `# ${title}`,
    instructions.map((line) => `- ${line}`).join('\n'),
    ...(persona
      ? [
          `## Persona: ${persona.basePersonaId}, ${persona.lensId}`,
          persona.cards.map((card) => `- ${card.title}: ${card.text}`).join('\n'),
        ]
      : []),
    ...(predecessors.length > 0
      ? [
          '## Earlier grades',
          predecessors.map(({ node, grade, status }) => `- ${node}: ${grade}, ${status}`).join('\n'),
        ]
      : []),
    '## Material',
    ...material.flatMap((quoted) => [`### ${quoted.title}`, codeBlock(quoted.text)]),
    '## Questions',
    ...questions.map(renderQuestion),
  ].join('\n\n');
}

function renderQuestion(
  { questionId, weight, ask, anchors, strong, weak }: PromptView['questions'][number],
  at: number,
): string {
  const scale = anchors
    ? ([5, 3, 1] as const).map((score) => `${score}: ${anchors[score]}`)
    : ['pass or fail'];
  const points = [...scale, `Strong: ${strong}`, `Weak: ${weak}`];
  const head = `${at + 1}. ${ask}`;
  return [head, ...points.map((point) => `   - ${point}`), `   - ${questionId}, weight ${weight}`].join('\n');
}

/** A block that no line of the text can end. */
function codeBlock(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [fence, text, fence].join('\n');
}
