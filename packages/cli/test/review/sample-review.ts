import type { Draft, DraftPart, DraftRun } from '@flowmcp/grading-core/features/draft/logic/draft';
import type { Review } from '../../src/review/server.js';
import type { HandedIn, ShownPrompt } from '../../src/review/wire.js';

type View = ShownPrompt['view'];

/** A review of a draft in memory; `saved` holds every part that was written. */
export interface SampleReview extends Review {
  readonly saved: { readonly prompt: string; readonly part: DraftPart }[];
  readonly handIns: boolean[];
}

const ANCHORS = { 5: 'Every unit is named.', 3: 'Some are.', 1: 'None is.' };

export function sampleView(title: string, changes: Partial<View> = {}): View {
  return {
    title,
    instructions: ['Judge this tool alone.'],
    persona: null,
    predecessors: [],
    material: [{ title: 'Definition', text: '{\n  "tool": "ping"\n}' }],
    questions: [
      { ...question('Q-single-test-04'), anchors: ANCHORS },
      { ...question('Q-single-test-10'), scoreType: 'boolean', anchors: null },
    ],
    ...changes,
  };
}

function question(questionId: string): View['questions'][number] {
  return {
    questionId,
    scoreType: 'scale-1-5',
    weight: 1,
    ask: 'Does the description name every unit? Look at each output.',
    anchors: null,
    strong: 'Heights in metres.',
    weak: 'Heights.',
  };
}

/** An answer is finished when it has a score and a reason. */
export function sampleReview(views: readonly View[], changes: Partial<Review> = {}): SampleReview {
  const saved: SampleReview['saved'] = [];
  const handIns: boolean[] = [];
  const ids = views.map(({ title }) => title);
  const partOf = (at: number): DraftPart =>
    saved.findLast(({ prompt }) => prompt === String(at + 1))?.part ?? {
      answers: (views[at] as View).questions.map(({ questionId }) => ({
        questionId,
        score: null,
        reasoning: '',
      })),
      improvementHints: [],
    };
  const problemsOf = (at: number) =>
    partOf(at).answers.flatMap(({ score, reasoning }, nth) => [
      ...(score === null ? [problemAt(`/answers/${nth}/score`)] : []),
      ...(reasoning === '' ? [problemAt(`/answers/${nth}/reasoning`)] : []),
    ]);
  const draft: Pick<Draft<unknown>, 'run' | 'read' | 'write'> = {
    get run(): DraftRun {
      return {
        target: 'providers/demo',
        taskId: 'task',
        maxGrade: 'B',
        isGraded: false,
        file: 'providers/demo/evaluations/task.draft-ada.jsonl',
        naReasons: ['not-applicable-to-tool-type', 'requires-private-data'],
        prompts: ids.map((id, at) => ({
          number: at + 1,
          id,
          area: 'single-test',
          subject: id,
          persona: null,
          questions: (views[at] as View).questions.length,
          begun: saved.some(({ prompt }) => prompt === String(at + 1)),
          answered: problemsOf(at).length === 0,
        })),
      };
    },
    read: (prompt) => {
      const at = Number(prompt) - 1;
      const view = views[at] as View;
      const files = { prompt: 'Read /home/somebody/island/schema.mjs' };
      return { number: at + 1, view, part: partOf(at), prompt: files as never };
    },
    write: (prompt, part) => {
      saved.push({ prompt, part: part as DraftPart });
      return { savedAt: '2026-11-30T10:20:30.000Z', problems: problemsOf(Number(prompt) - 1) };
    },
  };
  return {
    by: 'ada',
    isOpinion: false,
    vetoes: ['malicious-module', 'illegal-content'],
    priorities: ['low', 'high'],
    draft,
    handIn: async (allowMissing): Promise<HandedIn> => {
      handIns.push(allowMissing);
      return { status: true, rollupStatus: 'partial', rollupGrade: 'B', problems: [] };
    },
    saved,
    handIns,
    ...changes,
  };
}

function problemAt(path: string) {
  return { code: 'SCR-001', severity: 'error' as const, where: { path } };
}
