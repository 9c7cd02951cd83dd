import type { ProtocolDimension } from '../../model/protocol-dimensions.js';
import type { ProtocolPrompts } from '../../model/protocol-v1.js';
import { SCORING_PROTOCOL } from '../../tables/versions.js';
import { SCORING_INSTRUCTIONS_V1 } from '../prompts/scoring-instructions.js';
import { slugOf } from './identity.js';

/** What of a schema's `main` the prompts show. */
export interface PromptedSchema {
  readonly description?: unknown;
  readonly tools?: unknown;
}

/** One prompt of the protocol. */
export interface EvalPrompt {
  readonly dimension: ProtocolDimension;
  readonly prompt: string;
}

/**
 * The two prompts of scoring protocol v1: fixed texts around the schema's description and its tools. Both are written
 * as JSON, so that nothing a schema says can end its quotation or begin a line of its own.
 *
 * @see Schemas-Spec 22, prompts.json
 */
export function buildEvalPrompts({ description, tools }: PromptedSchema): EvalPrompt[] {
  const text = typeof description === 'string' ? description : '';
  return [
    {
      dimension: 'whenToUse',
      prompt: `Rate the clarity and specificity of the following Schema description on a scale 1.0-5.0. Schema description: ${JSON.stringify(text)}`,
    },
    {
      dimension: 'parameters',
      prompt: `Rate how well the parameter descriptions in the following schema enable an LLM to call the tools correctly on a scale 1.0-5.0. Schema: ${JSON.stringify(tools ?? {})}`,
    },
  ];
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
