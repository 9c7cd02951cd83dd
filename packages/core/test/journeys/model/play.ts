import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../../src/spec/index-file.js';
import {
  AREAS,
  changeProvider,
  changeSelection,
  FIRST,
  firstSelection,
  type Gone,
  type Move,
  NAMESPACES,
  type ProviderMove,
  QUIET,
  QUIET_SOURCE,
  type Saying,
  type Shape,
} from './moves.js';
import { ProviderModel, type Weather } from './provider-model.js';
import { type Node, questionsOf } from './rules.js';
import { SelectionModel } from './selection-model.js';
import {
  type ProviderSource,
  providerTexts,
  SELECTION,
  type SelectionSource,
  selectionTexts,
} from './sources.js';
import type { Asking, Said, Standing, TargetModel } from './target-model.js';
import type { HandedIn, World } from './world.js';

/** Makes each move with the commands and with the model, and compares the results. */

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;
const TARGET = `selections/${SELECTION}`;
const ALL: Asking = { scope: 'all', regrade: true, area: null, schema: null, question: null };

/** The actual and the expected state differ. */
class Difference extends Error {}

const linesOf = (value: unknown): string[] =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, one]) => `${name} ${JSON.stringify(one)}`)
        .sort()
    : [JSON.stringify(value)];

/** @throws Difference */
function same(what: string, is: unknown, should: unknown): void {
  const [left, right] = [linesOf(is), linesOf(should)];
  if (left.join('\n') === right.join('\n')) return;
  const only = (some: string[], others: string[]) => some.filter((line) => !others.includes(line)).join('; ');
  throw new Difference(`${what}\n  is     ${only(left, right)}\n  should ${only(right, left)}`);
}

export class Play {
  readonly world: World;
  readonly providers = new Map(
    [...NAMESPACES, ...QUIET].map((name) => [name as string, new ProviderModel(name)]),
  );
  readonly selection: SelectionModel;
  readonly #sources = new Map<string, ProviderSource>(NAMESPACES.map((name) => [name, FIRST]));
  /** How often each event happened: a model that agrees about nothing proves nothing. */
  readonly seen = new Map<string, number>();
  #moves = 0;
  /** When an evaluator answered which question about which content. */
  readonly #answered = new Map<string, number[]>();
  readonly #gone = new Map<string, Gone>();
  #selected: SelectionSource | null = null;

  constructor(world: World) {
    this.world = world;
    this.selection = new SelectionModel({
      statusOf: (member) => {
        const [namespace = '', schema = ''] = member.split('.');
        return this.providers.get(namespace)?.standing(this.world.time).schemas.get(schema) ?? null;
      },
      holdersOf: (reference) => {
        const [namespace = '', , tool = ''] = reference.split('/');
        const { schemas = {} } = this.providers.get(namespace)?.source ?? {};
        return Object.keys(schemas)
          .filter((schema) => schemas[schema]?.tools.includes(tool))
          .sort()
          .map((schema) => `${namespace}.${schema}`);
      },
    });
  }

  /** The namespaces that never change afterwards. */
  async openQuiet(): Promise<void> {
    for (const namespace of QUIET) await this.#import(namespace, QUIET_SOURCE, {});
    await this.#settle(QUIET);
  }

  async open(quiet: Play, shape: Shape): Promise<void> {
    for (const namespace of QUIET)
      this.providers.set(namespace, quiet.providers.get(namespace) as ProviderModel);
    for (const namespace of NAMESPACES) await this.#import(namespace, FIRST, {});
    await this.#importSelection(firstSelection(shape));
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  async make(move: Move): Promise<void> {
    const { world } = this;
    world.time += MINUTE;
    this.#count('move');
    this.#count(move.kind);
    this.#moves += 1;
    switch (move.kind) {
      case 'wait':
        world.time += move.days * DAY;
        break;
      case 'rebuild':
        world.rebuild(move.which);
        world.rebuild(TARGET);
        break;
      case 'import':
        await this.#change(move);
        break;
      case 'settle':
        await this.#settle(NAMESPACES.filter((namespace) => namespace !== move.without));
        break;
      case 'evaluate':
        await this.#emit(move.which, { ...ALL, scope: 'pending' }, 'fine');
        await this.#evaluate(move.which, move.again === null);
        if (move.again === null) break;
        world.time += move.again * DAY;
        await this.#emit(move.which, { ...ALL, scope: 'pending' }, 'fine');
        await this.#evaluate(move.which, true);
        break;
      case 'import selection':
        await this.#importSelection(changeSelection(this.#selected as SelectionSource, move));
        break;
      case 'grade selection':
        if (move.settled) {
          await this.#importSelection(this.#selected as SelectionSource);
          await this.#settle(NAMESPACES);
        }
        await this.#emitSelection({ ...ALL, scope: move.scope, regrade: move.regrade });
        if (!move.late) await this.#consume(TARGET, move.sayings);
        break;
      default:
        if (move.kind !== 'consume') await this.#emit(move.which, move.asking, move.weather);
        if (move.kind !== 'emit')
          await this.#consume(move.which, move.sayings, move.kind === 'grade' ? move.daysOld : 0);
    }
    this.check('which' in move ? [move.which] : NAMESPACES);
  }

  async #emit(target: string, asked: Asking, weather: Weather): Promise<void> {
    const { world } = this;
    const model = this.providers.get(target) as ProviderModel;
    const asking = narrow(asked, model);
    const { schema, scope, area, question } = asking;
    const is = await world.emit(schema === null ? target : `${target}/${schema}`, weather, {
      scope,
      ...(asking.regrade && scope === 'all' && { regrade: { triggeredBy: 'scheduled' } }),
      ...(area !== null && { areas: AREAS.filter((one) => one === area) }),
      ...(question !== null && { mode: 'partial', questions: [question] }),
    });
    const tested = world.tested(target, Object.keys(model.source?.schemas ?? {}));
    const should = model.emit(asking, weather, tested, world.time);
    for (const one of is) this.#count(`asked ${one.split('/')[0]}`);
    same(`${target}: asked`, [...is].sort(), [...should].sort());
    world.time += MINUTE;
  }

  /** Asks about everything due, and about all nodes if there is a veto; every answer is good. */
  async #settle(namespaces: readonly string[]): Promise<void> {
    for (const namespace of namespaces) {
      const status = this.providers.get(namespace)?.standing(this.world.time).status;
      await this.#emit(namespace, status === 'rejected' ? ALL : { ...ALL, scope: 'pending' }, 'fine');
      await this.#consume(namespace, ['high']);
    }
  }

  async #emitSelection(asking: Asking): Promise<void> {
    const { world } = this;
    const is = await world.emit(TARGET, 'fine', {
      scope: asking.scope,
      ...(asking.regrade && asking.scope === 'all' && { regrade: { triggeredBy: 'scheduled' } }),
    });
    for (const one of is) this.#count(`asked ${one.split('/')[0]}`);
    same('selection: asked', [...is].sort(), this.selection.emit(asking, world.time).sort());
    world.time += MINUTE;
  }

  async #consume(target: string, sayings: readonly Saying[], daysOld = 0): Promise<void> {
    const { world } = this;
    const model: TargetModel = this.providers.get(target) ?? this.selection;
    const { run } = model;
    if (!run?.isOpen || run.asked.length === 0) return;
    const said = new Map<string, Said>();
    const given = world.time - daysOld * DAY;
    for (const [at, { subject, area, questions }] of run.asked.entries()) {
      const saying = sayings[at % sayings.length] ?? 'high';
      if (saying === 'missing' && (at > 0 || run.mode === 'partial')) continue;
      said.set(subject, {
        answers: questions.map((questionId, place) => ({
          ...{ questionId, at: given, score: scoreOf(saying, place) },
          ...(isYesNo(area, questionId) &&
            scoreOf(saying, place) !== 'n/a' && { score: saying === 'low' ? 'fail' : 'pass' }),
        })),
        veto: saying === 'veto',
      });
    }
    if (said.size > 0) await this.#handIn(target, said, () => world.consume(target, said, given));
  }

  /** Lets an evaluator answer, from its cache where possible. */
  async #evaluate(target: string, isHandedIn: boolean): Promise<void> {
    const { world } = this;
    const model = this.providers.get(target) as ProviderModel;
    const { run } = model;
    if (!run?.isOpen || run.asked.length === 0) return;
    const { text, said } = await world.evaluate(target);
    for (const one of run.asked) {
      const node = model.standing(world.time).nodes.get(one.node) as Node;
      for (const { questionId, at } of said.get(one.subject)?.answers ?? []) {
        const key = `${one.place} ${one.content} ${questionId}`;
        const days = questionsOf(one.area).find(({ id }) => id === questionId)?.ageDays ?? null;
        const isAged = days !== null && world.time - at > days * DAY;
        // Graded or vetoed nodes are asked again, and so are aged answers. An answer keeps its own day.
        const isAnew = node.letter !== null || isAged;
        const known = this.#answered.get(key) ?? [];
        if (at !== world.time) this.#count('answer from the cache');
        same(
          `${target}: ${questionId} was given`,
          at === world.time || (!isAnew && known.includes(at)),
          true,
        );
        this.#answered.set(key, [...known, at]);
      }
    }
    if (isHandedIn) await this.#handIn(target, said, () => world.handIn(target, text));
    else world.time += MINUTE;
  }

  async #handIn(
    target: string,
    said: ReadonlyMap<string, Said>,
    take: () => Promise<HandedIn>,
  ): Promise<void> {
    const { world } = this;
    const model: TargetModel = this.providers.get(target) ?? this.selection;
    const before = model.entries.length;
    const should = model.consume(said, world.time);
    const { codes, letters } = await take();
    this.#count(`hand-in ${should}`);
    same(`${target}: hand-in (${codes.join()})`, codes.length === 0 ? 'written' : 'refused', should);
    const wanted = model.entries.slice(before).map(({ area, mode, letter }) => `${area} ${mode} ${letter}`);
    same(`${target}: entries`, [...letters].sort(), wanted.sort());
    world.time += MINUTE;
  }

  async #change(move: ProviderMove): Promise<void> {
    const { which, change, alone, retire } = move;
    const source = this.#sources.get(which) as ProviderSource;
    const { name, changed } = changeProvider(source, move, this.#gone.get(which));
    const isAlone = alone && ['words', 'tests', 'comment', 'tool', 'more', 'about'].includes(change);
    const isIn = await this.#import(which, changed, { retire, ...(isAlone && { file: `${name}.mjs` }) });
    const left = source.schemas[name];
    if (isIn && change === 'leave' && left && !(name in changed.schemas)) this.#gone.set(which, [name, left]);
  }

  /** Whether the hand-in was accepted. */
  async #import(
    namespace: string,
    source: ProviderSource,
    how: { file?: string; retire?: boolean },
  ): Promise<boolean> {
    const { world } = this;
    const model = this.providers.get(namespace) as ProviderModel;
    const isRefused =
      how.file === undefined &&
      (model.refuses(source) || (!how.retire && model.takesAway(source, world.time)));
    const codes = await world.import(namespace, providerTexts(namespace, source), how);
    same(`${namespace}: import (${codes.join()})`, codes.length > 0, isRefused);
    if (isRefused) return false;
    model.import(source, how.file?.replace('.mjs', '') ?? null, world.time);
    this.#sources.set(namespace, source);
    world.time += MINUTE;
    return true;
  }

  async #importSelection(source: SelectionSource): Promise<void> {
    const { world } = this;
    const isRefused = this.selection.refuses(source);
    const codes = await world.import('stones', selectionTexts(source), {});
    same(`selection: import (${codes.join()})`, codes.length > 0, isRefused);
    if (isRefused) return;
    this.selection.import(source);
    this.#selected = source;
    world.time += MINUTE;
  }

  /** The state of these namespaces, and of the selection. */
  check(namespaces: readonly string[]): void {
    const { world } = this;
    for (const namespace of namespaces) {
      const should = expected(this.providers.get(namespace)?.standing(world.time) as Standing, 'schemas');
      // Only sometimes from the index on disk: the commands did that before.
      for (const index of world.deriveProvider(namespace, [false, ...(this.#moves % 3 === 0 ? [true] : [])]))
        same(namespace, shownProvider(index), should);
    }
    same(
      'selection',
      shownSelection(world.deriveSelection()),
      expected(this.selection.standing(world.time), 'members'),
    );
    const { status, letter, nodes: parts } = this.selection.standing(world.time);
    this.#count(`selection ${status} ${letter}`);
    for (const namespace of namespaces) {
      const found = this.providers.get(namespace)?.standing(world.time);
      this.#count(`provider ${found?.status} ${found?.letter}`);
      if (found)
        for (const [, one] of found.nodes)
          this.#count(`node ${one.status}${one.stale.length > 0 ? ' stale' : ''}`);
    }
    for (const [, one] of parts) this.#count(`selection node ${one.status}`);
    same('written anew', world.files.changed, []);
  }

  /** Slow checks: whether anything is damaged, and whether each gate agrees with its target. */
  async checkAll(): Promise<void> {
    const { world } = this;
    same('lost', world.files.lost(), []);
    same('damage', await world.damage([...NAMESPACES, TARGET]), []);
    for (const name of NAMESPACES) {
      const standing = this.providers.get(name)?.standing(world.time);
      await this.#gate(name, [...(standing?.nodes ?? [])].every(isFine));
    }
    const { nodes, schemas } = this.selection.standing(world.time);
    await this.#gate(
      TARGET,
      [...nodes].every(isFine) && [...schemas.keys()].every((one) => this.#isMemberFine(one)),
    );
  }

  async #gate(name: string, passes: boolean): Promise<void> {
    this.#count(`gate ${passes}`);
    same(`${name}: gate`, await this.world.gate(name), passes);
  }

  /** A member is as good as the worst of its tools and their aggregate. */
  #isMemberFine(member: string): boolean {
    const [namespace = '', schema = ''] = member.split('.');
    const standing = this.providers.get(namespace)?.standing(this.world.time);
    const nodes = [...(standing?.nodes ?? [])].filter(([node]) => node.startsWith(`schemas.${schema}.`));
    const isHere = this.selection.memberStatuses().get(member) === standing?.schemas.get(schema);
    return isHere && nodes.length > 0 && nodes.every(isFine);
  }
}

/** Neither rejected, pending, blocked nor below C; a missing About is ignored. */
function isFine([node, { status, letter }]: [string, Node]): boolean {
  return ['A', 'B', 'C'].includes(letter ?? '') || (node === 'about' && status === 'blocked');
}

/** Questions asked together must belong together. */
function narrow({ scope, regrade, area, schema, question }: Asking, model: ProviderModel): Asking {
  if (question !== null) return { scope, regrade, area: null, schema: null, question };
  const isThere = schema !== null && schema in (model.source?.schemas ?? {});
  const isOfSchema =
    area === null || ['single-test', 'tools-aggregate-schema', 'namespace-skills'].includes(area);
  return { scope, regrade, area, schema: isThere && isOfSchema ? schema : null, question: null };
}

function scoreOf(saying: Saying, place: number): number | 'n/a' {
  if (saying === 'none' || (saying === 'half' && place % 2 === 1)) return 'n/a';
  return saying === 'low' ? 2 : saying === 'mid' ? 3 : 5;
}

const isYesNo = (area: string, questionId: string) =>
  questionsOf(area).some((question) => question.id === questionId && question.isYesNo);

type Shown = readonly [status: string, letter: string | null, stale: readonly string[], coverage: string];

function expected(
  { nodes, schemas, status, letter }: Standing,
  kind: 'schemas' | 'members',
): Record<string, unknown> {
  return {
    ...{ status, letter },
    ...Object.fromEntries([...schemas].map(([name, one]) => [`${kind}.${name}`, one])),
    ...Object.fromEntries(
      [...nodes].map(([node, one]): [string, Shown] => [
        node,
        [one.status, one.letter, one.stale, one.coverage.toFixed(6)],
      ]),
    ),
  };
}

/** A waiting node has no grade of its own. */
function shown({ status, grade, stale, coverage }: IndexNode): Shown {
  const isOpen = status === 'pending' || status === 'blocked';
  return [status, isOpen ? null : (grade ?? null), stale ?? [], (coverage ?? 1).toFixed(6)];
}

function shownProvider(index: NamespaceIndex): Record<string, unknown> {
  const nodes = Object.entries(index.schemas).flatMap(([schema, { tools, toolsAggregate, status }]) => [
    [`schemas.${schema}`, status],
    [`schemas.${schema}.toolsAggregate`, shown(toolsAggregate)],
    ...Object.entries(tools).map(([tool, node]) => [`schemas.${schema}.tools.${tool}`, shown(node)]),
  ]);
  return {
    ...{ status: index.status, letter: index.grade ?? null },
    ...Object.fromEntries(nodes),
    ...{ namespaceAggregate: shown(index.namespaceAggregate), description: shown(index.description) },
    about: shown(index.about),
    ...Object.fromEntries(
      Object.entries(index.skills).map(([skill, node]) => [`skills.${skill}`, shown(node)]),
    ),
  };
}

function shownSelection(index: SelectionIndex): Record<string, unknown> {
  return {
    ...{ status: index.status, letter: index.grade ?? null },
    ...Object.fromEntries(
      Object.entries(index.members).map(([member, { status }]) => [`members.${member}`, status]),
    ),
    ...{ about: shown(index.about), selectionAggregate: shown(index.selectionAggregate) },
    ...Object.fromEntries(
      Object.entries(index.skills).map(([skill, node]) => [`skills.${skill}`, shown(node)]),
    ),
  };
}
