/** What the grader reads of prompts.json, and the scores.json it makes of it. Nothing else is known to it. */

export interface AskedPrompt {
  readonly area: string;
  readonly subject: string;
  readonly questions: readonly { readonly questionId: string }[];
  readonly prompt: string;
}

export interface SkeletonArea {
  readonly area: string;
  readonly subject: string;
  readonly answers: readonly { readonly questionId: string }[];
  readonly [member: string]: unknown;
}

export interface PromptsDocument {
  /** The namespace or selection of which everything asked about is a part. */
  readonly owner: string;
  readonly prompts: readonly AskedPrompt[];
  readonly payloadSkeleton: { readonly areas: readonly SkeletonArea[]; readonly [member: string]: unknown };
}

/**
 * Reads the text of a prompts.json as far as this grader needs it.
 *
 * @throws Error that names the first member that is missing or of another kind
 */
export function parsePrompts(text: string): PromptsDocument {
  const document = objectAt(JSON.parse(text), 'the document');
  const skeleton = objectAt(document.payloadSkeleton, 'payloadSkeleton');
  return {
    owner: textAt(document.namespace ?? document.selectionId, 'namespace or selectionId'),
    prompts: listAt(document.prompts, 'prompts').map((value, at) => {
      const place = `prompts[${at}]`;
      const prompt = objectAt(value, place);
      return {
        ...subjectAt(prompt, place),
        questions: questionsAt(prompt.questions, `${place}.questions`),
        prompt: textAt(prompt.prompt, `${place}.prompt`),
      };
    }),
    payloadSkeleton: {
      ...skeleton,
      areas: listAt(skeleton.areas, 'payloadSkeleton.areas').map((value, at) => {
        const place = `payloadSkeleton.areas[${at}]`;
        const area = objectAt(value, place);
        return {
          ...area,
          ...subjectAt(area, place),
          answers: questionsAt(area.answers, `${place}.answers`),
        };
      }),
    },
  };
}

function subjectAt(value: Record<string, unknown>, place: string) {
  return {
    area: textAt(value.area, `${place}.area`),
    subject: textAt(value.subject, `${place}.subject`),
  };
}

function questionsAt(value: unknown, place: string): { questionId: string }[] {
  return listAt(value, place).map((one, at) => {
    const question = objectAt(one, `${place}[${at}]`);
    return { ...question, questionId: textAt(question.questionId, `${place}[${at}].questionId`) };
  });
}

function objectAt(value: unknown, place: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error(`this is no prompts.json: ${place} is not an object`);
}

function listAt(value: unknown, place: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`this is no prompts.json: ${place} is not a list`);
}

function textAt(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`this is no prompts.json: ${place} is not a text`);
}
