/**
 * Parts of file names in the island (spec 19), for regular expressions. The grammar itself is in
 * `island/logic/names.ts`. Rules cannot import that file: it reports problems, so it needs the table of all codes, and
 * this table imports the rules.
 */
export const TIMESTAMP_PATTERN = String.raw`\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z`;
export const HASH_PATTERN = '[0-9a-f]{8}';
