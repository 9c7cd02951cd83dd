import { Ajv2020 } from 'ajv/dist/2020.js';
import { readUpstream } from '../conformance/shared-vectors.js';

const text = readUpstream('upstream/3.0.3/index.schema.json');
const validate = text && new Ajv2020({ allErrors: true, strict: false }).compile(JSON.parse(text) as object);

/** Whether upstream's schema of an index, which holds for proofs too, is beside the checkout. */
export const hasUpstreamIndex = Boolean(validate);

/** What upstream's schema of an index has against a value; empty if nothing, or if the schema is not at hand. */
export function againstUpstream(value: unknown): string[] {
  if (!validate || validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
