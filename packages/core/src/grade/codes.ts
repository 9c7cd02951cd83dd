import type { ErrorCodeRow } from '../problems/error-code.js';

const UNHASHABLE = {
  severity: 'error',
  text: 'canonical JSON cannot contain this value ({found})',
  hint: 'Only null, booleans, finite numbers, strings, lists and plain objects can be hashed.',
} as const satisfies ErrorCodeRow;

/** Scoring, grading, veto and hashing. */
export const gradingCodes = {
  'GRD-001': {
    severity: 'error',
    text: '{field} is missing',
    hint: 'Give a value; nothing is filled in silently. A question that cannot be answered is n/a with a reason.',
  },
  'GRD-002': {
    severity: 'error',
    text: 'expected {expected}, found {found}',
    hint: 'Give a value of that kind. A score is a JSON number or one of the words pass, fail, stale and n/a, never a boolean, list or object.',
  },
  'SCO-001': {
    severity: 'error',
    text: 'the score {found} is outside 1.0 to 5.0',
    hint: 'Scores are never clamped: give a number from 1.0 to 5.0.',
  },
  'SCO-003': {
    severity: 'error',
    text: '"{found}" is not a score',
    hint: 'Write numbers as numbers (3.5, not "3.5"); the words are pass, fail, stale and n/a.',
  },
  'SCO-004': {
    severity: 'error',
    text: 'a weight must be a finite number above zero, found {found}',
    hint: 'Weights come from the question catalogue; do not write them by hand.',
  },
  'VET-001': {
    severity: 'error',
    text: '"{found}" is not a veto trigger',
    hint: 'The only veto triggers are malicious-module, api-key-domain-mismatch, illegal-content and ai-security-veto.',
  },
  'VET-002': {
    severity: 'error',
    text: 'a veto needs evidence',
    hint: 'Say where the finding can be seen.',
  },
  'VET-003': {
    severity: 'error',
    text: 'ai-security-veto needs evidence and reasoning',
    hint: 'Explain why the finding is a security risk.',
  },
  'HSH-003': UNHASHABLE,
  'HSH-004': UNHASHABLE,
} satisfies Record<string, ErrorCodeRow>;

/**
 * Codes for entries that programs build and pass in (spec 08). Codes taken from the reference implementation keep their
 * meaning.
 */
export const entryCodes = {
  'GRD-003': {
    severity: 'error',
    text: 'the tier must be {expected}, found {found}',
    hint: 'Provider areas are autonomous, selection areas group-bound (spec 06).',
  },
  'GRD-004': {
    severity: 'error',
    text: 'a group-bound entry must name its selection; selectionId is missing',
    hint: 'Add selectionId, or grade the schema alone on the autonomous tier.',
  },
  'GRD-005': {
    severity: 'error',
    text: 'an answer from a grader must name the group and persona it was given for; {field} is missing',
    hint: 'Add selectionContext { groupId, personaIds: [at least one] }; only answers given by code can do without it.',
  },
  'GRD-011': {
    severity: 'error',
    text: 'unknown field "{field}"{suggestion}',
    hint: 'Remove it or correct its spelling. Each answer names its grader, as graderIdentity.',
  },
  'GRD-012': {
    severity: 'error',
    text: 'the area {area} is graded with a persona; persona is missing',
    hint: 'Add persona { basePersonaId, lensId }.',
  },
  'GRD-013': {
    severity: 'error',
    text: 'on the {tier} tier the best grade is {expected}, found {found}',
    hint: 'Write the grade after the tier trim; the band before it is kept as rawGrade in the index.',
  },
  'GRD-014': {
    severity: 'error',
    text: 'with a veto, the grade must be REJECTED, found {found}',
    hint: 'Set aggregateGrade to REJECTED, or remove the veto: no mean is computed when there is a veto.',
  },
  'GRD-015': {
    severity: 'error',
    text: 'the area {area} is graded on the {expected} tier, found {found}',
    hint: 'The six provider areas are autonomous, the five selection areas group-bound; the two never mix.',
  },
  'GRD-020': {
    severity: 'error',
    text: 'the entry is not JSON: {reason}',
    hint: 'Pass the text of one entry file.',
  },
  'GRD-037': {
    severity: 'error',
    text: 'the area {area} grades one skill; skillId is missing',
    hint: 'Add skillId, the name of the skill.',
  },
  'GRD-050': {
    severity: 'error',
    text: 'single-test is graded after a pretest; its HTTP status is {found}',
    hint: 'Run the pretest and pass its result as dataPretest: { ok, httpStatus, workingTests }. No status is made up.',
  },
  'SCO-002': {
    severity: 'error',
    text: '{question} is not a question of the area {area}',
    hint: 'docs/catalog/questions.md lists the questions of each area.',
  },
  'PRT-006': {
    severity: 'error',
    text: 'a partial grading must answer at least one question, found none',
    hint: 'Pass the new answers; without any, there is nothing to write.',
  },
  'PRT-002': {
    severity: 'error',
    text: 'the gradingMode is {found}; full or partial was expected',
    hint: 'Write "full" for an entry that answers the whole area, "partial" for one that asks chosen questions again.',
  },
  'PRT-003': {
    severity: 'error',
    text: 'no full entry about this content comes before this one',
    hint: 'Begin with a full grading (spec 21).',
  },
  'PRT-004': {
    severity: 'error',
    text: 'a partial entry has the grade {found}; {expected}, the grade before it, was expected',
    hint: 'Repeat the grade: only a full grading changes it (spec 21).',
  },
  'IDX-003': {
    severity: 'error',
    text: 'the indexVersion is {found}; {expected} was expected',
    hint: 'Derive index.json again with "flowmcp grading rebuild".',
  },
  'IDX-007': {
    severity: 'error',
    text: 'expected one of {expected}, found {found}',
    hint: 'The words for one node and those for a whole namespace or selection are two closed lists, and so are the grades (spec 23).',
  },
  'IDX-009': {
    severity: 'error',
    text: '"{found}" is not a folder of the island: expected {expected}',
    hint: 'Give the folder of one namespace or selection in the island.',
  },
  'LCK-003': {
    severity: 'error',
    text: 'expected a list of members, found {found}',
    hint: 'Pass [{ schemaId, gradingStatus, schemaVersion?, schemaHash?, override? }].',
  },
  'LCK-005': {
    severity: 'error',
    text: '{what}: expected {expected}, found {found}',
    hint: 'A frozen member has one of the five statuses of a node, and an override replaces its name or its description (spec 16).',
  },
  'PRE-002': {
    severity: 'error',
    text: '{target} has no frozen lockSnapshot',
    hint: 'A run freezes it before its gate is checked: flowmcp grading emit {target}',
    exit: 2,
  },
  'PRE-003': {
    severity: 'error',
    text: 'expected a lockSnapshot with a list of members, each with its schemaId; found {found}',
    hint: 'Pass the lockSnapshot of an index.json as it stands there; only this tool writes index.json.',
    exit: 2,
  },
  'PRE-004': {
    severity: 'error',
    text: '{reason}',
    hint: 'Grade the named members until each is stable; the next run freezes them again.',
  },
  'PRE-005': {
    severity: 'warning',
    text: 'the member {member} is not what was frozen: {frozen} and stable then, {hash} and {status} now',
    hint: 'The run is judged by its own freeze; the next run freezes its members again and waits for those that are not stable.',
  },
  'PRE-008': {
    severity: 'warning',
    text: 'the member {member} was scored by {found}, the selection by {expected}',
    hint: 'Grade its namespace again, so that all scores come from the same scoring system.',
  },
  'SNP-003': {
    severity: 'error',
    text: '"{found}" is not {what}',
    hint: 'Snapshots are named ‹name›--‹YYYY-MM-DDTHH-MM-SSZ›--‹hash8›.‹ext›.',
  },
  'SNP-004': {
    severity: 'error',
    text: 'expected {what} {expected}, found {found}',
    hint: 'Compare the file with its source; a snapshot is never edited.',
  },
  'SNP-005': {
    severity: 'error',
    text: 'the file cannot be read: {reason}',
    hint: 'Check the path; grading needs only the newest snapshot of each source.',
  },
  'SL-003': {
    severity: 'error',
    text: 'the island has no shared list "{name}"',
    hint: 'Shared lists are stored when a provider that refers to them is imported.',
  },
} satisfies Record<string, ErrorCodeRow>;
