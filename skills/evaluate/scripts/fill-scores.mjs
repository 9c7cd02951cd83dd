// node fill-scores.mjs <prompts.json> <work folder> --harness <name> --harness-version <v> [--model <id>]
//   [--kind llm|human|script --by <name> --by-version <v>] [--allow-missing]
// Puts the answers of the open run into its payloadSkeleton and writes <work>/<task id>/scores.json. The same
// answers give the same bytes, so that handing in again changes nothing.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answerFile, readAnswer, readPrompts } from './answer-files.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    harness: { type: 'string' },
    'harness-version': { type: 'string' },
    model: { type: 'string' },
    kind: { type: 'string', default: 'llm' },
    by: { type: 'string', default: 'evaluate' },
    'by-version': { type: 'string', default: '1.0.0' },
    'allow-missing': { type: 'boolean', default: false },
  },
});
const [promptsPath, work] = positionals;
const { harness: name, 'harness-version': version, model, kind, by } = values;
if (!promptsPath || !work || !name || !version || (kind === 'llm' && !model)) {
  console.error(
    'usage: node fill-scores.mjs <prompts.json> <work folder> --harness <name> --harness-version <v> --model <id>',
  );
  process.exit(2);
}
const { taskId, prompts, payloadSkeleton } = readPrompts(promptsPath);
const folder = join(work, taskId);
const read = prompts.map((prompt, at) => ({ at, id: prompt.id, ...readAnswer(folder, at, prompt) }));
const answered = read.filter(({ answer }) => answer);
const missing = read.filter(({ answer }) => !answer);
for (const { id, fault } of missing) console.error(`missing  ${id}${fault ? `: ${fault}` : ''}`);
if (answered.length === 0 || (missing.length > 0 && !values['allow-missing'])) process.exit(1);

const newest = Math.max(...answered.map(({ at }) => statSync(answerFile(folder, at)).mtimeMs));
const scores = {
  ...payloadSkeleton,
  creator: { skill: by, skillVersion: values['by-version'], kind },
  harness: { name, version, ...(model && { model }) },
  timestamp: new Date(newest).toISOString(),
  areas: answered.map(({ at, answer }) => ({ ...payloadSkeleton.areas[at], ...answer })),
};
const path = join(folder, 'scores.json');
writeFileSync(path, `${JSON.stringify(scores, null, 2)}\n`, { mode: 0o600 });
console.log(path);
