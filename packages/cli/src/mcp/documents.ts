import { readFileSync } from 'node:fs';

/** Pages and skills that the server hands out. The bundle holds their texts. */

export const PAGES = {
  dictionary: {
    about: 'the words of this project',
    text: readFileSync(new URL('../../../../docs/dictionary.md', import.meta.url), 'utf8'),
  },
  harness: {
    about: 'what drives the grading loop',
    text: readFileSync(new URL('../../../../docs/harness.md', import.meta.url), 'utf8'),
  },
  island: {
    about: 'where everything is stored',
    text: readFileSync(new URL('../../../../docs/island.md', import.meta.url), 'utf8'),
  },
  mcp: {
    about: 'this server: its tools, limits and neutrality',
    text: readFileSync(new URL('../../../../docs/mcp.md', import.meta.url), 'utf8'),
  },
  pipeline: {
    about: 'the stages of a grading',
    text: readFileSync(new URL('../../../../docs/pipeline.md', import.meta.url), 'utf8'),
  },
  report: {
    about: 'what a report shows',
    text: readFileSync(new URL('../../../../docs/report.md', import.meta.url), 'utf8'),
  },
  selections: {
    about: 'groups of schemas for one topic',
    text: readFileSync(new URL('../../../../docs/selections.md', import.meta.url), 'utf8'),
  },
} as const;

export const QUESTIONS = readFileSync(
  new URL('../../../../docs/catalog/questions.md', import.meta.url),
  'utf8',
);

/** By path in the folder of all skills. The scripts of evaluate are for agents without MCP, and are left out. */
export const SKILLS = {
  'start-grade/SKILL.md': readFileSync(
    new URL('../../../../skills/start-grade/SKILL.md', import.meta.url),
    'utf8',
  ),
  'evaluate/SKILL.md': readFileSync(new URL('../../../../skills/evaluate/SKILL.md', import.meta.url), 'utf8'),
  'evaluate/grader.md': readFileSync(
    new URL('../../../../skills/evaluate/grader.md', import.meta.url),
    'utf8',
  ),
  'apply-improvement/SKILL.md': readFileSync(
    new URL('../../../../skills/apply-improvement/SKILL.md', import.meta.url),
    'utf8',
  ),
} as const;
