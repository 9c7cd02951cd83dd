/**
 * The rules of grading, written a second time: how entries, facts, vetoes and content determine the status of a node.
 * Written from the text of the rules alone; shares no line with the code it is compared with.
 */

export type Status = 'pending' | 'blocked' | 'graded' | 'stable' | 'rejected';
export type Given = number | 'pass' | 'fail' | 'n/a';

export interface Answer {
  readonly questionId: string;
  readonly score: Given;
  /** Time it was given. */
  readonly at: number;
}

export interface Entry {
  readonly area: string;
  /** Its place. */
  readonly place: string;
  /** Its subject. */
  readonly content: string;
  /** The shared list that the tests of its subject used. */
  readonly list: string;
  readonly at: number;
  readonly mode: 'full' | 'partial';
  readonly letter: string;
  /** Whether the veto was raised here, and not repeated. */
  readonly raises: boolean;
  readonly answers: readonly Answer[];
}

/** A gradable node, as in the last imported sources. */
export interface Subject {
  /** Its name in the index. */
  readonly node: string;
  readonly area: string;
  /** Its name in the prompts. */
  readonly subject: string;
  readonly place: string;
  readonly content: string;
  readonly list: string;
  readonly schema: string | null;
  /** Nodes of one namespace that a veto may move to: tools of a name, skills of a name, … */
  readonly kin: string;
  /** Whether a veto applies to any content of this name, or only to the vetoed content. */
  readonly follows: 'name' | 'content';
  /** What blocks a grade now, with or without entries. */
  readonly broken: boolean;
  /** What blocks it unless the content has a grade. */
  readonly hindered: boolean;
  /** Questions that are asked but do not apply. */
  readonly without: readonly string[];
}

export interface Node {
  readonly status: Status;
  readonly letter: string | null;
  readonly stale: readonly string[];
  readonly coverage: number;
  /** Rejected, with the current content. */
  readonly vetoedAsIs: boolean;
}

interface Question {
  readonly id: string;
  readonly weight: number;
  readonly byCode: boolean;
  readonly isYesNo: boolean;
  readonly ageDays: number | null;
}

const DAY = 24 * 60 * 60 * 1000;

/** Number, kind (D code, N grader), form (B yes or no, S scale), weight: as on the page of the catalogue. */
const CATALOGUE: Readonly<Record<string, string>> = {
  'single-test': 'DB.34@14 DB.33@14 DB.33 NS.34 NS.33 NS.33 NS.25 NS.25 NS.25 NS.25',
  'tools-aggregate-schema': 'DB.25 NS.25 NS.25 NS.25 NS.5 NS.5',
  'tools-aggregate-namespace': 'DB.2 NS.2 NS.2 NS.2 NB.2',
  'namespace-description': 'NS.25 NS.25 NS.25 NB.25',
  'namespace-skills': 'NS.34 NS.33 NS.33 NS.34 NS.33 NB.33',
  'about-namespace': 'DB.34 NS.33 NS.33 NS.25 NS.25 NB.25@30 NS.25',
  'about-selection': 'DB.34 NS.33 NS.33 NS.25 NS.25 NS.25 NS.25',
  'selection-skills-L1': 'NB.5 NS.5 NS.5 NS.5',
  'selection-skills-L2': 'NS.5 NS.5 NS.34 NS.33 NS.33',
  'selection-skills-L3': 'NS.34 NS.33 NS.33 NS.34 NS.33 NS.33',
  'selection-aggregate': 'DB.1 NS.2 NS.3 NS.25 DB.05 DB.1',
};

export function questionsOf(area: string): Question[] {
  return (CATALOGUE[area] ?? '').split(' ').map((text, at) => {
    const [, kind, form, weight, days] = /^(.)(.)([^@]+)(?:@(\d+))?$/.exec(text) ?? [];
    return {
      id: `Q-${area}-${String(at + 1).padStart(2, '0')}`,
      weight: Number(weight),
      byCode: kind === 'D',
      isYesNo: form === 'B',
      ageDays: days ? Number(days) : null,
    };
  });
}

const counts = ({ score }: Answer) => score !== 'n/a';
const pointsOf = (score: Given) => (score === 'pass' ? 5 : score === 'fail' ? 1 : Number(score));

/** null: nothing counts. */
export function meanOf(area: string, answers: readonly Answer[]): number | null {
  const weights = new Map(questionsOf(area).map(({ id, weight }) => [id, weight]));
  let sum = 0;
  let all = 0;
  for (const { questionId, score } of answers.filter(counts)) {
    const weight = weights.get(questionId) ?? Number.NaN;
    sum += weight * pointsOf(score);
    all += weight;
  }
  return all === 0 ? null : Number((sum / all).toFixed(12));
}

const LETTERS = 'ABCDF';

export function bandOf(mean: number, best: 'A' | 'B'): string {
  const band = mean >= 4.5 ? 'A' : mean >= 3.5 ? 'B' : mean >= 2.5 ? 'C' : mean >= 1.5 ? 'D' : 'F';
  return band === 'A' ? best : band;
}

export function worstOf(letters: readonly string[]): string | null {
  return [...letters].sort((a, b) => LETTERS.indexOf(b) - LETTERS.indexOf(a))[0] ?? null;
}

/** Whether a grader judged anything. */
export function isJudged(area: string, answers: readonly Answer[]): boolean {
  const byCode = new Set(questionsOf(area).flatMap(({ id, byCode: isCode }) => (isCode ? [id] : [])));
  return answers.some((answer) => counts(answer) && !byCode.has(answer.questionId));
}

/** All answers about one target. */
export interface Evidence {
  readonly entries: readonly Entry[];
  /** The content of a schema over time. */
  readonly history: readonly { readonly schema: string; readonly content: string; readonly at: number }[];
  readonly kin: ReadonlyMap<string, { readonly kin: string; readonly schema: string | null }>;
}

const raised = ({ letter, raises }: Entry) => letter === 'REJECTED' && raises;
const lifts = ({ letter, mode }: Entry) => letter !== 'REJECTED' && mode === 'full';

/** Whether a schema had this content at a time, or at any later time. */
function hadContent({ history }: Evidence, schema: string, { content, at }: Entry): boolean {
  const own = history.filter((one) => one.schema === schema);
  const then = own.filter((one) => one.at <= at).at(-1);
  return then?.content === content || own.some((one) => one.at > at && one.content === content);
}

function standingVetoes(subject: Subject, evidence: Evidence): Entry[] {
  const isOfKin = (entry: Entry) => evidence.kin.get(entry.place)?.kin === subject.kin;
  return evidence.entries.filter((veto) => {
    if (!raised(veto)) return false;
    const isOwn = veto.place === subject.place;
    if (!isOwn && !isOfKin(veto)) return false;
    if (!isOwn && subject.follows === 'content' && !hadContent(evidence, subject.schema ?? '', veto))
      return false;
    const isLifted = evidence.entries.some(
      (entry) =>
        lifts(entry) &&
        entry.at > veto.at &&
        (entry.place === subject.place ||
          (!isOwn && (entry.place === veto.place || (isOfKin(entry) && entry.content === veto.content)))),
    );
    return !isLifted;
  });
}

const newest = (entries: readonly Entry[]): Entry | null =>
  entries.reduce<Entry | null>((best, one) => (best && best.at > one.at ? best : one), null);

/** When the newest veto that is not lifted was raised; null: there is none. */
export function vetoedAt(subject: Subject, evidence: Evidence): number | null {
  return newest(standingVetoes(subject, evidence))?.at ?? null;
}

/** The full entry that decides the grade of the subject's current content. */
export function decidingEntry(subject: Subject, { entries }: Evidence): Entry | null {
  const full = newest(entries.filter(({ place, mode }) => place === subject.place && mode === 'full'));
  return full && full.content === subject.content && full.list === subject.list ? full : null;
}

export function nodeOf(subject: Subject, evidence: Evidence, now: number): Node {
  const bare = { letter: null, stale: [], coverage: 1, vetoedAsIs: false };
  const vetoes = standingVetoes(subject, evidence);
  if (vetoes.length > 0) {
    const last = newest(vetoes);
    const vetoedAsIs = last?.content === subject.content && last?.list === subject.list;
    return { ...bare, status: 'rejected', letter: 'REJECTED', vetoedAsIs };
  }
  if (subject.broken) return { ...bare, status: 'blocked' };
  const deciding = decidingEntry(subject, evidence);
  if (!deciding) return { ...bare, status: subject.hindered ? 'blocked' : 'pending' };
  return {
    status: deciding.letter === 'A' || deciding.letter === 'B' ? 'stable' : 'graded',
    letter: deciding.letter,
    stale: staleOf(subject.area, deciding, now),
    coverage: coverageOf(subject, deciding),
    vetoedAsIs: false,
  };
}

function staleOf(area: string, { answers }: Entry, now: number): string[] {
  const days = new Map(questionsOf(area).map(({ id, ageDays }) => [id, ageDays]));
  return answers
    .filter((answer) => {
      const limit = days.get(answer.questionId);
      return counts(answer) && limit !== null && limit !== undefined && now - answer.at > limit * DAY;
    })
    .map(({ questionId }) => questionId);
}

function coverageOf({ area, without }: Subject, { answers }: Entry): number {
  const asked = questionsOf(area).filter(({ id, byCode }) => !byCode && !without.includes(id));
  const sum = (of: readonly Question[]) => of.reduce((all, { weight }) => all + weight, 0);
  const judged = new Set(answers.filter(counts).map(({ questionId }) => questionId));
  return sum(asked.filter(({ id }) => judged.has(id))) / sum(asked);
}

/** The status of a schema, from its tools and their aggregate. */
export function schemaStatus(tools: readonly Node[], aggregate: Node): Status {
  const all = [...tools, aggregate].map(({ status }) => status);
  if (all.includes('rejected')) return 'rejected';
  if (tools.some(({ status }) => status === 'blocked')) return 'blocked';
  if (all.every((status) => status === 'stable')) return 'stable';
  return all.some((status) => status === 'stable' || status === 'graded') ? 'graded' : 'pending';
}

export type RollUp = 'operational' | 'partial' | 'blocked' | 'pending' | 'rejected';

export function rollUp(statuses: readonly Status[]): RollUp {
  if (statuses.includes('rejected')) return 'rejected';
  if (!statuses.some((status) => status === 'graded' || status === 'stable'))
    return statuses.includes('blocked') ? 'blocked' : 'pending';
  return statuses.every((status) => status === 'stable') ? 'operational' : 'partial';
}
