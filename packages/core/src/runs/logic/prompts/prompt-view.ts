import type { Material } from '../../../documents/quoted-text.js';
import { fatal } from '../../../problems/error-codes.js';
import type { AreaPrompt, PromptQuestion } from '../../../spec/prompts.js';
import type { Persona, ScoreType } from '../../../spec/vocabulary.js';

/** A prompt, split into what a reader needs. Texts are as the prompt shows them: invisible characters are visible. */
export interface PromptView {
  /** `‹area›/‹subject›`. */
  readonly title: string;
  readonly instructions: readonly string[];
  /** As whom to read; null if the area is judged without a persona. */
  readonly persona: (Persona & { readonly cards: readonly Material[] }) | null;
  readonly predecessors: readonly {
    readonly node: string;
    /** A letter, or `none yet`. */
    readonly grade: string;
    readonly status: string;
  }[];
  readonly material: readonly Material[];
  readonly questions: readonly PromptViewQuestion[];
}

export interface PromptViewQuestion {
  readonly questionId: string;
  readonly scoreType: ScoreType;
  readonly weight: number;
  /** The question without its anchors. */
  readonly ask: string;
  /** What deserves 5, 3 and 1; null for a yes-or-no question. */
  readonly anchors: { readonly 5: string; readonly 3: string; readonly 1: string } | null;
  /** An example that deserves the top of the scale, and one that deserves the bottom. */
  readonly strong: string;
  readonly weak: string;
}

/**
 * Splits a prompt of `buildAreaPrompt`. The split is exact: a line of a stranger's text always begins with `| `, `### `,
 * `- ` or a number, so only our own headings begin with `## `.
 *
 * @throws GradingError DRF-004 if a part is missing: a view that leaves something out would be judged as it is
 */
export function viewPrompt({ id, prompt, persona, questions }: AreaPrompt): PromptView {
  const sections = splitPrompt(prompt);
  const { title } = sections[0] ?? {};
  const linesOf = (wanted: string) => sections.find((one) => one.title === wanted)?.lines;
  const need = <T>(part: T | null | undefined, what: string): T => {
    if (part === null || part === undefined) throw fatal('DRF-004', undefined, { prompt: id, what });
    return part;
  };
  return {
    title: need(title, 'title'),
    instructions: need(readEach(linesOf('Before you start'), INSTRUCTION), 'instructions').map(
      ([, text = '']) => text,
    ),
    persona: persona && {
      ...persona,
      cards: need(readEach(linesOf('Persona')?.slice(1), CARD), 'persona').map(
        ([, card = '', text = '']) => ({
          title: card,
          text,
        }),
      ),
    },
    predecessors: need(readEach(linesOf('Predecessor grades') ?? [], PREDECESSOR), 'earlier grades').map(
      ([, node = '', grade = '', status = '']) => ({ node, grade, status }),
    ),
    material: need(readMaterial(linesOf('Material') ?? []), 'material'),
    questions: need(readQuestions(linesOf('Questions') ?? [], questions), 'questions'),
  };
}

const INSTRUCTION = /^- (.*)$/;
const CARD = /^(.+?): (.*)$/;
const PREDECESSOR = /^- (.*): grade (.+?), status (\S+)$/;

export interface PromptSection {
  readonly title: string;
  /** Without the empty lines around them. */
  readonly lines: readonly string[];
}

/** The sections of a prompt in order; the first is its title, `‹area›/‹subject›`, and has no lines. */
export function splitPrompt(prompt: string): PromptSection[] {
  const lines = prompt.replace(/\n$/, '').split('\n');
  const starts = lines.flatMap((line, at) => (at === 0 || line.startsWith('## ') ? [at] : []));
  return starts.map((start, at) => ({
    title: (lines[start] ?? '').replace(/^(?:# Grading: |## )/, ''),
    // An empty line follows each heading, and one stands before the next.
    lines: lines.slice(start + 2, at + 1 < starts.length ? (starts[at + 1] ?? 0) - 1 : undefined),
  }));
}

/** What a pattern finds in each line; null if there are no lines, or one is different. */
function readEach(lines: readonly string[] | undefined, pattern: RegExp): string[][] | null {
  const found = lines?.map((line) => pattern.exec(line));
  return found?.every((one) => one !== null) ? found.map((one) => [...one]) : null;
}

/** Reads quotations as `quote` writes them, after the rule about their fence. */
function readMaterial([rule = '', ...lines]: readonly string[]): Material[] | null {
  const fence = /^What stands between BEGIN (\S+) and END /.exec(rule)?.[1];
  const found: Material[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const end = lines.indexOf(`END ${fence}`, at);
    const title = /^### (.*)$/.exec(lines[at] ?? '')?.[1];
    if (title === undefined || lines[at + 2] !== `BEGIN ${fence}` || end < 0) return null;
    const text = lines.slice(at + 3, end).map((line) => line.slice('| '.length));
    found.push({ title, text: text.join('\n') });
    at = end + 1;
  }
  return found.length > 0 ? found : null;
}

/** Text and weight come from the run's data, the examples from the prompt. */
function readQuestions(
  lines: readonly string[],
  questions: readonly PromptQuestion[],
): PromptViewQuestion[] | null {
  const found = questions.flatMap(({ questionId, scoreType, weight, text }, at) => {
    const [head = '', strong = '', weak = ''] = lines.slice(3 * at, 3 * at + 3);
    const isWhole = head.startsWith(`${at + 1}. ${questionId} (`) && head.endsWith(`): ${text}`);
    const examples = [/^ {3}- Strong: (.*)$/.exec(strong)?.[1], /^ {3}- Weak: (.*)$/.exec(weak)?.[1]];
    if (!isWhole || examples[0] === undefined || examples[1] === undefined) return [];
    return [
      { questionId, scoreType, weight, ...splitQuestion(text), strong: examples[0], weak: examples[1] },
    ];
  });
  return found.length === questions.length && lines.length === 3 * found.length ? found : null;
}

/** Splits the text of a scale question at its anchors. */
function splitQuestion(text: string): Pick<PromptViewQuestion, 'ask' | 'anchors'> {
  const [, ask, five, three, one] = /^(.*?) 5: (.*?) 3: (.*?) 1: (.*)$/.exec(text) ?? [];
  if (ask === undefined || five === undefined || three === undefined || one === undefined)
    return { ask: text, anchors: null };
  return { ask, anchors: { 5: five, 3: three, 1: one } };
}
