/**
 * Parts of file names in the island (spec 19), for regular expressions. The grammar itself is `island/logic/names.ts`, which
 * rules cannot import: it reports problems, and the table of all codes imports the rules.
 */
export const TIMESTAMP_PATTERN = String.raw`\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z`;
export const HASH_PATTERN = '[0-9a-f]{8}';
