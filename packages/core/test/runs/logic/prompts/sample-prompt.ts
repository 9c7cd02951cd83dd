import { areaById, policiesOf, questionsOf } from '../../../../src/questions/lookup.js';
import type { Area } from '../../../../src/questions/question.js';
import { type AreaPromptInput, buildAreaPrompt } from '../../../../src/runs/logic/prompts/area-prompt.js';
import { buildGoal } from '../../../../src/runs/logic/prompts/goal.js';
import { areaOutputSchema, buildPromptQuestions } from '../../../../src/runs/logic/prompts/output-schema.js';
import type { AreaId, Persona } from '../../../../src/spec/vocabulary.js';

export const FENCE = 'f3nce8Yq2LwZ7Kd5Rt';
export const PERSONA: Persona = { basePersonaId: 'schema-maintainer', lensId: 'documentation-dx-reviewer' };

function knownArea(id: AreaId): Area {
  const area = areaById(id);
  if (area === undefined) throw new Error(`${id} is not in the catalogue`);
  return area;
}

/** A valid input, with a persona exactly if the area requires one. */
export function sampleInput(
  id: AreaId = 'single-test',
  over: Partial<AreaPromptInput> = {},
): AreaPromptInput {
  const area = knownArea(id);
  const persona = area.personaRequired ? PERSONA : null;
  const questions = questionsOf(id);
  const subject = 'stations.getStation';
  return {
    area,
    subject,
    persona,
    files: [{ path: '/island/providers/rail/stations/summary.json', role: 'facts of the pretest' }],
    questions,
    material: [{ title: 'Definition', text: '{ "description": "Returns one station." }' }],
    policies: policiesOf(id),
    outputSchema: areaOutputSchema({
      area: id,
      subject,
      schemaHash: '0123abcd',
      persona,
      questions: buildPromptQuestions(questions),
    }),
    predecessors: [],
    goal: buildGoal({ what: 'one prompt', promptIds: [`${id}/${subject}`], maxTurns: 25 }),
    fence: FENCE,
    islandRoot: '/island',
    secrets: [],
    ...over,
  };
}

/** Section and material headings, in order. */
export function headingsOf(prompt: string): string[] {
  return prompt.split('\n').filter((line) => /^#{1,6} /.test(line));
}

export function headingsFor(over: Partial<AreaPromptInput>): string[] {
  return headingsOf(buildAreaPrompt(sampleInput('single-test', over)));
}
