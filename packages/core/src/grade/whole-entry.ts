import type { GradingEntry } from '../spec/entry.js';
import {
  AGGREGATE_GRADES,
  AREAS,
  BASE_PERSONAS,
  DETERMINISMS,
  GRADER_KINDS,
  GRADING_MODES,
  HARNESS_NAME,
  NA_REASONS,
  REGRADING_TRIGGERS,
  SCORE_WORDS,
  TIERS,
  VETO_TRIGGERS,
} from '../spec/vocabulary.js';
import { isRecord } from '../values/is-record.js';

/**
 * Recognises a valid `storedEntry` quickly, with hand-written checks: an index is built from thousands of
 * entries, nearly all of them valid. A result of false proves nothing; the shape then decides and reports the
 * errors.
 */
export function isWholeEntry(value: unknown): value is GradingEntry {
  return isEntry(value);
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isSaid: Check = (value) => typeof value === 'string' && value !== '';
const fits =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isOneOf = (words: readonly string[]): Check => {
  const known = new Set<unknown>(words);
  return (value) => known.has(value);
};
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isFilledList =
  (check: Check): Check =>
  (value) =>
    // `every` would skip holes in the list.
    Array.isArray(value) && value.length > 0 && value.findIndex((item) => !check(item)) < 0;

/** Checks for an object with only these fields, and with all of the required ones. */
function hasMembers(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  const needed = Object.keys(required).length;
  const checks = new Map(Object.entries({ ...required, ...optional }));
  const isNeeded = new Set(Object.keys(required));
  return (value) => {
    if (!isRecord(value)) return false;
    let found = 0;
    for (const key of Object.keys(value)) {
      if (!checks.get(key)?.(value[key])) return false;
      if (isNeeded.has(key)) found += 1;
    }
    return found === needed;
  };
}

const HASH = /^[0-9a-f]{8}$/;
/** A UTC time; whether its year has a 29th of February is left to the shape. */
const TIME =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

const isScoreWord = isOneOf(SCORE_WORDS);
const isScore: Check = (value) => (typeof value === 'number' ? value >= 1 && value <= 5 : isScoreWord(value));

const isIdentity = hasMembers({ kind: isOneOf(GRADER_KINDS), name: isSaid, version: isSaid });

const isAnswer = hasMembers(
  {
    questionId: fits(/^Q-.+$/),
    score: isScore,
    weight: (value) => Number.isFinite(value) && Number(value) > 0,
    determinism: isOneOf(DETERMINISMS),
    graderIdentity: isIdentity,
    timestamp: fits(TIME),
  },
  {
    naReason: isOneOf(NA_REASONS),
    llmModel: isSaid,
    selectionContext: hasMembers(
      { groupId: isSaid, personaIds: isFilledList(isSaid) },
      { domainDocId: isSaid },
    ),
    evidence: (value) => isSaid(value) || isRecord(value),
    reasoning: isText,
  },
);

const isVeto = hasMembers(
  {
    triggeredBy: isOneOf(VETO_TRIGGERS),
    graderIdentity: isIdentity,
    evidence: isSaid,
    timestamp: fits(TIME),
  },
  { reasoning: isText },
);

const isEntry = hasMembers(
  {
    gradingId: fits(/^[a-f0-9]{8}--.+$/),
    schemaId: fits(/^[a-zA-Z0-9_-]+\.[a-zA-Z0-9_-]+$/),
    area: isOneOf(AREAS),
    version: fits(/^flowmcp\/4\.[0-9]+\.[0-9]+$/),
    schemaHash: fits(HASH),
    gradingMode: isOneOf(GRADING_MODES),
    gradingTier: isOneOf(TIERS),
    harness: fits(HARNESS_NAME),
    scoringSystem: fits(/^scoringSystem\/\d+\.\d+\.\d+$/),
    gradingSystem: fits(/^gradingSystem\/\d+\.\d+\.\d+$/),
    gradings: isFilledList(isAnswer),
    categoricalVeto: orNull(isVeto),
    aggregateGrade: isOneOf(AGGREGATE_GRADES),
    maxAttainableGrade: isOneOf(['A', 'B']),
  },
  {
    selectionId: isSaid,
    skillId: isSaid,
    aboutHash: fits(HASH),
    persona: hasMembers({ basePersonaId: isOneOf(BASE_PERSONAS), lensId: isSaid }),
    regradingTrigger: hasMembers(
      { triggeredBy: isOneOf(REGRADING_TRIGGERS), previousGradingId: isSaid, timestamp: fits(TIME) },
      { reportedIssue: isText, requestedBy: isText },
    ),
  },
);
