import {
  type Given,
  type Node,
  nodeOf,
  questionsOf,
  rollUp,
  type Subject,
  schemaStatus,
  worstOf,
} from './rules.js';
import { bytesOf, contentOf, listOf, type ProviderSource, SKILL } from './sources.js';
import { type AskedSubject, type Asking, type Standing, TargetModel } from './target-model.js';

/** A namespace by the rules: its imported sources, the facts of its tests, its questions. */

/** Facts from tests, and the bytes they are about. */
interface Facts {
  readonly bytes: string;
  readonly list: string;
  /** By tool: whether it may be graded, and whether its output fits. */
  readonly tools: Readonly<
    Record<string, { readonly works: boolean; readonly fits: boolean; readonly at: number }>
  >;
}

export type Weather = 'fine' | 'wrong' | 'failing' | 'down' | 'offline';

export class ProviderModel extends TargetModel {
  readonly namespace: string;
  source: ProviderSource | null = null;
  /** The tools that the skill's references resolved to when it was imported, by its place. */
  skillHome: string | null = null;
  /** The schema whose About belongs to the namespace. */
  aboutSchema: string | null = null;
  readonly facts = new Map<string, Facts>();
  /** Number of changes to sources or facts. */
  #changes = 0;
  #known: { readonly key: string; readonly standing: Standing } | null = null;

  constructor(namespace: string) {
    super();
    this.namespace = namespace;
  }

  best(): 'B' {
    return 'B';
  }

  /** Whether the import would be refused. */
  refuses({ schemas, skill }: ProviderSource): boolean {
    return skill !== null && !Object.values(schemas).some(({ tools }) => tools.includes(skill.tool));
  }

  /** Whether this import retires a schema that was graded, completely or in part, or is rejected. */
  takesAway({ schemas }: ProviderSource, now: number): boolean {
    const { nodes } = this.standing(now);
    const isGraded = (one: Subject) =>
      nodes.get(one.node)?.status === 'rejected' || this.entries.some(({ place }) => place === one.place);
    return this.subjects().some((one) => one.schema !== null && !(one.schema in schemas) && isGraded(one));
  }

  import(source: ProviderSource, alone: string | null, now: number): void {
    this.source = source;
    this.aboutSchema = this.#findAbout(source, alone);
    this.#changes += 1;
    for (const [schema, one] of Object.entries(source.schemas)) {
      const content = contentOf(one);
      const last = this.history.filter((row) => row.schema === schema).at(-1);
      if (last?.content !== content) this.history.push({ schema, content, at: now });
    }
    const { skill } = source;
    const home =
      skill &&
      Object.keys(source.schemas)
        .sort()
        .find((schema) => source.schemas[schema]?.tools.includes(skill.tool));
    // It keeps its place as long as that schema belongs to the provider.
    const stays = this.skillHome !== null && this.skillHome in source.schemas;
    if (!skill) this.skillHome = null;
    else if (!stays) this.skillHome = home ?? null;
    this.remember(this.subjects());
  }

  #factsOf(schema: string): Facts | null {
    const own = this.source?.schemas[schema];
    const known = this.facts.get(schema);
    if (!own || !this.source || !known) return null;
    return known.bytes === bytesOf(own) && known.list === listOf(own, this.source) ? known : null;
  }

  /** The first schema by name that declares one; a file imported alone declares only its own. */
  #findAbout({ schemas }: ProviderSource, alone: string | null): string | null {
    const declares = (schema: string) => typeof schemas[schema]?.about === 'number';
    const known = this.aboutSchema === null ? [] : [this.aboutSchema];
    const named = alone === null ? Object.keys(schemas) : [alone, ...known];
    return named.filter(declares).sort()[0] ?? null;
  }

  subjects(): Subject[] {
    const { source } = this;
    if (!source) return [];
    const names = Object.keys(source.schemas).sort();
    const bySchema = names.flatMap((schema) => this.#subjectsOf(schema, source));
    const isTestable = this.#isTestable(bySchema);
    const aboutSchema = this.aboutSchema;
    const about = aboutSchema === null ? null : String(source.schemas[aboutSchema]?.about);
    const whole = JSON.stringify([
      names.map((schema) => [schema, contentOf(source.schemas[schema] as never)]),
      about,
    ]);
    const tools = names.flatMap((schema) => source.schemas[schema]?.tools ?? []);
    const wide = { content: whole, list: '', schema: null, follows: 'name', broken: false } as const;
    const own = (node: string, area: string) => ({
      node,
      area,
      subject: `${area}/${this.namespace}`,
      place: node,
      kin: node,
    });
    return [
      ...bySchema,
      {
        ...wide,
        ...own('namespaceAggregate', 'tools-aggregate-namespace'),
        hindered: !isTestable,
        without:
          tools.length === 1 ? ['Q-tools-aggregate-namespace-03', 'Q-tools-aggregate-namespace-04'] : [],
      },
      { ...wide, ...own('description', 'namespace-description'), hindered: !isTestable, without: [] },
      {
        ...wide,
        ...own('about', 'about-namespace'),
        place: `about@${aboutSchema ?? ''}`,
        content: about ?? 'none',
        broken: about === null,
        hindered: about === null,
        without: [],
      },
      ...this.#skillSubjects(source, tools),
    ];
  }

  #skillSubjects({ skill }: ProviderSource, tools: readonly string[]): Subject[] {
    if (!skill || this.skillHome === null) return [];
    const node = `skills.${this.skillHome}.${SKILL}`;
    return [
      {
        ...{
          node,
          area: 'namespace-skills',
          subject: `namespace-skills/${this.skillHome}.${SKILL}`,
          place: node,
        },
        ...{ content: JSON.stringify(skill), list: '', schema: null, kin: SKILL, follows: 'name' },
        ...{ broken: !tools.includes(skill.tool), hindered: false, without: [] },
      },
    ];
  }

  #subjectsOf(schema: string, source: ProviderSource): Subject[] {
    const own = source.schemas[schema];
    if (!own) return [];
    const facts = this.#factsOf(schema)?.tools ?? {};
    const shared = {
      ...({
        content: contentOf(own),
        list: listOf(own, source),
        schema,
        follows: 'content',
        broken: false,
      } as const),
    };
    const tools: Subject[] = own.tools.map((tool) => ({
      ...shared,
      ...{
        node: `schemas.${schema}.tools.${tool}`,
        area: 'single-test',
        subject: `single-test/${schema}.${tool}`,
      },
      ...{
        place: `${schema}/${tool}`,
        kin: `tool ${tool}`,
        hindered: facts[tool]?.works === false,
        without: [],
      },
    }));
    const area = 'tools-aggregate-schema';
    const aggregate: Subject = {
      ...shared,
      ...{ node: `schemas.${schema}.toolsAggregate`, area, subject: `${area}/${schema}` },
      ...{ place: schema, kin: 'aggregate', hindered: !this.#isTestable(tools) },
      without: ['04', ...(own.tools.length === 1 ? ['02', '03'] : [])].map((n) => `Q-${area}-${n}`),
    };
    return [...tools, aggregate];
  }

  /** Whether a tool is not blocked. */
  #isTestable(subjects: readonly Subject[]): boolean {
    const evidence = this.evidence();
    return subjects.some((one) => {
      if (one.area !== 'single-test') return false;
      const { status, vetoedAsIs } = nodeOf(one, evidence, 0);
      // Unchanged vetoed content is not asked about; changed content is if its tests allow it.
      return status === 'rejected' ? !vetoedAsIs && !one.hindered : status !== 'blocked';
    });
  }

  standing(now: number): Standing {
    const key = `${now} ${this.entries.length} ${this.#changes}`;
    if (this.#known?.key !== key) this.#known = { key, standing: this.#stand(now) };
    return this.#known.standing;
  }

  #stand(now: number): Standing {
    const evidence = this.evidence();
    const subjects = this.subjects();
    const nodes = new Map(subjects.map((one) => [one.node, nodeOf(one, evidence, now)]));
    const names = Object.keys(this.source?.schemas ?? {});
    const aggregateOf = (schema: string) => nodes.get(`schemas.${schema}.toolsAggregate`) as Node;
    const schemas = new Map(
      names.map((schema) => {
        const tools = subjects.filter((one) => one.schema === schema && one.area === 'single-test');
        return [
          schema,
          schemaStatus(
            tools.map(({ node }) => nodes.get(node) as Node),
            aggregateOf(schema),
          ),
        ];
      }),
    );
    const status = rollUp([...nodes.values()].map((one) => one.status));
    const letters = [...nodes].flatMap(([node, { letter }]) =>
      letter === null || node === 'about' || node.includes('.tools.') ? [] : [letter],
    );
    return { nodes, schemas, status, letter: status === 'rejected' ? 'REJECTED' : worstOf(letters) };
  }

  /** Whether it would be asked about now if nothing blocks it. */
  isDue(one: Subject, { scope, regrade, question }: Asking, now: number): boolean {
    const node = nodeOf(one, this.evidence(), now);
    if (one.area === 'about-namespace' && this.aboutSchema === null) return false;
    if (regrade && scope === 'all') return true;
    if (this.#isStopped(one, now)) return false;
    if (node.status === 'rejected') return !node.vetoedAsIs;
    // Chosen questions are asked whatever is due.
    if (scope === 'all' || question !== null) return true;
    return (
      node.status === 'pending' ||
      node.status === 'blocked' ||
      node.stale.length > 0 ||
      this.leftOut.has(one.place)
    );
  }

  /** A veto on a tool or on the aggregate stops the whole schema for this content, and the skill stored with it. */
  #isStopped({ schema: own, area }: Subject, now: number): boolean {
    const evidence = this.evidence();
    const schema = area === 'namespace-skills' ? this.skillHome : own;
    return (
      schema !== null &&
      this.subjects().some((one) => one.schema === schema && nodeOf(one, evidence, now).vetoedAsIs)
    );
  }

  /**
   * Returns the questions asked.
   *
   * @param tested tools that were tested; the rules do not say what is tested beyond due tools
   */
  emit(asking: Asking, weather: Weather, tested: readonly string[], now: number): string[] {
    const inScope = (one: Subject) =>
      (asking.area === null || one.area === asking.area) &&
      (asking.schema === null ||
        one.schema === asking.schema ||
        one.node.startsWith(`skills.${asking.schema}.`)) &&
      (asking.question === null || asking.question.startsWith(`Q-${one.area}-`));
    const partial = asking.question !== null;
    const due = (one: Subject) => inScope(one) && this.isDue(one, asking, now);
    const isNothing = !this.subjects().some(due);
    this.#test(tested, weather, now);
    const isGated = ![...this.standing(now).schemas.values()].every((status) => status === 'stable');
    const asked = this.subjects().filter(
      (one) => due(one) && !this.#cannotNow(one, now) && !(one.area === 'about-namespace' && isGated),
    );
    if (isNothing) return [];
    // A run without any question still closes the open one.
    this.run = {
      mode: partial ? 'partial' : 'full',
      isOpen: true,
      asked: asked.map((one) => this.#ask(one, asking, now)),
    };
    return asked.map(({ subject }) => subject);
  }

  #cannotNow(one: Subject, now: number): boolean {
    if (one.broken) return true;
    if (one.area === 'single-test') return one.hindered;
    const { status } = nodeOf(one, this.evidence(), now);
    if (status !== 'rejected' || ['namespace-skills', 'about-namespace'].includes(one.area))
      return status === 'blocked';
    // A veto hides the outcome of the tests: here too, at least one tool must not be blocked.
    return !this.subjects().some((tool) => {
      if (tool.area !== 'single-test' || (one.schema !== null && tool.schema !== one.schema)) return false;
      const stands = nodeOf(tool, this.evidence(), now).status;
      return stands === 'rejected' ? !tool.hindered : stands !== 'blocked';
    });
  }

  #test(tested: readonly string[], weather: Weather, at: number): void {
    const { source } = this;
    this.#changes += 1;
    for (const name of tested) {
      const [schema = '', tool = ''] = name.split('.');
      const own = source?.schemas[schema];
      if (!source || !own) continue;
      const before = this.#factsOf(schema)?.tools;
      const found = { works: weather === 'fine' || weather === 'wrong', fits: weather === 'fine', at };
      const bound = { bytes: bytesOf(own), list: listOf(own, source) };
      this.facts.set(schema, { ...bound, tools: { ...before, [tool]: found } });
    }
  }

  #ask(one: Subject, { question }: Asking, now: number): AskedSubject {
    const asked = questionsOf(one.area).filter(({ id }) => question === null || id === question);
    const [, tool = ''] = one.subject.split('.');
    const facts = this.#factsOf(one.schema ?? '')?.tools[tool];
    const tools = Object.values(this.source?.schemas ?? {}).flatMap((schema) => schema.tools);
    const codeSays: Record<string, Given> = {
      'Q-single-test-01': 'n/a',
      'Q-single-test-02': facts?.fits ? 'pass' : 'fail',
      'Q-single-test-03': 'n/a',
      'Q-tools-aggregate-schema-01': 'pass',
      'Q-tools-aggregate-namespace-01': tools.length >= 7 ? 'pass' : 'fail',
      'Q-about-namespace-01': 'pass',
    };
    return {
      ...one,
      questions: asked.filter(({ byCode }) => !byCode).map(({ id }) => id),
      byCode: asked
        .filter(({ byCode }) => byCode)
        .map(({ id }) => ({ questionId: id, score: codeSays[id] ?? 'n/a', at: facts?.at ?? now })),
    };
  }
}
