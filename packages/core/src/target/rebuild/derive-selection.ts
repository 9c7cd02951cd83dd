import { countNamespaces, tooFewNamespaces } from '../../grade/precondition.js';
import { readLockSnapshot, readSelectionIndex } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { journalledVetoes, readJournalBytes } from '../../island/journal/read-journal.js';
import { selectionFolder } from '../../island/logic/paths.js';
import type { EntriesSeen } from '../../island/read-namespace.js';
import { fatal } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { parseSelectionSections } from '../../rules/about/selection-sections.js';
import type { SelectionSkill } from '../../rules/selection-finding.js';
import type { Obstacle, Thresholds } from '../../spec/books/book.js';
import type { IndexNode, LockSnapshot, SelectionIndex } from '../../spec/index-file.js';
import { skillName } from '../../spec/selection.js';
import { SKILL_LEVELS } from '../../spec/skill.js';
import { createEntryReader } from '../entry-reader.js';
import { type LoadedSelection, type LoadedSelectionSkill, loadSelection } from '../load-selection.js';
import { buildSelectionIndex } from '../logic/build-index.js';
import { countWhole, type Reading, type Readings } from '../logic/selection/one-persona.js';
import {
  levelBelow,
  levelOf,
  skillObstacle,
  toSelectionSkill,
  waitingFor,
} from '../logic/selection/skills.js';
import { SKILL_AREAS, type Subject, selectionSubjects } from '../logic/subjects.js';
import { NO_DOMAIN_KNOWLEDGE } from '../logic/waits-for.js';
import { createIndexLookup, resolveMembers } from '../resolve-members.js';
import { createNodeDeriver, type NodeToDerive } from './derive-node.js';
import { type LostInSelection, lostInSelection, withLost } from './lost-references.js';

export interface DerivedSelection {
  readonly index: SelectionIndex;
  readonly content: LoadedSelection;
  /** All gradable subjects with their status, in the order of grading. */
  readonly subjects: readonly Subject[];
  /** The persona of each graded part. */
  readonly readings: Readings;
  /** Files that could not be used. */
  readonly problems: readonly Problem[];
}

const WITHOUT_ABOUT: Obstacle = { cause: 'no-about', text: NO_DOMAIN_KNOWLEDGE };
/** Relative to the folder of the selection. */
const ABOUT_FOLDER = 'resources/about';
const skillFolder = (skill: string) => `skills/${skill}`;

/**
 * Derives the index of a selection from its files, the indexes of its members' namespaces, the previous index and the
 * clock. Writes nothing.
 *
 * @throws GradingError IDX-011 if the index on disk is damaged, TGT-006 if nothing was imported
 */
export function deriveSelection(input: SelectionInput): DerivedSelection {
  return input.island.withListings(() => readAndDerive(input));
}

interface SelectionInput {
  island: Island;
  selectionId: string;
  now: Date;
  lockSnapshot?: LockSnapshot;
  /** Grade again with these thresholds. */
  thresholds?: Partial<Thresholds> | undefined;
  /** Derive as versions before decision 0063 did. */
  asBefore?: boolean | undefined;
  /** Entries that were already read. */
  seen?: EntriesSeen | undefined;
}

function readAndDerive({
  island,
  selectionId,
  now,
  lockSnapshot,
  thresholds,
  asBefore,
  seen,
}: SelectionInput): DerivedSelection {
  const folder = selectionFolder(selectionId);
  const previous = readSelectionIndex(island, folder);
  const content = loadSelection(island, selectionId);
  if (!content) throw fatal('TGT-006', undefined, { target: folder });
  const problems: Problem[] = [];
  const readings = new Map<string, Reading>();
  const journal = readJournalBytes(island, folder);
  const vetoes = { journalled: journalledVetoes(journal, island.now()) };
  const derive = createNodeDeriver({
    island,
    now,
    problems,
    thresholds,
    asBefore,
    vetoes,
    read: seen ?? createEntryReader(island, folder, journal).seen,
    readings,
  });
  const indexOf = createIndexLookup(island, { now, asBefore, problems });
  const lost = lostInSelection(island, content, indexOf);
  const { spec, grading } = island.book;
  const members = withLost(resolveMembers(content.definition, indexOf, spec), lost.members, spec);
  const tooFew = tooFewNamespaces(countNamespaces(Object.keys(members)), grading);
  const missing = content.about ? null : WITHOUT_ABOUT;
  const obstacle = tooFew === null ? missing : ({ cause: 'waits', text: tooFew } as const);
  const about = derive({
    folder: ABOUT_FOLDER,
    areas: ['about-selection'],
    currentHash: content.about?.hash ?? null,
    before: previous?.about,
    obstacle,
  });
  const skills = deriveSkills(content, { previous, derive, obstacle, lost: lost.skills });
  const whole = derive({
    folder: '',
    areas: ['selection-aggregate'],
    currentHash: content.snapshot.hash,
    before: previous?.selectionAggregate,
    obstacle,
    unresolved: lost.definition,
    content: { missingSections: () => countMissing(content) },
  });
  const parts = new Map([
    [ABOUT_FOLDER, 'about'],
    ...Object.keys(skills).map((skill) => [skillFolder(skill), skill] as const),
  ]);
  const index = buildSelectionIndex(
    {
      selectionId,
      members,
      about,
      skills,
      selectionAggregate: asBefore ? whole : countWhole(whole, parts, readings),
      lockSnapshot: lockSnapshot ?? readLockSnapshot(island, folder, previous),
    },
    previous,
    { now, book: island.book },
  );
  const subjects = selectionSubjects(index, {
    namespace: content.definition.namespace,
    selectionHash: content.snapshot.hash,
    about: content.about,
    skills: content.skills.flatMap(({ skill, hash, source }) =>
      source ? [{ skill, hash, level: levelOf(source) }] : [],
    ),
  });
  return { index, content, subjects, readings, problems };
}

interface SkillSituation {
  readonly previous: SelectionIndex | null;
  readonly derive: (node: NodeToDerive) => IndexNode;
  /** Obstacle to grading the selection as a whole. */
  readonly obstacle: Obstacle | null;
  readonly lost: LostInSelection['skills'];
}

/**
 * Derives the skills level by level, because a skill waits for the grades of its predecessors (spec 13, Predecessor
 * Chain).
 */
function deriveSkills({ definition, skills }: LoadedSelection, situation: SkillSituation) {
  const { previous, derive, obstacle, lost } = situation;
  const known = asSelectionSkills(skills);
  // An unreadable skill may have any level.
  const isWhole = known.length === definition.skills.length;
  const nodes = new Map<string, IndexNode>();
  const deriveSkill = (skill: string, currentHash: string | null, own: Obstacle | null) =>
    derive({
      folder: skillFolder(skill),
      areas: SKILL_AREAS,
      currentHash,
      before: knownSkill(previous, skill),
      obstacle: obstacle ?? own,
      unresolved: lost.get(skill) ?? null,
      content: { lowerSkills: () => (isWhole ? countLower(skill, known) : null) },
    });
  for (const level of SKILL_LEVELS) {
    for (const skill of known.filter((one) => one.level === level)) {
      const hash = skills.find((one) => one.skill === skill.name)?.hash ?? null;
      const waits = waitingFor(skill, known, (name) => nodes.get(name)?.status);
      nodes.set(skill.name, deriveSkill(skill.name, hash, skillObstacle(skill) ?? waits));
    }
  }
  const ungraded = (skill: string): IndexNode => {
    const own = known.find(({ name }) => name === skill);
    const lost = skills.some((one) => one.skill === skill) ? 'snapshot unreadable' : 'snapshot missing';
    return deriveSkill(skill, null, own ? skillObstacle(own) : { cause: 'invalid', text: lost });
  };
  const names = definition.skills.map(({ file }) => skillName(file));
  return Object.fromEntries(names.map((skill) => [skill, nodes.get(skill) ?? ungraded(skill)]));
}

/** Number of skills at the level below; null if there is no such level. */
function countLower(skill: string, known: readonly SelectionSkill[]): number | null {
  const below = levelBelow(known.find(({ name }) => name === skill)?.level ?? null);
  return below && known.filter(({ level }) => level === below).length;
}

function countMissing({ about }: LoadedSelection): number | null {
  return about && parseSelectionSections(about.text).missing.length;
}

/** The skills of a selection as its rules see them, without unreadable ones. */
export function asSelectionSkills(skills: readonly LoadedSelectionSkill[]): SelectionSkill[] {
  return skills.flatMap(({ source, skill, file, reading }) =>
    source ? [toSelectionSkill(source, { name: skill, file, locate: reading.locate })] : [],
  );
}

function knownSkill(index: SelectionIndex | null, skill: string): IndexNode | undefined {
  return index && Object.hasOwn(index.skills, skill) ? index.skills[skill] : undefined;
}
