import type { ErrorCodeRow } from '../../problems/error-code.js';

const EMIT_ANEW =
  'Nothing was written, and the hand-in was not changed. To have the same answers accepted, emit the run again with the same options (flowmcp grading emit {target} --on-conflict overwrite), set "taskId" in the hand-in to the new task id, and hand it in again.';

/** Targets, runs and export. */
export const runCodes = {
  'TGT-001': {
    severity: 'error',
    text: '"{target}" is not in the island',
    hint: '{suggestion}',
    exit: 2,
  },
  'TGT-002': {
    severity: 'error',
    text: '"{target}" could mean {candidates}',
    hint: 'Write the one you mean in full.',
    exit: 2,
  },
  'TGT-003': {
    severity: 'error',
    text: 'no target was named',
    hint: 'Name a namespace such as "defillama", a schema "defillama/prices", a tool "defillama/tool/getFirstPrice", or use --all.',
    exit: 2,
  },
  'TGT-004': {
    severity: 'error',
    text: 'the island has no namespaces yet',
    hint: 'Import one first: flowmcp grading import <provider folder>',
    exit: 2,
  },
  'TGT-005': {
    severity: 'error',
    text: '{target} has no index.json',
    hint: 'Run "flowmcp grading rebuild {target}".',
    exit: 2,
  },
  'TGT-006': {
    severity: 'error',
    text: '{target} contains no selection',
    hint: 'Import it: flowmcp grading import <selection folder or file>.',
    exit: 2,
  },
  'TGT-007': {
    severity: 'error',
    text: '{target} has no node {node}; it has {nodes}',
    hint: 'Take an id from "flowmcp grading state {target}".',
    exit: 2,
  },
  'TGT-008': {
    severity: 'error',
    text: '{target} is one test, and this command is about whole tools',
    hint: 'Name the tool, {tool}; "grading emit" repeats a single test, and "grading explain" shows it.',
    exit: 2,
  },
  'TGT-009': {
    severity: 'error',
    text: '{option} has no effect on one recorded test, and {target} is one',
    hint: 'Leave it out, or name the tool: {tool}',
    exit: 2,
  },
  'TGT-010': {
    severity: 'error',
    text: '{target} is a node of {whole} and cannot be named alone',
    hint: 'Name {whole}; "flowmcp grading explain {whole} --node {node}" shows this node alone.',
    exit: 2,
  },
  'TGT-011': {
    severity: 'error',
    text: '"{target}" needs its namespace',
    hint: 'Write {candidates}.',
    exit: 2,
  },
  'RUN-001': {
    severity: 'error',
    text: 'run {taskId} of {target} is still open',
    hint: 'Hand in its scores, continue it (--on-conflict skip), or start over (--on-conflict overwrite).',
  },
  'RUN-002': {
    severity: 'error',
    text: 'nothing to ask about {target}; {reason}',
    hint: '{then}',
  },
  'RUN-003': {
    severity: 'error',
    text: 'questions can only be chosen for a partial run; the mode is {mode}',
    hint: 'Add --mode partial, or leave out --questions: a full run asks all of them.',
    exit: 2,
  },
  'RUN-004': {
    severity: 'error',
    text: 'a partial run asks only the questions you name, but none was named',
    hint: 'Name them: --questions Q-single-test-04,Q-single-test-05',
    exit: 2,
  },
  'RUN-005': {
    severity: 'error',
    text: '"{question}" is not a question in the catalogue',
    hint: 'docs/catalog/questions.md lists them all.',
    exit: 2,
  },
  'RUN-006': {
    severity: 'error',
    text: 'every question chosen for the area {area} is answered by code',
    hint: 'Choose at least one question for a grader; code answers its own questions in every full run.',
    exit: 2,
  },
  'RUN-007': {
    severity: 'error',
    text: 'a user-report must say what was reported and by whom',
    hint: 'Add --reported-issue "what no longer works" and --requested-by "who said so".',
    exit: 2,
  },
  'RUN-008': {
    severity: 'error',
    text: 'questions of {areas} are asked only about {owner}; {target} is not one of them',
    hint: 'Areas of {target}: {own}',
    exit: 2,
  },
  'RUN-009': {
    severity: 'error',
    text: '--chain emits what a selection is waiting for, but none of the targets is a selection',
    hint: 'Leave --chain out, or name a selection: flowmcp grading emit selections/<selection> --chain',
    exit: 2,
  },
  'RUN-010': {
    severity: 'warning',
    text: 'the member {member} is not imported, so no run can be emitted for it',
    hint: 'Import it: flowmcp grading import <folder of {namespace}>',
  },
  'RUN-011': {
    severity: 'warning',
    text: 'the index of {namespace} is damaged, so no run can be emitted for the member {member}',
    hint: 'Move its index.json aside and derive it again: flowmcp grading rebuild providers/{namespace}',
  },
  'RUN-013': {
    severity: 'error',
    text: 'the run was emitted under {found}, but {target} now follows {expected}',
    hint: 'Nothing was written, and the hand-in was not changed. Emit the run again under the present rules: flowmcp grading emit {target} --on-conflict overwrite. It may ask about other areas and put other questions, so have it answered anew.',
    exit: 2,
  },
  'RUN-014': {
    severity: 'error',
    text: '{field} in {document} is not what was emitted',
    hint: EMIT_ANEW,
  },
  'RUN-015': {
    severity: 'error',
    text: '{field} in {document} is {found}, but the snapshots and facts here give {expected}',
    hint: EMIT_ANEW,
  },
  'RUN-016': {
    severity: 'warning',
    text: 'none of the questions now asked about {target} refers to the user-report; the report is kept for the next re-grading',
    hint: 'Add --scope all to ask now about content that already has a grade.',
  },
  'RUN-017': {
    severity: 'warning',
    text: 'nothing about {target} has been asked yet, so there is no grading for the user-report to refer to',
    hint: 'Grade the target first, and report the problem again if it is still there.',
  },
  'RUN-018': {
    severity: 'error',
    exit: 2,
    text: 'the last full grading of {node} has {found}, and a partial one would add answers of {expected}',
    hint: 'Run it in full: leave out --mode and --questions.',
  },
  'RUN-019': {
    severity: 'error',
    text: '{target} cannot be repeated: {reason}',
    hint: 'Nothing was requested. A run of the whole tool tests its present content: flowmcp grading emit {tool}',
  },
  'RUN-021': {
    severity: 'warning',
    text: 'run {taskId} is closed: nothing of {target} can be asked now, and its scores are no longer taken in',
    hint: 'See what holds it back (flowmcp grading state {target}), then emit anew: flowmcp grading emit {target}',
  },
  'RUN-022': {
    severity: 'warning',
    text: 'no run can be emitted for a member that is gone: {retired}',
    hint: 'Name another member in the selection and import it again; or put the file back into its provider folder, and import that.',
  },
  'EXP-003': {
    severity: 'error',
    text: 'the export folder {folder} already exists',
    hint: 'An export never overwrites another; run the command again to get a new folder.',
    exit: 2,
  },
  'EXP-004': {
    severity: 'error',
    text: 'the snapshot {file}, which the index names, is missing',
    hint: 'Run "flowmcp grading rebuild {target}" and check what it reports.',
    exit: 2,
  },
  'EXP-005': {
    severity: 'error',
    text: '{target} is based on a damaged snapshot and was not exported: its sha256 is {found}, but {source} says {expected}',
    hint: 'A snapshot is never edited: restore it from a copy of the island, or import the source again. To see what else is damaged: flowmcp grading verify {target}',
  },
  'EXP-006': {
    severity: 'error',
    text: '{target} is rejected: {nodes}',
    hint: 'Nothing was written. Fix what the veto names and have it graded again, or export it anyway with --allow-rejected.',
  },
  'EXP-007': {
    severity: 'warning',
    text: 'the exported target {target} is rejected: {nodes}',
    hint: 'Tell whoever receives it why: flowmcp grading explain {target}',
  },
  'EXP-008': {
    severity: 'error',
    text: '{spec}, which the island follows, has no proof of a provider',
    hint: 'Leave --proof-dir out to export the graded state, or give the island the rules of a specification that has proofs.',
    exit: 2,
  },
  'EXP-009': {
    severity: 'error',
    text: '{target} has no proof: it is {what}',
    hint: 'Name namespaces as a whole: flowmcp grading export defillama --proof-dir providers',
    exit: 2,
  },
  'EXP-010': {
    severity: 'error',
    text: 'the proof of {namespace} goes into this folder, and {reason}',
    hint: 'Nothing was written. Name the folder that contains the provider folder {namespace}: --proof-dir providers',
  },
  'EXP-011': {
    severity: 'error',
    text: 'the provider folder has other sources than the island has of {namespace}: {reason}',
    hint: 'Nothing was written. A proof is about the sources beside it: make sure that each of them can be read and is not too large, import the folder, grade what has changed, and export again.',
  },
  'EXP-012': {
    severity: 'error',
    text: 'the file in place of the proof is not one of this namespace: {reason}',
    hint: 'Nothing was written. Find out who wrote the file, and move it elsewhere.',
  },
  'EXP-013': {
    severity: 'error',
    text: 'the proof of {namespace} is not up to date: {reason}',
    hint: 'Write it: leave --check out.',
  },
  'EXP-014': {
    severity: 'error',
    text: 'the proof cannot be written ({reason})',
    hint: 'Check that you can write to the provider folder.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;

/** Codes for building prompts (spec 20, 25): a prompt with one of these problems never reaches a grader. */
export const promptCodes = {
  'PB-003': {
    severity: 'error',
    text: '{field} is empty',
    hint: 'Give at least one. A prompt without a question for a grader is left out: code answers all the others.',
  },
  'PB-004': {
    severity: 'error',
    text: '{found} is not an area; the areas are {areas}',
    hint: 'Take one of them; PromptBuilder.getValidAreas() lists them too.',
  },
  'PB-006': {
    severity: 'error',
    text: 'the persona is incomplete: {field} is missing',
    hint: 'Write { basePersonaId, lensId }; without lensId, the lens is "general".',
  },
  'PB-009': {
    severity: 'error',
    text: 'question {question} belongs to area {found}, but the prompt is for {expected}',
    hint: "Ask only questions of the prompt's own area; see docs/catalog/questions.md.",
  },
  'PB-007': {
    severity: 'error',
    text: 'the completion condition has {length} characters; the limit is {max}',
    hint: 'Say what is to be reached in fewer words. Names of prompts are left out by themselves where they do not fit.',
  },
  'PB-008': {
    severity: 'error',
    text: 'the number of turns is {found}; expected a whole number of at least 1',
    hint: 'Set --max-turns to a positive whole number.',
  },
  'PB-101': {
    severity: 'error',
    text: 'a secret would end up in the prompt for {what}',
    hint: 'Remove everything that is, or looks like, a key from the schema, its tests or the recorded answers, then import and emit again.',
  },
  'PB-102': {
    severity: 'error',
    text: 'the prompt for {what} tries to steer the grader: "{phrase}"',
    hint: 'Instructions, questions and policies name what to look at, never which score to give.',
  },
  'PB-103': {
    severity: 'error',
    text: 'the prompt for {what} calls an HTTP 4xx answer a success: "{phrase}"',
    hint: 'Only HTTP 200 with data counts as working (spec 06, binding rule 1); correct the wording.',
  },
  'PB-104': {
    severity: 'error',
    text: 'the prompt for {what} still contains the slot "{phrase}"',
    hint: 'Write the text itself; prompts are assembled from parts, and nothing is filled in later.',
  },
  'PB-105': {
    severity: 'error',
    text: 'the fence of the prompt for {what} is too short, or occurs in the text it encloses',
    hint: 'Generate another random fence of at least 16 letters and digits.',
  },
  'PB-201': {
    severity: 'error',
    text: 'area {area} is judged with a persona, but the prompt for {what} has none',
    hint: 'Name a persona with --persona ‹base›--‹lens›.',
  },
  'PB-202': {
    severity: 'error',
    text: 'area {area} is judged without a persona, but the prompt for {what} has one',
    hint: 'Leave the persona out of the prompts of this area (spec 12).',
  },
  'PB-301': {
    severity: 'error',
    text: 'the prompt for {what} sends the grader to {path}, outside the island',
    hint: 'A grader reads only files of the island; import the file first.',
  },
} satisfies Record<string, ErrorCodeRow>;
