import type { Problem } from '../../problems/problem.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { isRecord } from '../../values/is-record.js';
import { judgeModule } from '../judge-module.js';
import { selectionRules } from './registry.generated.js';
import { type SelectionRuleInput, shapeOf } from './rule.js';

export interface ValidateSelectionInput {
  /** The reading of a JSON document or a module; see `readSelection`. */
  readonly reading: ModuleReading;
  /** File name shown in messages. */
  readonly file: string;
  /** Skill files beside the definition, relative to its folder (`skills/a.mjs`); undefined if they are unknown. */
  readonly skillPaths?: readonly string[] | undefined;
  /** Whether the skill files beside the definition can only belong to it; unregistered ones then raise a warning. */
  readonly ownsFolder?: boolean | undefined;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

/**
 * The gate for a selection's definition, in either shape: lists all its problems. The rules are those of the grading
 * specification's chapter 16 (members) and of the Schemas-Spec's chapters 09, 14, 16 and 17 (tools).
 * `normaliseSelection` resolves references; `validateSkill` checks the content of skills, including inline ones.
 *
 * @returns problems with file, path (`selection.members[0].schemaId`), line and column (1-based), in source order;
 *   the definition can be normalised iff none has the severity `error`
 */
export function validateSelection({
  reading,
  file,
  skillPaths,
  ownsFolder = false,
  strict = false,
}: ValidateSelectionInput): Problem[] {
  const selection: SelectionRuleInput['selection'] = isRecord(reading.value) ? reading.value : {};
  const input: SelectionRuleInput = { reading, selection, shape: shapeOf(selection), skillPaths, ownsFolder };
  return judgeModule({ reading, file, root: 'selection', strict, rules: selectionRules, input });
}
