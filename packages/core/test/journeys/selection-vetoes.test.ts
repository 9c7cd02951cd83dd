// A veto on a part of a selection outlives the part, its level and its own entry, and only a full grading lifts it.
import { describe, expect, it } from 'vitest';
import type { Island } from '../../src/island/island.js';
import { nodesOf } from '../../src/target/logic/build-index.js';
import { MemoryFiles } from './memory-files.js';
import {
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  putEntry,
  putGroup,
  putSelection,
  rebuildSelectionIndex,
  SKILLS,
  selectionPath,
  selectionTarget,
  subjectOf,
} from './selection-island.js';

const TARGET = selectionTarget();

function openGroup() {
  const files = new MemoryFiles();
  const island = memoryIsland(files);
  putGroup(island, NAMESPACES);
  return { files, island };
}

describe('a veto', () => {
  /** Vetoes a part, rebuilds the index, then changes it; the index and a rebuild from scratch must agree. */
  function afterwards(node: string, change: (island: Island, files: MemoryFiles) => void) {
    const { files, island } = openGroup();
    gradeNodes(island, TARGET, { nodes: [node], grade: 'REJECTED' });
    const before = rebuildSelectionIndex(island);
    change(island, files);
    const known = rebuildSelectionIndex(island);
    files.remove(island.absolute(selectionPath('index.json')));
    const { updatedAt: _, ...fresh } = rebuildSelectionIndex(island);
    expect(fresh).toEqual((({ updatedAt, ...rest }) => rest)(known));
    return { before, after: known, island };
  }

  it('on the About stays when the selection no longer has one', () => {
    const { before, after } = afterwards('about', (island) => {
      putSelection(island, { about: null, at: '2026-03-01T11-00-00Z' });
    });
    expect(after.about).toEqual(before.about);
    expect([after.about.status, after.grade]).toEqual(['rejected', 'REJECTED']);
  });

  it('on a skill stays when its snapshot is gone', () => {
    const { before, after } = afterwards('skills.start-here', (island, files) => {
      const folder = selectionPath('skills/start-here');
      files.remove(island.absolute(`${folder}/${island.listFiles(folder)[0]}`));
    });
    expect(after.skills['start-here']).toEqual(before.skills['start-here']);
  });

  it.each([
    ['another level', { level: 'L3' as const }],
    ['no level', { level: 'none' as 'L1' }],
    ['no persona', { persona: '' }],
    ['other content', { content: 'Nothing to see.' }],
  ])('on a skill stays when it now has %s', (_, change) => {
    const { before, after } = afterwards('skills.start-here', (island) => {
      const skills = SKILLS.map((skill) => (skill.level === 'L1' ? { ...skill, ...change } : skill));
      putSelection(island, { skills, at: '2026-03-01T11-00-00Z' });
    });
    expect(after.skills['start-here']?.veto).toEqual(before.skills['start-here']?.veto);
    expect(after.skills['start-here']?.status).toBe('rejected');
  });

  it('on a skill disappears with the skill, and returns with it', () => {
    const { after, island } = afterwards('skills.start-here', (changed) => {
      putSelection(changed, { skills: SKILLS.slice(1), at: '2026-03-01T11-00-00Z' });
    });
    expect(Object.keys(after.skills)).toEqual(['hardness', 'pick-stone']);
    putSelection(island, { at: '2026-03-01T12-00-00Z' });
    expect(rebuildSelectionIndex(island).skills['start-here']?.status).toBe('rejected');
  });

  it("is lifted by a full entry at the skill's current level", () => {
    const { island } = afterwards('skills.start-here', (changed) => {
      const skills = SKILLS.map((skill) =>
        skill.level === 'L1' ? { ...skill, level: 'L2' as const } : skill,
      );
      putSelection(changed, { skills, at: '2026-03-01T11-00-00Z' });
    });
    const subject = subjectOf(island, TARGET, 'skills.start-here');
    expect(subject.area).toBe('selection-skills-L2');
    putEntry(island, TARGET, subject, { at: '2026-03-01T12-00-00Z' });
    expect(rebuildSelectionIndex(island).skills['start-here']).toMatchObject({
      status: 'stable',
      grade: 'B',
    });
  });

  it.each(['about', 'skills.hardness', 'selectionAggregate'])('on %s outlives its entry (D24)', (node) => {
    const { files, island } = openGroup();
    const path = putEntry(island, TARGET, subjectOf(island, TARGET, node), { grade: 'REJECTED' });
    rebuildSelectionIndex(island);
    files.remove(island.absolute(path));
    for (const _ of [1, 2]) {
      const index = rebuildSelectionIndex(island);
      expect(index.grade).toBe('REJECTED');
      expect(new Map(nodesOf(index)).get(node)).toMatchObject({
        status: 'rejected',
        reason: 'veto; its entry is missing',
      });
    }
  });
});
