// A plan depends only on source and island: what one plan writes, the next one keeps.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  planSelection,
  type SelectionFiles,
  type SelectionTarget,
} from '../../../../src/features/import/logic/plan-selection.js';
import type { ImportSkill } from '../../../../src/features/import/logic/sources.js';
import { type KnownSnapshots, parseSnapshotName } from '../../../../src/island/logic/names.js';
import { problem } from '../../../../src/problems/error-codes.js';
import { hashSelection, sha256 } from '../../../../src/spec/hash.js';
import { definitionOf, skillSource, skillText } from '../../../journeys/selection-sources.js';

const NOW = new Date('2026-03-01T10:00:00Z');
const NOTHING: KnownSnapshots = { timestamps: [], newestSha256: '' };
const EMPTY: SelectionTarget = { current: null, definition: NOTHING, about: NOTHING, skills: new Map() };

function skillFile(name: string, isRefused = false): ImportSkill {
  const problems = isRefused ? [problem('SKL011', {}, { found: 'nothing' })] : [];
  const bytes = new TextEncoder().encode(skillText(name, 'L3'));
  return { file: `${name}.mjs`, name, bytes, skill: isRefused ? null : skillSource(name, 'L3'), problems };
}

const files = fc
  .record({
    title: fc.constantFrom('Stones', 'Pebbles'),
    about: fc.option(fc.constantFrom('# One', '# Two')),
    skills: fc.uniqueArray(
      fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), isRefused: fc.boolean() }),
      {
        selector: ({ name }) => name,
      },
    ),
  })
  .map(
    ({ title, about, skills }): SelectionFiles => ({
      definition: definitionOf({
        name: title,
        skills: skills.map(({ name }) => ({ file: `skills/${name}.mjs` })),
      }),
      about: about === null ? null : new TextEncoder().encode(about),
      skills: skills.map(({ name, isRefused }) => skillFile(name, isRefused)),
    }),
  );

/** The island after a plan was applied. */
function apply(target: SelectionTarget, plan: ReturnType<typeof planSelection>): SelectionTarget {
  const add = (
    known: KnownSnapshots | undefined,
    one: { fileName: string | null; bytes: Uint8Array } | null,
  ) => {
    const before = known ?? NOTHING;
    const timestamp = one?.fileName ? parseSnapshotName(one.fileName)?.timestamp : undefined;
    if (!one || timestamp === undefined) return before;
    return { timestamps: [...before.timestamps, timestamp], newestSha256: sha256(one.bytes) };
  };
  return {
    current: plan.definition.value,
    definition: add(target.definition, plan.definition),
    about: add(target.about, plan.about),
    skills: new Map([
      ...target.skills,
      ...plan.skills.map((one) => [one.skill, add(target.skills.get(one.skill), one)] as const),
    ]),
  };
}

describe('planSelection', () => {
  it('writes nothing that already exists', () => {
    fc.assert(
      fc.property(fc.array(files, { minLength: 1, maxLength: 6 }), (steps) => {
        const target = steps.reduce((left, step) => apply(left, planSelection(step, left, NOW)), EMPTY);
        const again = planSelection(steps.at(-1) as SelectionFiles, target, NOW);
        expect([again.definition, again.about, ...again.skills].map((one) => one?.fileName ?? null)).toEqual(
          Array(2 + again.skills.length).fill(null),
        );
      }),
    );
  });

  it('timestamps only increase, and a definition names no skill without a snapshot', () => {
    fc.assert(
      fc.property(fc.array(files, { maxLength: 6 }), (steps) => {
        let target = EMPTY;
        for (const step of steps) {
          const plan = planSelection(step, target, NOW);
          target = apply(target, plan);
          const named = plan.definition.value.skills.map(({ file }) =>
            file.slice('skills/'.length, -'.mjs'.length),
          );
          expect(named.filter((skill) => !target.skills.has(skill))).toEqual([]);
          expect(plan.definition.hash).toBe(hashSelection(plan.definition.value));
        }
        for (const { timestamps } of [target.definition, target.about, ...target.skills.values()]) {
          expect(timestamps).toEqual([...new Set(timestamps)].sort());
        }
      }),
    );
  });

  it('the definition is written as readable JSON', () => {
    const plan = planSelection(
      { definition: definitionOf({ skills: [] }), about: null, skills: [] },
      EMPTY,
      NOW,
    );
    const text = new TextDecoder().decode(plan.definition.bytes);
    expect(text).toBe(`${JSON.stringify(definitionOf({ skills: [] }), null, 2)}\n`);
    expect(plan.definition.fileName).toBe(`stones--2026-03-01T10-00-00Z--${plan.definition.hash}.json`);
  });
});
