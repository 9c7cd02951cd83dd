import { oneLine } from '../../../documents/quoted-text.js';
import type { AreaId, GradingMode, Persona } from '../../../spec/vocabulary.js';

export interface EntryPointInput {
  readonly persona: Persona;
  readonly target:
    | {
        readonly flow: 'provider';
        /** `‹namespace›.‹schema›`. */
        readonly schemas: readonly string[];
        readonly areas: readonly AreaId[];
      }
    | { readonly flow: 'selection'; readonly selectionId: string; readonly lockSnapshotHash: string };
  readonly mode: GradingMode;
  /** Version of the grading specification. */
  readonly gradingSpec: string;
  /** Where the grader is expected to write scores.json. */
  readonly scoresPath: string;
}

/** Maximum number of schemas that line 2 names; the rest are only counted. */
const SCHEMAS_NAMED = 20;

const MODE_TEXT: Readonly<Record<GradingMode, string>> = {
  full: 'full, every question of every area is answered',
  partial: 'partial, only the questions asked; the grade of the last full run stays',
};

/**
 * The first prompt of a run, for an empty context: six numbered lines for a selection. For providers, line 5 (the
 * precondition) is dropped and the others keep their numbers (spec 20).
 */
export function buildEntryPointPrompt({
  persona,
  target,
  mode,
  gradingSpec,
  scoresPath,
}: EntryPointInput): string {
  return [
    'You start a FlowMCP grading with an empty context. These lines are its frame; the prompts of the single areas follow.',
    '',
    `1. Persona: ${persona.basePersonaId}--${oneLine(persona.lensId)}`,
    `2. ${targetText(target)}`,
    `3. Mode: ${MODE_TEXT[mode]}`,
    `4. Specification: ${gradingSpec}`,
    ...(target.flow === 'selection'
      ? ['5. Precondition: every member schema is stable in the frozen lockSnapshot']
      : []),
    `6. Output: your answers in ${oneLine(scoresPath)}; consuming them writes _gradings/‹area›--‹timestamp›.json`,
    '',
  ].join('\n');
}

function targetText(target: EntryPointInput['target']): string {
  if (target.flow === 'selection') {
    return `Selection: ${oneLine(target.selectionId)}, hash of its lockSnapshot: ${target.lockSnapshotHash}`;
  }
  const { schemas, areas } = target;
  const named = schemas.slice(0, SCHEMAS_NAMED).map(oneLine);
  const rest = schemas.length - named.length;
  const list = rest > 0 ? [...named, `${rest} more`] : named;
  return `${schemas.length === 1 ? 'Single schema' : 'Single schemas'}: ${list.join(', ')}; ${areas.length === 1 ? 'area' : 'areas'}: ${areas.join(', ')}`;
}

/** Fixed text of scoring protocol v1; changing it would require a new protocol version. */
export const SCORING_INSTRUCTIONS_V1 =
  'Du bist ein Schema-Bewerter. Bewerte unabhaengig basierend nur auf den unten gelieferten Informationen. Antworte als JSON-Array: [ { "dimension": "...", "score": <1.0-5.0>, "reasoning": "..." }, ... ]. Keine externen Annahmen, keine Kontext-Vermutungen.';
