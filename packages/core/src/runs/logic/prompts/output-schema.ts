import type { Area, Question } from '../../../questions/question.js';
import type { AreaPrompt, PromptQuestion } from '../../../spec/prompts.js';
import { SCORE_RANGE } from '../../../spec/scores-limits.js';
import { SCORING_PROTOCOL } from '../../../spec/versions.js';
import {
  type AreaId,
  BASE_PERSONAS,
  GRADER_NA_REASONS,
  GRADER_VETO_TRIGGERS,
  HINT_PRIORITIES,
  type Persona,
  type ScoreType,
} from '../../../spec/vocabulary.js';

type JsonSchema = Record<string, unknown>;

export interface OutputSchemaInput {
  readonly area: AreaId;
  readonly subject: string;
  readonly schemaHash: string;
  readonly persona: Persona | null;
  /** The questions a grader is asked, from `buildPromptQuestions`. */
  readonly questions: readonly Pick<PromptQuestion, 'questionId' | 'scoreType'>[];
}

const TEXT: JsonSchema = { type: 'string', minLength: 1 };
const HASH: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{8}$' };

/**
 * JSON Schema 2020-12 of one prompt's element of `areas` in scores.json (spec 08). It requires exactly the questions
 * asked, each once and in order; n/a requires a reason, and no other score may have one.
 */
export function areaOutputSchema({ subject, schemaHash, persona, ...asked }: OutputSchemaInput): JsonSchema {
  return elementSchema({
    ...asked,
    subject: { const: subject },
    schemaHash: { const: schemaHash },
    persona: persona && { const: persona },
  });
}

/**
 * The schema of {@link areaOutputSchema} for any subject, hash and persona of an area: the shape of an answer in a full
 * run.
 *
 * @param questions all questions of the area that a grader is asked, sorted by number
 */
export function wholeAreaOutputSchema({
  area,
  questions,
}: {
  readonly area: Pick<Area, 'id' | 'personaRequired'>;
  readonly questions: OutputSchemaInput['questions'];
}): JsonSchema {
  const persona = closedObject({ required: { basePersonaId: { enum: [...BASE_PERSONAS] }, lensId: TEXT } });
  return elementSchema({
    area: area.id,
    questions,
    subject: TEXT,
    schemaHash: HASH,
    persona: area.personaRequired ? persona : null,
  });
}

function elementSchema({
  area,
  subject,
  schemaHash,
  persona,
  questions,
}: {
  readonly area: AreaId;
  readonly subject: JsonSchema;
  readonly schemaHash: JsonSchema;
  /** null if the answer names no persona. */
  readonly persona: JsonSchema | null;
  readonly questions: OutputSchemaInput['questions'];
}): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...closedObject({
      required: {
        area: { const: area },
        subject,
        schemaHash,
        ...(persona && { persona }),
        answers: {
          type: 'array',
          prefixItems: questions.map(({ questionId, scoreType }) => ({
            type: 'object',
            $ref: `#/$defs/${scoreType}`,
            properties: { questionId: { const: questionId } },
          })),
          items: false,
          minItems: questions.length,
          maxItems: questions.length,
        },
        improvementHints: { type: 'array', items: { $ref: '#/$defs/hint' } },
      },
      optional: {
        ...(persona === null && { persona: { type: 'null' } }),
        veto: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/veto' }] },
      },
    }),
    $defs: {
      boolean: answerSchema('boolean'),
      'scale-1-5': answerSchema('scale-1-5'),
      hint: closedObject({
        required: { targetField: TEXT, suggestion: TEXT, priority: { enum: [...HINT_PRIORITIES] } },
      }),
      veto: vetoSchema(),
    },
  };
}

function answerSchema(scoreType: ScoreType): JsonSchema {
  const { min: minimum, max: maximum } = SCORE_RANGE;
  const score =
    scoreType === 'boolean'
      ? { enum: ['pass', 'fail', 'n/a'] }
      : { anyOf: [{ type: 'number', minimum, maximum }, { const: 'n/a' }] };
  return {
    ...closedObject({
      required: { questionId: { type: 'string' }, score, reasoning: TEXT },
      optional: {
        evidence: { anyOf: [TEXT, { type: 'object' }] },
        naReason: { enum: [...GRADER_NA_REASONS] },
      },
    }),
    if: { properties: { score: { const: 'n/a' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: requires('naReason'),
    else: { properties: { naReason: false } },
  };
}

function vetoSchema(): JsonSchema {
  return {
    ...closedObject({
      required: { triggeredBy: { enum: [...GRADER_VETO_TRIGGERS] }, evidence: TEXT },
      optional: { reasoning: TEXT },
    }),
    if: { properties: { triggeredBy: { const: 'ai-security-veto' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: requires('reasoning'),
  };
}

/**
 * Requires a property and declares it too, because strict validators reject a required property that is not defined.
 */
function requires(name: string): JsonSchema {
  return { properties: { [name]: true }, required: [name] };
}

function closedObject({
  required,
  optional = {},
}: {
  required: Record<string, JsonSchema>;
  optional?: Record<string, JsonSchema>;
}): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

interface PayloadSkeletonInput {
  readonly taskId: string;
  readonly prompts: readonly Pick<AreaPrompt, 'area' | 'subject' | 'schemaHash' | 'persona' | 'questions'>[];
}

/**
 * A scores.json with every known value filled in. Values that the grader has to add are null, or "" for reasoning; a
 * hand-in that leaves them unchanged is refused.
 */
export function buildPayloadSkeleton({ taskId, prompts }: PayloadSkeletonInput): Record<string, unknown> {
  return {
    scoringProtocol: SCORING_PROTOCOL,
    taskId,
    creator: { kind: null, skill: null, skillVersion: null },
    harness: { name: null, version: null, model: null },
    timestamp: null,
    areas: prompts.map(({ area, subject, schemaHash, persona, questions }) => ({
      area,
      subject,
      schemaHash,
      persona,
      answers: questions.map(({ questionId }) => ({ questionId, score: null, reasoning: '' })),
      improvementHints: [],
    })),
  };
}

/** The questions a grader is asked, as prompts.json lists them; questions that code answers are left out. */
export function buildPromptQuestions(questions: readonly Question[]): PromptQuestion[] {
  return questions
    .filter((question) => question.determinism === 'non-deterministic')
    .map(({ id, dimension, scoreType, weight, text }) => ({
      questionId: id,
      dimension,
      scoreType,
      weight,
      text,
    }));
}
