import type { SchemaArea } from '../features/protocol-v1/api-grade-schema.js';
import type { Grader } from '../grade/entry/assemble-entry.js';
import { checkShape } from '../grade/entry/check-entry.js';
import { placeBelow } from '../problems/problem.js';
import { schemaOptions } from '../spec/program-input.js';
import { errorTexts } from './error-texts.js';
import { type AreaGrading, type AreaInput, runArea } from './single-schema-phases.js';

/** Options of a grading. */
export type GradeSingleSchemaOptions = Pick<AreaInput, 'answers' | 'facts' | 'harness' | 'timestamp'> & {
  /** Default: `tools-aggregate-schema`, all tools of the schema together. */
  area?: SchemaArea | undefined;
  /** Required by the area `single-test`. */
  tool?: string | undefined;
};

/**
 * Grades one schema file on the autonomous tier, B at best. Code answers what it can without a request;
 * `options.answers` holds the grader's answers. Until every question of the area is answered, the entry has no grade
 * and is not storable: `storable` is false, and `reason` and `missing` give the cause.
 *
 * @example
 * const { grading, errors } = gradeSingleSchema({
 *   schemaPath: './provider/prices.mjs',
 *   schemaId: 'provider.prices',
 *   grader: { kind: 'human', name: 'ada', version: '1' },
 *   options: { answers },
 * });
 * @returns the entry, or null with errors: those from the gate, those in the answers, GRD-001 (missing), GRD-002 (wrong
 *   type), GRD-011 (unknown option)
 * @see spec 04, spec 08
 */
export function gradeSingleSchema({
  schemaPath,
  schemaId,
  grader,
  options = {},
}: {
  schemaPath: string;
  schemaId: string;
  grader: Grader;
  options?: GradeSingleSchemaOptions;
}): Pick<AreaGrading, 'grading' | 'storable' | 'reason' | 'missing' | 'errors'> {
  const known = checkShape(options, schemaOptions);
  if (known.value === null) {
    const errors = errorTexts(placeBelow('/options', known.problems));
    return { grading: null, storable: false, reason: null, missing: [], errors };
  }
  const { area = 'tools-aggregate-schema', ...more } = options;
  const graded = runArea({ schemaPath, schemaId, grader, area, ...more });
  const { grading, storable, reason, missing, errors } = graded;
  return { grading, storable, reason, missing, errors };
}
