import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { readUpstream } from '../conformance/shared-vectors.js';

/**
 * The standard's own JSON schema; null if the checkout stands alone. It is a draft 4 schema and uses nothing that later
 * drafts read differently, so only the names of the draft are removed.
 */
export function compileSarifSchema(): ValidateFunction | null {
  const text = readUpstream('upstream/sarif-schema-2.1.0.json');
  if (text === null) return null;
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(text);
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
