import type { ErrorCodeRow } from '../../../problems/error-code.js';

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
