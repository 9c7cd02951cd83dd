import {
  type Answer,
  type Given,
  type Node,
  nodeOf,
  questionsOf,
  rollUp,
  type Status,
  type Subject,
} from './rules.js';
import { LEVELS, SELECTION, type SelectionSource } from './sources.js';
import { type Asking, type Run, type Standing, TargetModel } from './target-model.js';

/** The part of its namespaces that a selection depends on. */
export interface Surroundings {
  /** A schema that is a member of its namespace now. */
  readonly statusOf: (member: string) => Status | null;
  /** Schemas that have a tool now, by `<namespace>.<schema>`. */
  readonly holdersOf: (reference: string) => readonly string[];
}

export class SelectionModel extends TargetModel {
  source: SelectionSource | null = null;
  /** The members that each tool stood for when the selection was imported. */
  references: Readonly<Record<string, readonly string[]>> = {};
  members: readonly string[] = [];
  readonly around: Surroundings;

  constructor(around: Surroundings) {
    super();
    this.around = around;
  }

  get namespaces(): number {
    return new Set(this.members.map((member) => member.split('.')[0])).size;
  }

  best(area: string): 'A' | 'B' {
    return area === 'selection-aggregate' && this.namespaces < 7 ? 'B' : 'A';
  }

  refuses({ tools }: SelectionSource): boolean {
    return (tools ?? []).some((reference) => this.around.holdersOf(reference).length === 0);
  }

  import(source: SelectionSource): void {
    this.source = source;
    const held = (source.tools ?? []).map((one) => [one, this.around.holdersOf(one)] as const);
    this.references = Object.fromEntries(held);
    this.members = source.tools
      ? [...new Set(held.flatMap(([, members]) => members))].sort()
      : [...source.members].sort();
    this.remember(this.subjects());
  }

  /** References that now lead elsewhere, or nowhere. */
  #lost(): [string, readonly string[]][] {
    return Object.entries(this.references).filter(
      ([reference, stood]) => JSON.stringify(this.around.holdersOf(reference)) !== JSON.stringify(stood),
    );
  }

  subjects(): Subject[] {
    const { source } = this;
    if (!source) return [];
    const hindered = this.namespaces < 5 || source.about === null;
    const shared = { list: '', schema: null, follows: 'name', broken: false, hindered, without: [] } as const;
    const skills = source.tools ? [] : Object.keys(LEVELS);
    const evidence = this.evidence();
    const found: Subject[] = [
      {
        ...shared,
        node: 'about',
        area: 'about-selection',
        subject: `about-selection/${SELECTION}`,
        place: 'about',
        kin: 'about',
        content: String(source.about),
      },
    ];
    for (const [at, skill] of skills.entries()) {
      // The skill before it names it.
      const before = found.find(({ node }) => node === `skills.${skills[at - 1]}`);
      const waits =
        before !== undefined && !['graded', 'stable'].includes(nodeOf(before, evidence, 0).status);
      const area = `selection-skills-${LEVELS[skill]}`;
      found.push({
        ...shared,
        node: `skills.${skill}`,
        area,
        subject: `${area}/${skill}`,
        place: skill,
        kin: skill,
        content: String(source.skills[skill] ?? 0),
        hindered: hindered || waits,
      });
    }
    const { about: _, skills: __, ...definition } = source;
    const whole = JSON.stringify([
      definition.tools ? null : definition.members,
      this.members,
      definition.words,
      source.about !== null,
    ]);
    found.push({
      ...shared,
      node: 'selectionAggregate',
      area: 'selection-aggregate',
      subject: `selection-aggregate/${SELECTION}`,
      place: 'whole',
      kin: 'whole',
      content: whole,
      broken: this.#lost().length > 0,
    });
    return found;
  }

  memberStatuses(): Map<string, Status> {
    const lost = new Set(this.#lost().flatMap(([, members]) => members));
    return new Map(
      this.members.map((member) => {
        const status = this.around.statusOf(member);
        if (status === null) return [member, 'pending'];
        return [member, status !== 'rejected' && lost.has(member) ? 'blocked' : status];
      }),
    );
  }

  standing(now: number): Standing {
    const evidence = this.evidence();
    const nodes = new Map(this.subjects().map((one) => [one.node, nodeOf(one, evidence, now)]));
    const schemas = this.memberStatuses();
    const status = rollUp([...schemas.values(), ...[...nodes.values()].map((one) => one.status)]);
    const whole = nodes.get('selectionAggregate')?.letter ?? null;
    const letter = status === 'rejected' ? 'REJECTED' : this.namespaces < 5 ? 'n/a' : whole;
    return { nodes, schemas, status, letter };
  }

  #isDue(one: Subject, { scope, regrade }: Asking, now: number): boolean {
    const node: Node = nodeOf(one, this.evidence(), now);
    // With too few namespaces or without an About, no area runs.
    if (node.status === 'blocked' || this.namespaces < 5 || this.source?.about === null) return false;
    if (regrade && scope === 'all') return true;
    if (node.status === 'rejected') return !node.vetoedAsIs;
    return (
      scope === 'all' || node.status === 'pending' || node.stale.length > 0 || this.leftOut.has(one.place)
    );
  }

  emit(asking: Asking, now: number): string[] {
    const due = this.subjects().filter((one) => this.#isDue(one, asking, now));
    const isOpen =
      this.members.length > 0 && [...this.memberStatuses().values()].every((status) => status === 'stable');
    if (due.length === 0) return [];
    const parts = due.filter(({ area }) => area !== 'selection-aggregate');
    // The aggregate waits for its parts. A topic waits for its signpost's grade by being blocked.
    const asked = !isOpen ? [] : parts.length === 0 ? due : parts;
    this.run = { mode: 'full', isOpen: true, asked: asked.map((one) => this.#ask(one, now)) };
    return asked.map(({ subject }) => subject);
  }

  #ask(one: Subject, at: number): Run['asked'][number] {
    const isWhole = this.subjects().every(
      (part) =>
        part.area === 'selection-aggregate' ||
        !['rejected', 'blocked'].includes(nodeOf(part, this.evidence(), at).status),
    );
    const codeSays: Record<string, Given> = {
      'Q-about-selection-01': 'pass',
      'Q-selection-aggregate-01': 'pass',
      'Q-selection-aggregate-05': 'pass',
      // A part that cannot be graded lowers the aggregate.
      'Q-selection-aggregate-06': isWhole ? 'pass' : 'fail',
    };
    const asked = questionsOf(one.area);
    const byCode: Answer[] = asked
      .filter((question) => question.byCode)
      .map(({ id }) => ({ questionId: id, score: codeSays[id] ?? 'n/a', at }));
    return { ...one, questions: asked.filter((question) => !question.byCode).map(({ id }) => id), byCode };
  }
}
