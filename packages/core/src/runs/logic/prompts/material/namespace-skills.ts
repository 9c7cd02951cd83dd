import type { Material } from '../../../../documents/quoted-text.js';
import { namesAbout, parseAboutHeadings } from '../../../../rules/about/about.js';
import type { SkillSource } from '../../../../spec/skill.js';
import type { AboutSource } from './about-namespace.js';
import { findingsMaterial, type ShownFinding } from './findings.js';
import { type NamedSchema, namespaceToolsMaterial, toolLine, toolsOf } from './namespace-tools.js';
import { json, pretty, section, wholeText } from './render.js';

/** How many characters of a skill's content, and of the About it should agree with, a prompt shows. */
const CONTENT_SHOWN = 30_000;
const ABOUT_SHOWN = 12_000;

/** namespace-skills: the skill, and the material to check it against. */
export function buildNamespaceSkillMaterial(input: {
  readonly namespace: string;
  readonly skill: SkillSource;
  /** null: the namespace has none. */
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
    wholeText({ title: 'The About itself', text: about.text }, ABOUT_SHOWN),
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
