import type { ErrorCodeRow } from '../../problems/error-code.js';

const EMIT_ANEW =
  'Nothing was written, and the hand-in is left as it is. To have the same answers taken, emit the run anew with its options (flowmcp grading run {target} --emit-prompts --on-conflict overwrite), write the new task id into "taskId" of the hand-in, and hand it in again.';

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
    text: '"{target}" can mean {candidates}',
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
    text: 'the island holds no namespace yet',
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
    text: '{target} holds no selection',
    hint: 'Import it: flowmcp grading import <selection folder or file>.',
    exit: 2,
  },
  'TGT-007': {
    severity: 'error',
    text: '{target} has no node {node}; it has {nodes}',
    hint: 'Take an id from "flowmcp grading state {target}".',
    exit: 2,
  },
  'RUN-001': {
    severity: 'error',
    text: 'run {taskId} of {target} is still open',
    hint: 'Hand in its scores, continue it (--on-conflict skip), or begin anew (--on-conflict overwrite).',
  },
  'RUN-002': {
    severity: 'error',
    text: 'every due node of {target} is blocked, gated or vetoed; there is nothing to ask',
    hint: 'The reasons are listed with the nodes: flowmcp grading state {target}',
  },
  'RUN-003': {
    severity: 'error',
    text: 'questions are chosen for a partial run; the mode is {mode}',
    hint: 'Add --mode partial, or leave --questions out: a full run asks them all.',
    exit: 2,
  },
  'RUN-004': {
    severity: 'error',
    text: 'a partial run asks chosen questions, and none was named',
    hint: 'Name them: --questions Q-single-test-04,Q-single-test-05',
    exit: 2,
  },
  'RUN-005': {
    severity: 'error',
    text: '"{question}" is no question of the catalogue',
    hint: 'docs/catalog/questions.md lists them all.',
    exit: 2,
  },
  'RUN-006': {
    severity: 'error',
    text: 'of the area {area} only questions that code answers were chosen',
    hint: 'Choose at least one that a grader is asked; code answers its own in every full run.',
    exit: 2,
  },
  'RUN-007': {
    severity: 'error',
    text: 'a user-report says what was reported and by whom',
    hint: 'Add --reported-issue "what no longer works" and --requested-by "who said so".',
    exit: 2,
  },
  'RUN-008': {
    severity: 'error',
    text: 'only {owner} are asked about {areas}; {target} is none of them',
    hint: 'Areas of {target}: {own}',
    exit: 2,
  },
  'RUN-009': {
    severity: 'error',
    text: '--chain emits what a selection waits for, and none of the targets is a selection',
    hint: 'Leave --chain out, or name a selection: flowmcp grading run selections/<selection> --emit-prompts --chain',
    exit: 2,
  },
  'RUN-010': {
    severity: 'warning',
    text: 'the member {member} is not imported, so that no run can be emitted for it',
    hint: 'Import it: flowmcp grading import <folder of {namespace}>',
  },
  'RUN-011': {
    severity: 'warning',
    text: 'the index of {namespace} is damaged, so that no run can be emitted for the member {member}',
    hint: 'Move its index.json aside and derive it anew: flowmcp grading rebuild providers/{namespace}',
  },
  'RUN-014': {
    severity: 'error',
    text: '{field} in {document} is not what was emitted',
    hint: EMIT_ANEW,
  },
  'RUN-015': {
    severity: 'error',
    text: '{field} in {document} is {found}; the snapshots and facts here make it {expected}',
    hint: EMIT_ANEW,
  },
  'RUN-016': {
    severity: 'warning',
    text: 'nothing that is asked about {target} now goes back to the user-report; it is kept for the next re-grading',
    hint: 'To ask about graded content now, add --scope all.',
  },
  'RUN-017': {
    severity: 'warning',
    text: 'nothing of {target} was asked yet, so there is no grading the user-report could be about',
    hint: 'Grade it first, and report again where the fault is still there.',
  },
  'EXP-003': {
    severity: 'error',
    text: 'the export folder {folder} exists already',
    hint: 'An export is never written over another; run the command again for a new folder.',
    exit: 2,
  },
  'EXP-004': {
    severity: 'error',
    text: 'the snapshot {file} named by the index is missing',
    hint: 'Run "flowmcp grading rebuild {target}" and look at what it reports.',
    exit: 2,
  },
  'EXP-005': {
    severity: 'error',
    text: '{target} rests on a damaged snapshot and was not exported: its sha256 is {found}, {source} says {expected}',
    hint: 'A snapshot is never edited: take it from a copy of the island, or import the source again. What else is damaged: flowmcp grading verify {target}',
  },
  'EXP-006': {
    severity: 'error',
    text: '{target} is rejected: {nodes}',
    hint: 'Nothing was written. Mend what the veto names and have it graded anew, or hand it out as it is with --allow-rejected.',
  },
  'EXP-007': {
    severity: 'warning',
    text: 'what is handed out of {target} is rejected: {nodes}',
    hint: 'Whoever gets it should know: flowmcp grading explain {target}',
  },
} satisfies Record<string, ErrorCodeRow>;

/** Building prompts (spec 20, 25): a prompt with one of these problems never reaches a grader. */
export const promptCodes = {
  'PB-003': {
    severity: 'error',
    text: 'there is nothing to ask about {what}: at least one question for a grader was expected',
    hint: 'Leave this prompt out; an area whose questions are all answered by code needs no grader.',
  },
  'PB-004': {
    severity: 'error',
    text: 'question {question} belongs to area {found}, the prompt is for {expected}',
    hint: "Ask only questions of the prompt's own area; see docs/catalog/questions.md.",
  },
  'PB-007': {
    severity: 'error',
    text: 'the completion condition has {length} characters before a prompt is named, at most {max} are allowed',
    hint: 'Describe the target of the run in fewer words.',
  },
  'PB-008': {
    severity: 'error',
    text: 'the number of turns is {found}, a whole number of at least 1 was expected',
    hint: 'Give --max-turns a positive whole number.',
  },
  'PB-101': {
    severity: 'error',
    text: 'a secret would get into the prompt for {what}',
    hint: 'Remove what is, or looks like, a key from the schema, its tests or the recorded answers; import again and emit again.',
  },
  'PB-102': {
    severity: 'error',
    text: 'the prompt for {what} tries to steer the grader: "{phrase}"',
    hint: 'Instructions, questions and policies name what to look at, never which score to give.',
  },
  'PB-103': {
    severity: 'error',
    text: 'the prompt for {what} calls an HTTP 4xx answer a success: "{phrase}"',
    hint: 'Only HTTP 200 with data has worked (spec 06, binding rule 1); correct the wording.',
  },
  'PB-104': {
    severity: 'error',
    text: 'the prompt for {what} still holds the slot "{phrase}"',
    hint: 'Write the text itself; prompts are put together from parts, nothing is filled in later.',
  },
  'PB-105': {
    severity: 'error',
    text: 'the fence of the prompt for {what} is too short, or occurs in the text it has to hold',
    hint: 'Draw another random fence of at least 16 letters and digits.',
  },
  'PB-201': {
    severity: 'error',
    text: 'area {area} is judged with a persona, and the prompt for {what} has none',
    hint: 'Name a persona with --persona ‹base›--‹lens›.',
  },
  'PB-202': {
    severity: 'error',
    text: 'area {area} is judged without a persona, and the prompt for {what} has one',
    hint: 'Leave the persona out of the prompts of this area (spec 12).',
  },
  'PB-301': {
    severity: 'error',
    text: 'the prompt for {what} sends the grader to {path}, outside the island',
    hint: 'A grader reads files of the island only; import the file first.',
  },
} satisfies Record<string, ErrorCodeRow>;
