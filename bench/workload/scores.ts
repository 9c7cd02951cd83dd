import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProtocolPrompts } from '../../packages/core/src/features/protocol-v1/logic/protocol-v1.js';
import type { PromptsFile } from '../../packages/core/src/spec/prompts.js';

const REASON = 'It says what is returned, but not in which unit.';
const CREATOR = { skill: 'bench-grader', skillVersion: '1.0.0' };
const HARNESS = { name: 'other', version: '1.0.0', model: 'bench-model' };

/** A scores file that answers every prompt of an open run. */
export function answerPrompts(promptsFile: string): string {
  const { taskId, prompts } = JSON.parse(readFileSync(promptsFile, 'utf8')) as PromptsFile;
  const areas = prompts.map(({ area, subject, schemaHash, persona, questions }) => ({
    area,
    subject,
    schemaHash,
    persona,
    answers: questions.map(({ questionId, scoreType }) => ({
      questionId,
      score: scoreType === 'boolean' ? 'pass' : 4,
      reasoning: REASON,
    })),
  }));
  const timestamp = new Date().toISOString();
  return JSON.stringify({
    scoringProtocol: 'v1',
    taskId,
    creator: CREATOR,
    harness: HARNESS,
    timestamp,
    areas,
  });
}

/** Scores for every schema that `grade` asked about, as JSON Lines. */
export function answerProtocol(workdir: string): string {
  const timestamp = new Date().toISOString();
  const lines = readdirSync(workdir)
    .sort()
    .map((slug) => {
      const text = readFileSync(join(workdir, slug, 'prompts.json'), 'utf8');
      const { schemaIdSlug, prompts } = JSON.parse(text) as ProtocolPrompts;
      const scores = prompts.map(({ dimension }) => ({ dimension, score: 4, reasoning: REASON }));
      const head = { schemaIdSlug, scoringProtocol: 'v1', creator: CREATOR, harness: HARNESS, timestamp };
      return JSON.stringify({ ...head, scores });
    });
  return `${lines.join('\n')}\n`;
}
