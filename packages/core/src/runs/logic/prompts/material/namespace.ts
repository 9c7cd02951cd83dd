import type { Material } from '../../../../documents/quoted-text.js';
import { namesAbout, parseAboutHeadings } from '../../../../rules/about/about.js';
import type { DocsFact, TestRecord, ToolFacts } from '../../../../spec/facts.js';
import type { ParameterDefinition, SchemaMain, ToolDefinition } from '../../../../spec/schema-main.js';
import type { SkillSource } from '../../../../spec/skill.js';
import { capList, capPrimitive, capText } from '../cap.js';
import {
  count,
  findingsMaterial,
  json,
  LIMITS,
  pretty,
  type ShownFinding,
  section,
  wholeText,
} from './render.js';

/** Limits on a tool's records in a prompt: how many records, and how many characters of each response. */
const RECORDS_SHOWN = 10;
const RESPONSE_SHOWN = 1_500;

/** Material for the area single-test: the tool's definition and what the pretest recorded about it. */
export function buildSingleTestMaterial(input: {
  readonly main: SchemaMain;
  readonly tool: string;
  readonly facts: Pick<ToolFacts, 'working' | 'total' | 'bar'>;
  readonly records: readonly TestRecord[];
}): Material[] {
  const { main, tool, facts, records } = input;
  const tools = toolsOf(main);
  const definition = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (definition === undefined) throw new Error(`the schema has no tool ${tool}`);
  const { working, total, bar } = facts;
  return [
    { title: `Definition of the tool ${tool}`, text: pretty(toolView(tool, definition)) },
    {
      title: `Recorded tests; a response is cut after ${RESPONSE_SHOWN} characters of JSON`,
      text: section([
        JSON.stringify({ working, total, workingTestsExpected: bar }),
        ...capList(records.map(recordLines), RECORDS_SHOWN),
      ]),
    },
  ];
}

/** Material for the area tools-aggregate-schema: the schema without its tools, then one line per tool. */
export function buildToolsAggregateSchemaMaterial({ main }: { readonly main: SchemaMain }): Material[] {
  const { name, description, tags, requiredServerParams, docs } = main;
  const tools = Object.entries(toolsOf(main));
  return [
    {
      title: 'The schema',
      text: pretty({ name, description, tags, requiredServerParams, docs, tools: tools.length }),
    },
    {
      title: 'Its tools, one per line',
      text: section(tools.map(([tool, definition]) => toolLine(tool, definition))),
    },
  ];
}

/**
 * Material for the area tools-aggregate-namespace: the tools of every schema, with descriptions cut so that all fit.
 */
export function buildToolsAggregateNamespaceMaterial(input: {
  readonly schemas: readonly NamedSchema[];
}): Material[] {
  return [namespaceToolsMaterial(input.schemas)];
}

/** Material for the area namespace-description: the schemas' descriptions of their provider. */
export function buildNamespaceDescriptionMaterial(input: {
  readonly namespace: string;
  readonly schemas: readonly NamedSchema[];
}): Material[] {
  const lines = input.schemas.map(({ schema, main }) => {
    const { name, description, docs, tags } = main;
    return json({ schema, name, description, docs, tags, host: hostOf(main.root) });
  });
  const title = `Metadata of the namespace ${input.namespace}: ${count(lines.length, 'schema')}, one per line`;
  return [{ title, text: section(lines) }];
}

function toolView(
  tool: string,
  { method, path, description, parameters, output, tests }: ToolDefinition,
): unknown {
  return { tool, method, path, description, parameters: parameters.map(parameterView), output, tests };
}

function parameterView({ position, z, description }: ParameterDefinition): unknown {
  return { ...position, z: { ...z, primitive: capPrimitive(z.primitive, LIMITS.enumValues) }, description };
}

function recordLines(record: TestRecord): string {
  const { test, description, status, httpStatus, responseBytes, error, response } = record;
  const excerpt = capText(JSON.stringify(response) ?? 'null', RESPONSE_SHOWN);
  return `${json({ test, description, status, httpStatus, responseBytes, error })}\nresponse: ${excerpt}`;
}

/** Returns the host as written. It is not parsed as a URL, because it may contain `{{…}}`. */
function hostOf(root: string | undefined): string {
  if (root === undefined) return 'none declared';
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(root)?.[1];
  return authority?.slice(authority.lastIndexOf('@') + 1) ?? 'not written as a URL';
}

/** A schema under its name in the island, which is not its `main.name`. */
export interface NamedSchema {
  readonly schema: string;
  readonly main: SchemaMain;
}

/** Maximum lengths of descriptions, tried in turn until the material for a namespace fits; 0 leaves only the names. */
const DESCRIPTION_LIMITS = [300, 100, 0];
/** Maximum number of characters of a description if the tool has a line of its own. */
const DESCRIPTION_SHOWN = 600;

export function toolsOf(main: SchemaMain): Readonly<Record<string, ToolDefinition>> {
  return main.tools ?? {};
}

/** How to call a tool, on one line. */
export function toolLine(tool: string, { method, path, description, parameters }: ToolDefinition): string {
  const types = parameters.map(
    ({ position, z }) => `${position.key}: ${capPrimitive(z.primitive, LIMITS.enumValues)}`,
  );
  const short = capText(description, DESCRIPTION_SHOWN);
  return json({ tool, method, path, description: short, parameters: types });
}

/** One line for every schema and every tool, with descriptions cut so that all fit. */
function namespaceToolsMaterial(schemas: readonly NamedSchema[]): Material {
  const tools = schemas.reduce((sum, { main }) => sum + Object.keys(toolsOf(main)).length, 0);
  const renderings = DESCRIPTION_LIMITS.map((max) => ({ max, lines: namespaceLines(schemas, max) }));
  const fits = ({ lines }: { lines: readonly string[] }) => lines.join('\n').length <= LIMITS.section;
  const chosen = renderings.find(fits) ?? { max: 0, lines: namespaceLines(schemas, 0) };
  const left = chosen.max === 0 ? '; descriptions are left out, there are too many tools' : '';
  return {
    title: `${count(tools, 'tool')} in ${count(schemas.length, 'schema')}, a schema or a tool per line${left}`,
    text: section(chosen.lines),
  };
}

function namespaceLines(schemas: readonly NamedSchema[], max: number): string[] {
  const described = (text: string) => (max === 0 ? {} : { description: capText(text, max) });
  return schemas.flatMap(({ schema, main }) => [
    json({ schema, ...described(main.description) }),
    ...Object.entries(toolsOf(main)).map(([tool, definition]) =>
      json({ tool, ...described(definition.description) }),
    ),
  ]);
}

/** Maximum number of characters that a prompt shows of a skill's content. */
const CONTENT_SHOWN = 30_000;
/** Maximum number of characters of an About that a prompt about something else shows. */
const ABOUT_BESIDE = 12_000;

/** Material for the area namespace-skills: the skill, and what to check it against. */
export function buildNamespaceSkillMaterial(input: {
  readonly namespace: string;
  readonly skill: SkillSource;
  /** null if the namespace has no About. */
  readonly about: AboutSource | null;
  readonly schemas: readonly NamedSchema[];
  readonly findings: readonly ShownFinding[];
}): Material[] {
  const { namespace, skill, about, schemas, findings } = input;
  const { content, ...frame } = skill;
  return [
    { title: `The skill ${skill.name}`, text: pretty(frame) },
    wholeText({ title: 'Its content, in Markdown', text: content }, CONTENT_SHOWN),
    namespaceToolsMaterial(schemas),
    { title: 'How the tools it names are called, one per line', text: section(namedTools(input)) },
    ...(about === null
      ? [{ title: 'The About of the namespace', text: '(the namespace has none)' }]
      : aboutMaterial({ namespace, skill, about })),
    findingsMaterial(findings),
  ];
}

/** The tools of the namespace that the skill requires or calls; tools of other namespaces are not resolved here. */
function namedTools(input: {
  readonly namespace: string;
  readonly skill: SkillSource;
  readonly schemas: readonly NamedSchema[];
}): string[] {
  const { namespace, skill, schemas } = input;
  const called = [...skill.content.matchAll(/\{\{\s*tool:([^{}:]+)/g)].map(([, name = '']) => name.trim());
  const names = new Set([...(skill.requires?.tools ?? []), ...called]);
  const isNamed = (tool: string) =>
    [tool, `${namespace}/${tool}`, `${namespace}/tool/${tool}`].some((name) => names.has(name));
  const lines = schemas.flatMap(({ main }) =>
    Object.entries(toolsOf(main))
      .filter(([tool]) => isNamed(tool))
      .map(([tool, definition]) => toolLine(tool, definition)),
  );
  return lines.length > 0 ? lines : ['(it names none of them)'];
}

function aboutMaterial(input: {
  readonly namespace: string;
  readonly skill: SkillSource;
  readonly about: AboutSource;
}): Material[] {
  const { namespace, skill, about } = input;
  const pointer = {
    declaredIn: about.schema,
    skillPointsToAbout: pointsToAbout(skill, namespace),
    skillRequiresAbout: requiresAbout(skill, namespace),
  };
  const headings = parseAboutHeadings(about.text);
  return [
    {
      title: 'How the skill points to the About, then the headings of the About, one per line',
      text: section([json(pointer), ...headings.map((heading) => json(heading))]),
    },
    wholeText({ title: 'The About itself', text: about.text }, ABOUT_BESIDE),
  ];
}

function pointsToAbout(skill: SkillSource, namespace: string): boolean {
  const texts = [skill.description, skill.whenToUse, skill.output, skill.content];
  return texts.some((text) => text !== undefined && namesAbout(text, namespace));
}

function requiresAbout({ requires }: SkillSource, namespace: string): boolean {
  const ids = ['about', `${namespace}/resource/about`];
  return requires?.resources?.some((resource) => ids.includes(resource)) ?? false;
}

/** The About that applies: its text, and the schema that declares it. */
interface AboutSource {
  readonly text: string;
  readonly schema: string;
}

/** Recorded facts about the terms of service that a schema links to. Terms are observed, never accepted (spec 03). */
export interface TermsFact extends DocsFact {
  readonly schema: string;
  /** Whether the link and the API have the same registrable domain; null if at least one of them has none. */
  readonly sameRootDomain: boolean | null;
}

/** Maximum number of characters of an About that a prompt about it shows. */
const ABOUT_SHOWN = 30_000;

/** Material for the area about-namespace: the text, its source, and what to check it against. */
export function buildAboutNamespaceMaterial(input: {
  readonly namespace: string;
  readonly about: AboutSource;
  readonly schemas: readonly NamedSchema[];
  readonly findings: readonly ShownFinding[];
  /** Absent if the links were not requested. */
  readonly terms?: readonly TermsFact[];
}): Material[] {
  const { namespace, about, schemas, findings, terms } = input;
  return [
    wholeText({ title: `The About of the namespace ${namespace}`, text: about.text }, ABOUT_SHOWN),
    { title: 'Where it is declared', text: pretty(declaration(about, schemas)) },
    namespaceToolsMaterial(schemas),
    {
      title: 'Terms of service: what each schema declares, then what was recorded',
      text: section([
        ...schemas.map(({ schema, main }) =>
          json({ schema, termsOfService: main.termsOfService ?? 'not declared' }),
        ),
        ...(terms?.map((fact) => json({ recorded: fact })) ?? ['(no link was asked for)']),
      ]),
    },
    findingsMaterial(findings),
  ];
}

function declaration({ schema }: AboutSource, schemas: readonly NamedSchema[]): unknown {
  const alsoDeclaredIn = schemas
    .filter((one) => one.schema !== schema && Object.hasOwn(one.main.resources ?? {}, 'about'))
    .map((one) => one.schema);
  if (alsoDeclaredIn.length === 0) return { declaredIn: schema };
  const warning = 'a namespace has one About; only that of the first schema by name is judged here';
  return { declaredIn: schema, alsoDeclaredIn, warning };
}
