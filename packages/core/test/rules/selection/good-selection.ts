import type { Problem } from '../../../src/problems/problem.js';
import type { SelectionChange } from '../../../src/rules/selection/rule.js';
import { validateSelection } from '../../../src/rules/selection/validate-selection.js';
import type { ModuleReading } from '../../../src/sources/logic/module-reading.js';
import { parseJson } from '../../../src/sources/parse-json.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import { applyChange, changeText } from '../change.js';

export const INLINE_SKILL = {
  name: 'read-the-tide',
  version: 'flowmcp/4.0.0',
  type: 'selection',
  level: 'L1',
  persona: 'ai-engineer',
  description: 'Reads the tide of a day.',
  whenToUse: 'When somebody asks for the tide.',
  requires: { tools: ['tides/tool/getTide'] },
  output: 'A line.',
  content: 'Call {{tool:tides/tool/getTide}}.\nTell the height.',
};

/** A definition in the shape of the grading specification that nothing can be said against. */
export function buildMembersShape() {
  return {
    selectionId: 'harbour-day',
    namespace: 'harbour_planning',
    name: 'A day in the harbour',
    version: 'flowmcp/4.1.0',
    description: 'Tides, berths and ferries of one day.',
    whenToUse: 'Use when somebody plans a day in a harbour.',
    personaIds: ['ai-engineer', 'pilot'],
    members: [{ schemaId: 'tides.stations' }, { schemaId: 'berths.plan' }],
    skills: [{ file: 'skills/find-a-berth.mjs' }, { file: './skills/plan-a-day.mjs' }],
    resources: [{ name: 'charts', source: 'markdown' }],
    prompts: ['prompts/opening.md'],
  };
}

/** One in the shape of the Schemas-Spec. */
export function buildToolsShape() {
  return {
    namespace: 'harbour-planning',
    name: 'harbour-day',
    version: 'flowmcp/4.0.0',
    description: 'Tides, berths and ferries of one day.',
    whenToUse: 'Use when somebody plans a day in a harbour.',
    tools: ['tides/tool/getTide', 'berths/tool//berths/:id'],
    skills: ['find-a-berth', 'tides/skill/read-a-table'],
    resources: ['tides/resource/stations'],
    prompts: [],
  };
}

const SKILL_PATHS = ['skills/find-a-berth.mjs', 'skills/plan-a-day.mjs'];

export const FORMATS = {
  mjs: {
    file: 'selections/harbour-day/selection.mjs',
    print: (selection: unknown) => `export const selection = ${JSON.stringify(selection, null, 2)};\n`,
    read: (text: string): ModuleReading => parseModule(text, { exports: ['selection'] }),
  },
  json: {
    file: 'selections/harbour-day/harbour-day.json',
    print: (selection: unknown) => `${JSON.stringify(selection, null, 2)}\n`,
    read: (text: string): ModuleReading => parseJson(text, { root: 'selection' }),
  },
} as const;
export type Format = keyof typeof FORMATS;

export function judgeSelectionText(
  text: string,
  {
    format = 'mjs',
    strict = false,
    ...rest
  }: {
    format?: Format;
    strict?: boolean;
    skillPaths?: readonly string[] | undefined;
    ownsFolder?: boolean;
  } = {},
): Problem[] {
  const { file, read } = FORMATS[format];
  return validateSelection({ reading: read(text), file, strict, skillPaths: SKILL_PATHS, ...rest });
}

export function judgeSelection(change: SelectionChange, format: Format = 'mjs'): Problem[] {
  const selection = change.shape === 'tools' ? buildToolsShape() : buildMembersShape();
  applyChange(selection, change);
  const { skillPaths = SKILL_PATHS, ownsFolder = false } = change;
  const text = changeText(FORMATS[format].print(selection), change);
  return judgeSelectionText(text, { format, skillPaths, ownsFolder });
}
