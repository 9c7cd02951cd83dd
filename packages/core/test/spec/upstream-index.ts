import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';

const file = new URL('../../../../conformance/upstream/3.0.3/index.schema.json', import.meta.url);
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(
  JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as object,
);

/** What the specification's schema of an index, which holds for proofs too, has against a value; empty if nothing. */
export function againstUpstream(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
