import { maxSelectionGrade } from '../../grade/precondition.js';
import { readDocument } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { parseSnapshotName, parseTimestamp } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { questionById } from '../../questions/lookup.js';
import { weightOf } from '../../questions/question.js';
import { parseSelectionSections } from '../../rules/about/selection-sections.js';
import { highestVersion } from '../../runs/compose-prompt.js';
import { loadContent, versionOf } from '../../runs/namespace-content.js';
import { namespaceContent } from '../../runs/namespace-prompts.js';
import { judgeAllKeys } from '../../runs/raise-vetoes.js';
import { loadMembers } from '../../runs/selection-basis.js';
import { selectionContent } from '../../runs/selection-prompts.js';
import type { GradingRules } from '../../spec/books/book.js';
import { versionsOf } from '../../spec/books/registered.js';
import { promptsFile } from '../../spec/prompts.js';
import type { AskedSubject, StateFile, StoredAnswer } from '../../spec/state.js';
import type { Subject } from '../../target/logic/subjects.js';
import type { Target } from '../../target/logic/target.js';
import { deriveNamespace } from '../../target/rebuild/derive-namespace.js';
import {
  asSelectionSkills,
  type DerivedSelection,
  deriveSelection,
} from '../../target/rebuild/derive-selection.js';
import { firstDifference } from '../../values/first-difference.js';

export interface RunOnDisk {
  readonly island: Island;
  readonly target: Target;
  readonly folder: string;
  readonly now: Date;
  readonly state: StateFile;
}

/**
 * Checks a run that is not in the journal, because an earlier version emitted it, against the snapshots and facts it
 * was built from. Reports RUN-015 for parts of the run that differ: answers given by code, weights or versions, among
 * others. Parts that cannot be rebuilt are not compared.
 */
export function compareWithFacts(run: RunOnDisk): Problem[] {
  const { target, state } = run;
  const sources =
    target.flow === 'provider' ? namespaceSources(run, target.id) : selectionSources(run, target.id);
  const found = [
    differ(run, FILE_NAMES.state, '', { found: { tier: state.tier }, expected: { tier: target.tier } }),
    ...state.subjects.map((asked, at) => {
      const subject = sources.subjects.find(({ node }) => node === asked.node);
      // A subject that is gone or has different content is refused for that reason, so it is not compared.
      if (subject?.hash !== asked.schemaHash) return null;
      const compared = compareSubject(run, asked, { subject, ...sources.make(subject) });
      return differ(run, FILE_NAMES.state, `/subjects/${at}`, compared);
    }),
    comparePrompts(run),
  ];
  return found.filter((one) => one !== null);
}

interface Compared {
  readonly found: unknown;
  readonly expected: unknown;
}

function differ(
  { folder }: RunOnDisk,
  document: string,
  place: string,
  { found, expected }: Compared,
): Problem | null {
  const difference = firstDifference(found, expected);
  if (!difference) return null;
  const field = `${place}${difference.path}`;
  const where = { file: `${folder}/${document}`, path: field };
  return problem('RUN-015', where, { ...difference, field, document, target: folder });
}

/** The parts of a subject that follow from snapshots and facts; undefined if they cannot be derived. */
interface Made {
  readonly version: string | undefined;
  readonly maxGrade: 'B' | undefined;
  readonly answers: readonly StoredAnswer[] | undefined;
}

interface Sources {
  readonly subjects: readonly Subject[];
  readonly make: (subject: Subject) => Made;
}

function namespaceSources({ island, now }: RunOnDisk, namespace: string): Sources {
  const { index, outline, facts, subjects } = deriveNamespace({
    island,
    namespace,
    now,
    reuse: false,
    asBefore: true,
    keep: true,
  });
  const content = loadContent(island, namespace, outline);
  const verdicts = judgeAllKeys(content);
  const basis = { island, namespace, index, content, facts, verdicts, findings: new Map(), now };
  const isThere = ({ schema, tool, skill, area }: Subject) => {
    if (skill !== null) return content.skills.some((one) => one.schema === schema && one.skill === skill);
    if (area === 'about-namespace') return content.about !== null;
    if (tool !== null)
      return content.schemas.has(schema ?? '') && facts.get(schema ?? '')?.tools[tool] !== undefined;
    return schema === null || content.schemas.has(schema);
  };
  return {
    subjects,
    make: (subject) => ({
      version: content.schemas.size === 0 ? undefined : `flowmcp/${versionOf(subject, content)}`,
      maxGrade: undefined,
      answers: isThere(subject) ? namespaceContent(basis, subject).deterministic : undefined,
    }),
  };
}

function selectionSources({ island, now, state }: RunOnDisk, selectionId: string): Sources {
  const derived = deriveSelection({ island, selectionId, now, asBefore: true });
  const { index, content, subjects } = derived;
  const { about } = content;
  const isCapped = maxSelectionGrade(index.summary.namespaces, island.book.grading) === 'B';
  const members = areAsFrozen(derived) ? loadMembers(island, index) : null;
  const version = members ? `flowmcp/${highestVersion(members.map(({ main }) => main.version))}` : undefined;
  const isUnchanged = !wasImportedSince(derived, state.createdAt);
  return {
    subjects,
    make: (subject) => {
      const isWhole = subject.area === 'selection-aggregate';
      const basis = about && {
        ...{ island, index, content, about, now },
        missing: parseSelectionSections(about.text).missing,
        skills: asSelectionSkills(content.skills),
        members: members ?? [],
        findings: [],
      };
      return {
        version,
        maxGrade: isWhole && isCapped ? 'B' : undefined,
        // Code's answers about the aggregate follow from the aggregate's parts as they were when the run was emitted.
        answers:
          basis && (!isWhole || isUnchanged) ? selectionContent(basis, subject).deterministic : undefined,
      };
    },
  };
}

/** A member changed since the freeze may have a different version: that is a finding, not a reason to refuse. */
function areAsFrozen({ index: { lockSnapshot, members } }: DerivedSelection): boolean {
  return (lockSnapshot?.members ?? []).every(
    ({ schemaId, schemaHash }) =>
      Object.hasOwn(members, schemaId) && members[schemaId]?.boundTo === schemaHash,
  );
}

function wasImportedSince({ content: { snapshot, about, skills } }: DerivedSelection, at: string): boolean {
  const files = skills.map(({ file }) => parseSnapshotName(file.slice(file.lastIndexOf('/') + 1))?.timestamp);
  return [snapshot.timestamp, about?.timestamp, ...files].some(
    (timestamp) => timestamp !== undefined && (parseTimestamp(timestamp)?.toISOString() ?? '') > at,
  );
}

function compareSubject(
  { state, island }: RunOnDisk,
  asked: AskedSubject,
  { subject, version, maxGrade, answers }: Made & { readonly subject: Subject },
): Compared {
  const { deterministic } = asked;
  const withWeight = (answer: StoredAnswer) => ({
    ...answer,
    weight: weightOfAnswer(answer, island.book.grading),
  });
  const isFull = state.gradingMode === 'full';
  const expected = answers?.filter(
    ({ questionId }) => isFull || deterministic.some((one) => one.questionId === questionId),
  );
  return {
    found: { ...pickOf(asked), deterministic: deterministic.map(answerOf) },
    expected: {
      area: subject.area,
      subject: subject.subject,
      folder: subject.folder,
      schemaId: subject.schemaId,
      skillId: subject.skill ?? undefined,
      maxGrade,
      version: version ?? asked.version,
      deterministic: (expected ?? deterministic.map(withWeight)).map(answerOf),
    },
  };
}

function pickOf({ area, subject, folder, schemaId, skillId, maxGrade, version }: AskedSubject) {
  return { area, subject, folder, schemaId, skillId, maxGrade, version };
}

/** The part of an answer that is compared; facts alone do not determine an answer's time and wording. */
function answerOf({ questionId, score, naReason, weight }: StoredAnswer) {
  return { questionId, score, naReason, weight };
}

interface Weighted {
  readonly questionId: string;
  readonly weight: number;
}

/** The weight of the question, or the answer's own weight if the catalogue no longer has the question. */
function weightOfAnswer({ questionId, weight }: Weighted, grading: GradingRules): number {
  const question = questionById(questionId);
  return question ? weightOf(question, grading) : weight;
}

/** Compares weights and versions with those that the graders saw. */
function comparePrompts(run: RunOnDisk): Problem | null {
  const { island, folder, state } = run;
  const parsed = readDocument(island, `${folder}/${FILE_NAMES.prompts}`, promptsFile);
  if (!parsed || 'problem' in parsed || parsed.value.taskId !== state.taskId) return null;
  const { gradingSpec, scoringSystem, gradingSystem, prompts } = parsed.value;
  const weights = (weigh: (one: Weighted) => number) =>
    prompts.map(({ questions }) => ({ questions: questions.map((one) => ({ weight: weigh(one) })) }));
  return differ(run, FILE_NAMES.prompts, '', {
    found: { gradingSpec, scoringSystem, gradingSystem, prompts: weights(({ weight }) => weight) },
    expected: {
      ...versionsOf(island.book),
      prompts: weights((one) => weightOfAnswer(one, island.book.grading)),
    },
  });
}
