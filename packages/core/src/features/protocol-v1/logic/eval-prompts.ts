import { SCORING_INSTRUCTIONS_V1 } from '../../../runs/logic/prompts/entry-point.js';
import { SCORING_PROTOCOL } from '../../../spec/versions.js';
import { PROTOCOL_DIMENSIONS, type ProtocolDimension } from './check-dimensions.js';
import type { ProtocolPrompts } from './protocol-v1.js';
import { slugOf } from './state.js';

/** The parts of a schema's `main` that the prompts show. */
export interface PromptedSchema {
  readonly description?: unknown;
  readonly tools?: unknown;
}

/** One prompt of the protocol. */
export interface EvalPrompt {
  readonly dimension: ProtocolDimension;
  readonly prompt: string;
}

/** The question that each prompt asks, and its label for the part of the schema that follows. */
const FRAMES: Readonly<Record<ProtocolDimension, { readonly question: string; readonly part: string }>> = {
  whenToUse: {
    question: 'Rate the clarity and specificity of the following Schema description',
    part: 'Schema description',
  },
  parameters: {
    question:
      'Rate how well the parameter descriptions in the following schema enable an LLM to call the tools correctly',
    part: 'Schema',
  },
};

/**
 * Builds the two prompts of scoring protocol v1: fixed texts around the schema's description and its tools. Both parts
 * are written as JSON, so that no text of a schema can end its quotation or start a new line.
 *
 * @see Schemas-Spec 22, prompts.json
 */
export function buildEvalPrompts({ description, tools }: PromptedSchema): EvalPrompt[] {
  const text = typeof description === 'string' ? description : '';
  return [
    { dimension: 'whenToUse', prompt: `${openingOf('whenToUse')}${JSON.stringify(text)}` },
    { dimension: 'parameters', prompt: `${openingOf('parameters')}${JSON.stringify(tools ?? {})}` },
  ];
}

/** The part of the schema that a prompt shows, without the text around it. */
export function schemaPartOf({ dimension, prompt }: EvalPrompt): string {
  return prompt.slice(openingOf(dimension).length);
}

/** Tells a judge what to look for in a part of a schema; does not mention the scale. */
export function describeQuestions(): string {
  const questions = PROTOCOL_DIMENSIONS.map((dimension) => `- ${dimension}: ${FRAMES[dimension].question}.`);
  return [
    'The candidate is a part of a FlowMCP schema, as JSON. Judge that part by the question of the dimension that the example names:',
    ...questions,
  ].join('\n');
}

function openingOf(dimension: ProtocolDimension): string {
  const { question, part } = FRAMES[dimension];
  return `${question} on a scale 1.0-5.0. ${part}: `;
}

/** prompts.json of one schema. */
export function buildPromptsDocument({
  schemaId,
  schemaPath,
  main,
}: {
  schemaId: string;
  schemaPath: string;
  main: PromptedSchema;
}): ProtocolPrompts {
  return {
    schemaId,
    schemaIdSlug: slugOf(schemaId),
    schemaPath,
    scoringProtocol: SCORING_PROTOCOL,
    scoringInstructions: SCORING_INSTRUCTIONS_V1,
    prompts: buildEvalPrompts(main),
  };
}
