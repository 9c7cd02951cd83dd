// For each question, a table states whether it may not apply, to what, and that code proves it from the
// content.
import { describe, expect, it } from 'vitest';
import {
  appliesTo,
  type GradedContent,
  PROOFS_OF_NO_APPLICATION,
} from '../../src/questions/applicability.js';
import { questions } from '../../src/questions/registry.generated.js';

const tool = (count: number | null): GradedContent => ({ userParameters: () => count });
const tools = (count: number | null): GradedContent => ({ tools: () => count });
const server = (count: number | null): GradedContent => ({ serverParameters: () => count });
const lower = (count: number | null): GradedContent => ({ lowerSkills: () => count });
const sections = (count: number | null): GradedContent => ({ missingSections: () => count });

interface Row {
  /** Content to which it does not apply. */
  readonly without: GradedContent;
  /** The most similar content to which it applies. */
  readonly applies: GradedContent;
  readonly unknown: GradedContent;
}

const NO_PARAMETERS: Row = { without: tool(0), applies: tool(1), unknown: tool(null) };
const ONE_TOOL: Row = { without: tools(1), applies: tools(2), unknown: tools(null) };
const NO_KEYS: Row = { without: server(0), applies: server(1), unknown: server(null) };
const NO_LOWER_SKILL: Row = { without: lower(0), applies: lower(1), unknown: lower(null) };
const SECTION_MISSING: Row = { without: sections(1), applies: sections(0), unknown: sections(null) };

/** null: it always applies. */
const EXPECTED: Readonly<Record<string, readonly (Row | null)[]>> = {
  'single-test': [null, null, null, null, null, NO_PARAMETERS, NO_PARAMETERS, null, null, null, null],
  'tools-aggregate-schema': [null, ONE_TOOL, ONE_TOOL, NO_KEYS, null, null],
  'tools-aggregate-namespace': [null, null, ONE_TOOL, ONE_TOOL, null],
  'namespace-description': [null, null, null, null],
  'namespace-skills': [null, null, null, null, null, null],
  'about-namespace': [null, null, null, null, null, null, null],
  'about-selection': [null, null, null, null, null, null, null],
  'selection-skills-L1': [null, null, null, null],
  'selection-skills-L2': [NO_LOWER_SKILL, NO_LOWER_SKILL, NO_LOWER_SKILL, null, null],
  'selection-skills-L3': [null, NO_LOWER_SKILL, null, null, null, null],
  'selection-aggregate': [null, null, SECTION_MISSING, null, null, null],
};
const rows = Object.entries(EXPECTED).flatMap(([area, list]) =>
  list.map((row, at) => [`Q-${area}-${String(at + 1).padStart(2, '0')}`, row] as const),
);

/** Content that is missing, which code can detect. */
const BARE: GradedContent = {
  userParameters: () => 0,
  serverParameters: () => 0,
  tools: () => 1,
  lowerSkills: () => 0,
  missingSections: () => 7,
};

it('the table holds every question of the catalogue', () => {
  expect(rows.map(([id]) => id)).toEqual(questions.map(({ id }) => id));
  expect(rows).toHaveLength(67);
});

it('only questions for graders may not apply: code answers n/a itself', () => {
  for (const id of Object.keys(PROOFS_OF_NO_APPLICATION)) {
    expect(questions.find((question) => question.id === id)?.determinism).toBe('non-deterministic');
  }
});

describe.each(rows)('%s', (id, row) => {
  if (row === null) {
    it('always applies', () => expect(appliesTo(id, BARE)).toBe(true));
    return;
  }
  it('does not apply if code proves that, and only then', () => {
    expect(appliesTo(id, row.without)).toBe(false);
    expect(appliesTo(id, row.applies)).toBe(true);
    expect(appliesTo(id, row.unknown)).toBe(true);
    expect(appliesTo(id, {})).toBe(true);
  });
});
