import type { PromptView } from '@flowmcp/grading-core/commands';
import { type ListedRun, listPrompts, showPrompt } from '@flowmcp/grading-core/features/draft/list-prompts';
import type { IslandFlags } from '../options/island-options.js';
import { openWorkplace } from '../options/workplace.js';
import { counted, terminalWidth } from '../terminal/layout.js';
import { printPart, printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { renderTable } from '../terminal/table.js';
import { UsageError } from '../terminal/usage-error.js';

export interface PromptsFlags extends IslandFlags {
  readonly prompt?: string;
  readonly raw?: boolean;
}

/** `flowmcp grading prompts`. */
export function showPrompts(target: string, flags: PromptsFlags) {
  const { json, prompt: wanted, raw = false } = flags;
  const { island } = openWorkplace(flags);
  if (wanted === undefined) {
    if (raw) throw new UsageError('CLI-001', '--raw needs --prompt', 'grading prompts');
    return runAction({
      json,
      run: () => listPrompts(island, target),
      show: ({ results }) => {
        for (const found of results) printResult(renderList(found));
      },
    });
  }
  return runAction({
    json,
    run: () => showPrompt(island, target, { wanted, raw }),
    show: async (_, { results }) => {
      // What is piped into a model has to be what every other grader gets, byte for byte.
      for (const { view, prompt } of results)
        if (view === null) await printPart(prompt);
        else printResult(renderPrompt(view));
    },
  });
}

function renderList({ target, taskId, status, prompts }: ListedRun): string {
  const rows = prompts.map(({ number, id, questions, answeredBy }) => [
    id,
    String(number),
    String(questions),
    answeredBy.join(', ') || '-',
  ]);
  const head = ['prompt', 'number', 'questions', 'answered by'];
  const answered = prompts.filter(({ answeredBy }) => answeredBy.length > 0).length;
  return [
    `${target}: run ${taskId}, ${status}`,
    renderTable({ head, rows, width: terminalWidth(), paint: (text) => text }),
    `${counted(prompts.length, 'prompt')}, ${answered} answered`,
  ].join('\n');
}

/** A prompt as Markdown for people: what is judged, and what each score means. */
function renderPrompt({
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
