import { deriveNode, type KnownVeto } from '../../grade/node-status.js';
import { isGraded } from '../../grade/roll-up.js';
import type { Island } from '../../island/island.js';
import type { JournalledVeto } from '../../island/journal/read-journal.js';
import { latestToCount } from '../../island/logic/names.js';
import type { EntriesSeen } from '../../island/read-namespace.js';
import type { Problem } from '../../problems/problem.js';
import type { GradedContent } from '../../questions/applicability.js';
import { ageingOfQuestion } from '../../questions/lookup.js';
import type { Obstacle, Thresholds } from '../../spec/books/book.js';
import type { IndexNode } from '../../spec/index-file.js';
import type { AreaId } from '../../spec/vocabulary.js';
import type { Reading } from '../logic/selection/one-persona.js';
import type { VetoesElsewhere } from './vetoes-elsewhere.js';

export interface NodeToDerive {
  /** Folder of the graded subject, relative to the folder of the index. */
  readonly folder: string;
  /** Areas that its entries may belong to. */
  readonly areas: readonly AreaId[];
  /** Hash of the current content; null if the content is gone or unreadable. */
  readonly currentHash: string | null;
  /** The node in the index on disk, which may record a veto whose entry is gone. */
  readonly before: IndexNode | undefined;
  /** What prevents it from being graded now, if anything. */
  readonly obstacle: Obstacle | null;
  /** A broken reference in its content; it counts regardless of the node's entries. */
  readonly unresolved?: Obstacle | null;
  /** Why an entry from a given time is about something else, even if its hash matches. */
  readonly outdated?: ((timestamp: string) => string | null) | undefined;
  /** Decides which questions apply; read only if a question is open. */
  readonly content?: GradedContent;
}

/** Sources for a node's vetoes besides its entries. */
export interface VetoSources {
  readonly journalled: readonly JournalledVeto[];
  /** Looks up vetoes of a node that were raised in other folders; present only for a namespace. */
  readonly elsewhere?: ((folder: string, areas: readonly AreaId[]) => VetoesElsewhere) | undefined;
}

const ENTRY_LOST = 'an entry is not what the journal has taken in, re-grade required';

/**
 * Returns a function that derives nodes of one index from their entries.
 *
 * @param thresholds grade again with these thresholds
 * @param asBefore derive as an earlier version did
 * @param vetoes sources of vetoes that may be missing from the entries
 * @param readings receives the persona of each graded node, by its folder
 * @param read reads the entries of a node
 * @param problems receives the entries that could not be read
 */
export function createNodeDeriver({
  island,
  now,
  problems,
  thresholds,
  asBefore,
  vetoes,
  read,
  readings,
}: {
  island: Island;
  now: Date;
  problems: Problem[];
  thresholds?: Partial<Thresholds> | undefined;
  asBefore?: boolean | undefined;
  vetoes: VetoSources;
  read: EntriesSeen;
  readings?: Map<string, Reading> | undefined;
}): (node: NodeToDerive) => IndexNode {
  const latest = latestToCount(island.now());
  return ({ folder, areas, currentHash, before, obstacle, unresolved, outdated, content = {} }) => {
    const found = read(folder, areas);
    problems.push(...found.problems);
    const remembered = before?.veto && before.veto.at <= latest ? [before.veto] : [];
    const isLost = found.problems.some(({ code }) => code === 'IDX-010');
    const [unread] = isLost ? [] : found.problems;
    const broken = unread
      ? ({ cause: 'invalid', text: 'entry unreadable', code: unread.code } as const)
      : null;
    const node = deriveNode({
      entries: found.entries,
      currentHash,
      obstacle: obstacle ?? broken,
      unresolved,
      lost: isLost && !asBefore ? ENTRY_LOST : null,
      outdated,
      knownVetoes: asBefore ? remembered : knownVetoes({ folder, areas, remembered }, vetoes),
      ageingOf: ageingOfQuestion,
      book: island.book,
      content,
      now,
      thresholds,
      asBefore,
    });
    const full = found.entries.findLast(({ mode }) => mode === 'full');
    if (full && isGraded(node.status))
      readings?.set(folder, { persona: full.persona, timestamp: full.timestamp });
    return node;
  };
}

/** Leaves out vetoes that the previous index took from another folder: the entries there decide whether they still count. */
function knownVetoes(
  {
    folder,
    areas,
    remembered,
  }: Pick<NodeToDerive, 'folder' | 'areas'> & { readonly remembered: readonly KnownVeto[] },
  { journalled, elsewhere }: VetoSources,
): KnownVeto[] {
  const own = journalled.filter((veto) => veto.folder === folder && areas.includes(veto.area));
  const others = elsewhere?.(folder, areas);
  const here = remembered.filter(
    (veto) => !others?.gradingIds.has(veto.gradingId) && !others?.isLifted(veto),
  );
  return [...here, ...own, ...(others?.standing ?? [])];
}
