import { oneLine } from '../../../documents/quoted-text.js';
import { visibleJson } from '../../../documents/visible-text.js';
import { holdsSecret } from '../../../keys/logic/redact.js';
import { fatal } from '../../../problems/error-codes.js';
import type { PromptsFile } from '../../../spec/prompts.js';
import { shellWord } from '../../../values/shell-word.js';
import { GOAL_TITLE, SLOT } from './area-prompt.js';

export interface EmitSkillInput {
  readonly prompts: PromptsFile;
  /** Absolute, so that the command in the skill works in any folder. */
  readonly islandRoot: string;
  /** Values known to be secret; none of them may be in the skill. */
  readonly secrets?: readonly string[];
}

/** File that the skill tells the grader to write. */
const SCORES = 'scores.json';

/**
 * Renders the Emit-Skill: one Markdown text that carries an agent with an empty context through a whole run, from the
 * task to the command that hands the answers in. It contains nothing that prompts.json does not.
 *
 * @throws GradingError PB-101 if a secret is in the text, PB-104 if a slot is left in a part that is not quoted
 * @see spec 21, Emit-Skill Format
 */
export function buildEmitSkill({ prompts, islandRoot, secrets = [] }: EmitSkillInput): string {
  const what = `skill of ${prompts.target}`;
  const frame = { head: headOf(prompts), waits: waitsOf(prompts), handIn: handInOf(prompts, islandRoot) };
  const goal = `## ${GOAL_TITLE}\n\n${prompts.goal.goalBlock}`;
  const phrase = SLOT.exec([...Object.values(frame), goal].join('\n'))?.[0];
  if (phrase !== undefined) throw fatal('PB-104', undefined, { what, phrase });
  const skill = [frame.head, tasksOf(prompts), frame.waits, frame.handIn, skeletonOf(prompts), goal].join(
    '\n\n',
  );
  if (holdsSecret(skill, secrets)) throw fatal('PB-101', undefined, { what });
  return `${skill}\n`;
}

function headOf({ target, taskId, gradingMode, prompts, ...versions }: PromptsFile): string {
  const { gradingSpec, scoringSystem, gradingSystem } = versions;
  return [
    `# Grading skill: ${oneLine(target)}`,
    `This text is all you need to grade ${oneLine(target)}. Work through its ${counted(prompts.length, 'task')} in one pass, in their order, write your answers into one file, and hand that file in with the command below.`,
    [
      `- Task id: ${oneLine(taskId)}`,
      `- Target: ${oneLine(target)}`,
      `- Mode: ${gradingMode}`,
      `- Specification: ${gradingSpec} (${scoringSystem}, ${gradingSystem})`,
    ].join('\n'),
  ].join('\n\n');
}

function tasksOf({ prompts }: PromptsFile): string {
  const tasks = prompts.map(
    ({ id, prompt }, at) => `### Task ${at + 1} of ${prompts.length}: ${oneLine(id)}\n\n${asTask(prompt)}`,
  );
  const rule =
    'Each task is a prompt of its own: judge it by its own material alone. Where a task asks for one JSON object and nothing else, that object goes into the list "areas" of the file described under "Hand in". That file is the only one you write.';
  return ['## Tasks', rule, ...tasks].join('\n\n');
}

/**
 * A prompt below the heading of its task: without its own title and Goal-Block, for the skill has both, and with deeper
 * headings. Every line that begins with `#` is our own, because quoted lines begin with a bar.
 */
function asTask(prompt: string): string {
  const end = prompt.lastIndexOf(`\n## ${GOAL_TITLE}\n`);
  const own = end < 0 ? prompt : prompt.slice(0, end);
  return own
    .replace(/^# .*\n+/, '')
    .replace(/^#(?=#* )/gm, '###')
    .trimEnd();
}

function waitsOf({ gatedAreas }: PromptsFile): string {
  const items = gatedAreas.map(({ area, subject, reason }) => {
    const what = subject === undefined ? area : `${area}/${subject}`;
    return `- ${oneLine(what)}: ${oneLine(reason)}`;
  });
  const text =
    items.length === 0
      ? 'Nothing: this skill asks everything that is due.'
      : `These are asked in a later skill, once what they wait for is there:\n\n${items.join('\n')}`;
  return `## What waits\n\n${text}`;
}

function handInOf({ target, prompts }: PromptsFile, islandRoot: string): string {
  const answers = prompts.reduce((sum, { questions }) => sum + questions.length, 0);
  const command = `flowmcp grading hand-in ${shellWord(target)} ${SCORES} --grading-data ${shellWord(islandRoot)}`;
  return [
    '## Hand in',
    `Write ${SCORES}; it holds ${counted(prompts.length, 'area')} with ${counted(answers, 'answer')} in all. Then, in the same folder:`,
    `\`\`\`sh\n${command}\n\`\`\``,
    'If the command refuses the file, it says where and why: correct that and run it again.',
  ].join('\n\n');
}

/** Fenced as data: its strings are names of strangers. A JSON text has no line that could end the fence. */
function skeletonOf({ payloadSkeleton }: PromptsFile): string {
  const json = visibleJson(JSON.stringify(payloadSkeleton, null, 2));
  return `${SCORES}, to be filled in: each null, and the reasoning of each answer. An answer of n/a also carries naReason.\n\n\`\`\`json\n${json}\n\`\`\``;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
