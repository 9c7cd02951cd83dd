import { errorCodes, fatal, isErrorCode } from '@flowmcp/grading-core/commands';
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import { z } from 'zod';
import { PAGES, QUESTIONS, SKILLS } from './documents.js';

const MARKDOWN = { mimeType: 'text/markdown' };

/** Loads the skills; attach them to each server. */
export function loadSkills(): Promise<SkillCatalog> {
  return SkillCatalog.load(memorySkillFiles(SKILLS), { strict: true });
}

/** Serves the skills. The library registers them without a description, and an item without one tells a model nothing. */
export function addSkills(server: McpServer, skills: SkillCatalog): void {
  const register = server.registerResource.bind(server);
  const description = 'Skills that drive a grading, for agents that cannot list skills';
  server.registerResource = ((name: string, place: never, config: object, read: never) =>
    register(name, place, { description, ...config }, read)) as typeof server.registerResource;
  skills.attach(server);
  server.registerResource = register;
}

/** Pages, questions by area, codes, and a prompt for clients that know no skills. */
export function addResources(server: McpServer): void {
  for (const [page, { about, text }] of Object.entries(PAGES)) {
    server.registerResource(
      page,
      `flowmcp://docs/${page}`,
      { title: page, description: `Page: ${about}`, ...MARKDOWN },
      ({ href }) => ({ contents: [{ uri: href, ...MARKDOWN, text }] }),
    );
  }
  const areas = questionsByArea();
  const listed = [...areas.keys()].map((area) => ({
    name: area,
    uri: `flowmcp://catalog/questions/${area}`,
  }));
  server.registerResource(
    'questions',
    new ResourceTemplate('flowmcp://catalog/questions/{area}', {
      list: () => ({ resources: listed.map((one) => ({ ...one, ...MARKDOWN })) }),
    }),
    { title: 'Questions', description: 'What a grader is asked, by area', ...MARKDOWN },
    ({ href }, { area }) => {
      const text = areas.get(String(area));
      if (text === undefined) throw new Error(`no area ${area}: ${[...areas.keys()].join(', ')}`);
      return { contents: [{ uri: href, ...MARKDOWN, text }] };
    },
  );
  server.registerResource(
    'codes',
    new ResourceTemplate('flowmcp://codes/{code}', { list: undefined }),
    {
      title: 'Codes',
      description: 'What a code such as SCR-012 means, and what to do',
      mimeType: 'text/plain',
    },
    ({ href }, { code }) => {
      const wanted = String(code).toUpperCase();
      if (!isErrorCode(wanted)) throw fatal('CLI-004', undefined, { code: String(code) });
      const { severity, text, hint } = errorCodes[wanted];
      return {
        contents: [{ uri: href, mimeType: 'text/plain', text: `${wanted} (${severity})\n${text}\n${hint}` }],
      };
    },
  );
  server.registerPrompt(
    'grade-provider',
    {
      title: 'Grade a provider',
      description: 'Takes a provider folder through the whole grading loop.',
      argsSchema: z.strictObject({ source: z.string().describe('The provider folder.') }),
    },
    ({ source }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: gradeProvider(source) } }],
    }),
  );
}

function gradeProvider(source: string): string {
  return `Grade the FlowMCP provider in ${JSON.stringify(source)} with the tools of flowmcp-grading:
1. validate_sources and import_sources. Show errors and stop if the import refuses.
2. emit_prompts for the imported target.
3. For each prompt, start a fresh sub-agent that has next_prompt and submit_answers only, and give it the target and the promptId, nothing else. Do not answer prompts yourself.
4. hand_in with the id of the model of the sub-agents. Repeat its [GRADING] lines unchanged.
5. show_state. Go back to 2 while its next tool is emit_prompts; otherwise show what report_grades says.`;
}

/** The catalogue by area: the whole of it is longer than what clients show at once. */
function questionsByArea(): Map<string, string> {
  const [, ...sections] = QUESTIONS.split(/\n(?=## )/);
  return new Map(sections.map((section) => [/^## ([\w-]+)/.exec(section)?.[1] ?? '', section]));
}
