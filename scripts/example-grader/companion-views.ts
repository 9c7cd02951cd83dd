import { jsonLines, list, members, objects, text, texts, wholeJson } from './loose-json.js';
import { parseQuotations, type Quotation } from './quoted-material.js';

/** What the heuristics look at of a skill and of an About. */

export interface NamedTool {
  readonly tool: string;
  readonly description: string;
}

export interface CalledTool extends NamedTool {
  /** Keys of the parameters. */
  readonly parameters: readonly string[];
}

export interface SkillInput {
  readonly key: string;
  readonly description: string;
}

export interface SkillMaterial {
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly output: string;
  readonly requiredTools: readonly string[];
  readonly requiredResources: readonly string[];
  readonly external: readonly string[];
  readonly inputs: readonly SkillInput[];
  /** Markdown. */
  readonly content: string;
  /** All of the namespace. */
  readonly tools: readonly NamedTool[];
  /** Those of the namespace that the skill names. */
  readonly named: readonly CalledTool[];
  /** Markdown, perhaps cut; null where the namespace has no About. */
  readonly about: string | null;
}

export interface TermsLine {
  readonly url: string;
  readonly reachable: boolean;
  /** null: it could not be told. */
  readonly sameRootDomain: boolean | null;
}

export interface AboutMaterial {
  readonly namespace: string;
  /** Markdown. */
  readonly about: string;
  readonly tools: readonly NamedTool[];
  /** Links that the schemas declare. */
  readonly declaredTerms: readonly string[];
  /** What was recorded about them. */
  readonly recordedTerms: readonly TermsLine[];
}

/** Each view is null where its material is not in the prompt or was cut so that it can not be read. */
export function viewSkill(prompt: string, namespace: string): SkillMaterial | null {
  const quotations = parseQuotations(prompt);
  const skill = members(wholeJson(quotations, 'The skill '));
  const content = markdown(quotations, 'Its content');
  const tools = quotations.find(({ title }) => TOOLS.test(title));
  if (!skill || content === null || !tools) return null;
  const requires = members(skill.requires) ?? {};
  const called = quotations.find(({ title }) => title.startsWith('How the tools it names'));
  return {
    namespace,
    name: text(skill.name),
    description: text(skill.description),
    whenToUse: text(skill.whenToUse),
    output: text(skill.output),
    requiredTools: texts(requires.tools),
    requiredResources: texts(requires.resources),
    external: texts(requires.external),
    inputs: objects(list(skill.input)).map(({ key, description }) => ({
      key: text(key),
      description: text(description),
    })),
    content,
    tools: toolsIn(tools),
    named: called ? jsonLines(called).map(viewCalled) : [],
    about: markdown(quotations, 'The About itself'),
  };
}

export function viewAbout(prompt: string, namespace: string): AboutMaterial | null {
  const quotations = parseQuotations(prompt);
  const about = markdown(quotations, 'The About of the namespace');
  const tools = quotations.find(({ title }) => TOOLS.test(title));
  const terms = quotations.find(({ title }) => title.startsWith('Terms of service'));
  if (about === null || !tools || !terms) return null;
  const lines = jsonLines(terms);
  return {
    namespace,
    about,
    tools: toolsIn(tools),
    declaredTerms: lines
      .map(({ termsOfService }) => text(termsOfService))
      .filter((link) => link.includes(':')),
    recordedTerms: lines.flatMap(({ recorded }) => {
      const fact = members(recorded);
      return fact ? [viewTerms(fact)] : [];
    }),
  };
}

const TOOLS = /^\d+ tools? in \d+ schemas?\b/;

function markdown(quotations: readonly Quotation[], title: string): string | null {
  return quotations.find((one) => one.title.startsWith(title))?.lines.join('\n') ?? null;
}

function toolsIn(quotation: Quotation): NamedTool[] {
  return jsonLines(quotation).flatMap(({ tool, description }) =>
    tool === undefined ? [] : [{ tool: text(tool), description: text(description) }],
  );
}

function viewCalled({ tool, description, parameters }: Readonly<Record<string, unknown>>): CalledTool {
  const keys = texts(parameters).map((parameter) => parameter.split(':')[0] ?? '');
  return { tool: text(tool), description: text(description), parameters: keys };
}

function viewTerms({ url, status, sameRootDomain }: Readonly<Record<string, unknown>>): TermsLine {
  return {
    url: text(url),
    reachable: status === 'reachable',
    sameRootDomain: typeof sameRootDomain === 'boolean' ? sameRootDomain : null,
  };
}
