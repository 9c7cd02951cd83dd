import type { Problem } from '../../problems/problem.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { isRecord } from '../../values/is-record.js';
import { judgeModule } from '../judge-module.js';
import { selectionRules } from './registry.generated.js';
import { type SelectionRuleInput, shapeOf } from './rule.js';

export interface ValidateSelectionInput {
  /** Of a JSON document or of a module; see `readSelection`. */
  readonly reading: ModuleReading;
  /** As it is to be shown in messages. */
  readonly file: string;
  /** Skill files beside the definition, from its folder (`skills/a.mjs`); undefined says nothing about files. */
  readonly skillPaths?: readonly string[] | undefined;
  /** The skill files beside it can be nobody else's: those that are not named are warned about. */
  readonly ownsFolder?: boolean | undefined;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

/**
 * The gate for the definition of a selection, in either shape: every problem of it in one go. The rules are those of the
 * grading specification's chapter 16 (members) and of the Schemas-Spec's chapters 09, 14, 16 and 17 (tools). Whether
 * references lead to something is told by `normaliseSelection`; what skills hold, inline ones too, by `validateSkill`.
 *
 * @returns problems with file, path (`selection.members[0].schemaId`), line and column (1-based), in the order of the
 *   text; the definition can be normalised iff none has the severity `error`
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
