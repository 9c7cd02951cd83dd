import { defineFinding, type FindingInput } from '../finding.js';

export const finding = defineFinding({
  id: 'about-reference-missing',
  code: 'FND-080',
  severity: 'warning',
  text: 'the skill {skill} does not refer to the About resource of its namespace',
  hint: 'Add {reference} to its content, or "about" to requires.resources.',
  areas: ['namespace-skills'],
  why: 'The About resource tells what the namespace can and can not do. A skill that does not point to it leaves its reader without that (grading spec 13).',
  check({ about, skills, namespace }) {
    if (!about) return [];
    return skills
      .filter((skill) => !refersToAbout(skill, namespace))
      .map(({ name, file, at }) => ({
        position: at,
        file,
        args: { skill: name, reference: '{{resource:about}}' },
      }));
  },
  examples: {
    pass: {
      source: 'export const main = {}',
      about: { text: '# About' },
      skills: [
        { name: 'a', content: 'See {{resource:about}}.', resources: [] },
        { name: 'b', content: 'No word of it.', resources: ['about'] },
        { name: 'c', content: 'More in [the page](example-about.md).', resources: [] },
      ],
    },
    fail: {
      source: 'export const main = {}',
      about: { text: '# About' },
      skills: [{ name: 'a', content: 'All about prices.', resources: [], at: { line: 3, column: 1 } }],
    },
  },
});

function refersToAbout({ content, resources }: FindingInput['skills'][number], namespace: string): boolean {
  const named = [...resources].some((resource) => isAbout(resource, namespace));
  const placed = [...content.matchAll(/\{\{\s*resource:([^{}]{1,100})\}\}/g)].some(([, resource = '']) =>
    isAbout(resource, namespace),
  );
  return named || placed || content.includes(`${namespace}-about`) || /\babout[ -]resource\b/i.test(content);
}

/**
 * Whether the reference names the About, in one of these forms: `about`, `ns/about`, `ns/resource/about`,
 * `ns-about.md`.
 */
function isAbout(resource: string, namespace: string): boolean {
  const name = resource.trim().split(/[/:]/).at(-1) ?? '';
  return name === 'about' || name.replace(/\.md$/, '') === `${namespace}-about`;
}
