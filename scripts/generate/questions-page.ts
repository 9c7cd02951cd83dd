import type { Policy } from '../../packages/core/src/questions/policies.js';
import type { Area, Question } from '../../packages/core/src/questions/question.js';
import { GENERATED_NOTE, table } from './markdown.js';

/** A question with the numbers in its text. */
type WorkedOut = Question & {
  readonly text: string;
  /** The only specifications that ask it; empty if every one does. */
  readonly askedBy: readonly string[];
};

interface Catalogue {
  readonly areas: readonly Area[];
  readonly questions: readonly WorkedOut[];
  readonly policies: readonly Policy[];
}

/** docs/catalog/questions.md: areas with their questions, then the policies. */
export function renderQuestionsPage({ areas, questions, policies }: Catalogue): string {
  return [
    '# Evaluation questions: areas, questions and policies\n\n',
    GENERATED_NOTE,
    '\nThis is the catalogue of evaluation questions: it says what a schema, a skill or an About is asked when it is graded. ',
    'Which test file proves what about this program is the other catalogue, the [code tests](tests.md).\n',
    `\n${questions.length} questions in ${areas.length} areas. Code answers a deterministic question from facts; a grader answers the others. A score is pass or fail, or a number from 1 to 5.\n`,
    ...areas.map((area) =>
      areaChapter(
        area,
        questions.filter((question) => question.area === area.id),
      ),
    ),
    '\n## Policies\n\n',
    table(
      ['Policy', 'Areas', 'Rule'],
      policies.map(({ id, areas: only, title, text }) => [
        `\`${id}\``,
        only?.join(', ') ?? 'all',
        `${title}: ${text}`,
      ]),
    ),
  ].join('');
}

function areaChapter(area: Area, questions: readonly WorkedOut[]): string {
  const facts = `Area ${area.number}, ${area.side} side, graded per ${area.subject}, ${area.personaRequired ? 'with' : 'without'} a persona.`;
  const rows = questions.map((question) => [
    question.id,
    question.dimension,
    String(question.weight),
    question.scoreType === 'boolean' ? 'pass / fail' : '1–5',
    question.determinism === 'deterministic' ? 'code' : 'grader',
    question.ageing ?? 'never',
  ]);
  return [
    `\n## ${area.id}: ${area.title}\n\n${facts}\n\n`,
    area.instructions.map((line) => `- ${line}\n`).join(''),
    '\n',
    table(['Id', 'Dimension', 'Weight', 'Score', 'Answered by', 'Ages'], rows),
    ...questions.map(questionParagraph),
  ].join('');
}

function questionParagraph(question: WorkedOut): string {
  const only = question.askedBy.length === 0 ? '' : `\nAsked under ${question.askedBy.join(', ')} only.\n`;
  const heading = `\n### ${question.id}\n\n${question.text}\n${only}`;
  if (question.determinism === 'deterministic') return heading;
  return `${heading}\n- Strong: ${question.examples.good}\n- Weak: ${question.examples.bad}\n`;
}
