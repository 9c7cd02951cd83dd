import type { ZodType } from 'zod';
import { describeProblem } from '../../problems/error-codes.js';
import { GradingError } from '../../problems/problem.js';
import { jsonDepth, MAX_JSON_DEPTH } from '../../values/json-depth.js';
import { formatPointer } from '../../values/value-path.js';

type OrReason<T> = T | { readonly reason: string };

/** A JSON document, or the reason why the text is not JSON or does not have the expected shape. */
export function parseText<T = unknown>(
  text: string,
  shape: ZodType<T> | null,
): OrReason<{ readonly value: T }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { reason: 'it is not JSON' };
  }
  if (shape === null) return { value: value as T };
  const result = shape.safeParse(value);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  return {
    reason: `${formatPointer(issue?.path ?? []) || 'the document'}: ${issue?.message ?? 'its shape is wrong'}`,
  };
}

/** A JSON document that will be walked completely, or the reason why it is not JSON or is nested too deeply. */
export function parseShallow(text: string): OrReason<{ readonly value: unknown }> {
  if (jsonDepth(text) > MAX_JSON_DEPTH)
    return { reason: `it is nested deeper than ${MAX_JSON_DEPTH} levels` };
  return parseText(text, null);
}

/**
 * What `read` returns, or the reason why it fails. It may fail even for valid JSON, because canonical JSON cannot
 * represent every value.
 */
export function orReason<T>(read: () => T): OrReason<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return { reason: describeProblem(error.problem).message };
  }
}
