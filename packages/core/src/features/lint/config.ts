import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { readPlacedJson } from '../../files/checked-json-file.js';
import { describeValue } from '../../problems/describe-issue.js';
import { fatal } from '../../problems/error-codes.js';
import { SEVERITIES } from '../../problems/problem.js';
import { ruleSets } from '../../rules/mcp/rule-sets.js';
import { TEXT_HASH } from '../../spec/hash.js';
import { nearestNames } from '../../values/nearest-names.js';
import { classOf, type IssueSettings, latestExpiry } from './logic/config.js';
import { CAPABILITIES } from './mcp/query.js';
import { nameFile } from './name-target.js';

const NO_TEXT = 'text that is not empty was expected';
const NO_HASH = '"text" as in --json was expected: sha256: and 32 hexadecimal digits';
const NO_REASON = 'a reason of at least 10 characters was expected';

const text = z.string(NO_TEXT).min(1, NO_TEXT);
const textHash = z.string(NO_HASH).regex(TEXT_HASH, NO_HASH);
const rule = oneOf([...new Set(ruleSets.flatMap((set) => set.rules.map(({ id }) => id)))], 'a lint rule');
const severity = oneOf([...SEVERITIES, 'off'], 'a severity');

/** `flowmcp-lint.json`: how the servers of a project are linted. */
export const lintConfigFile = object({
  $schema: z.string().exactOptional(),
  rules: oneOf(
    ruleSets.map(({ id }) => id),
    'a lint rule set',
  ).exactOptional(),
  severities: z.partialRecord(rule, severity, sayUnknownKey('rule', rule.options)).exactOptional(),
  ignore: z
    .array(
      object({
        rule,
        target: text.exactOptional(),
        subject: text,
        text: textHash.exactOptional(),
        reason: z.string(NO_REASON).trim().min(10, NO_REASON),
        expires: z.iso.date('a day such as 2027-01-31 was expected'),
      }),
    )
    .exactOptional(),
  servers: z.array(text).exactOptional(),
  capabilities: z.array(oneOf(CAPABILITIES, 'a capability')).exactOptional(),
});

/** A configuration that can be used. */
export interface LintConfig
  extends IssueSettings,
    Pick<z.infer<typeof lintConfigFile>, 'rules' | 'servers' | 'capabilities'> {}

/**
 * Reads a configuration.
 *
 * @param today the current day, such as `2027-01-31`
 * @throws GradingError LNT-043 (unusable file), LNT-041 (the severity of a trap), LNT-042 (a last day too far ahead), each
 *   with its place
 */
export function readLintConfig(file: string, today: string): LintConfig {
  const { value, whereOf } = readPlacedJson(file, lintConfigFile, 'LNT-043', { uniqueKeys: true });
  const { rules, servers, capabilities, ignore = [] } = value;
  const severities = Object.entries(value.severities ?? {}).flatMap(([rule, severity]) =>
    severity === undefined ? [] : [[rule, severity] as const],
  );
  const folder = dirname(file);
  for (const [rule] of severities) {
    if (classOf(rule) === 'trap') throw fatal('LNT-041', whereOf(['severities', rule]), { rule });
  }
  for (const [at, { rule, expires }] of ignore.entries()) {
    const latest = latestExpiry(rule, today);
    if (expires > latest) {
      throw fatal('LNT-042', whereOf(['ignore', at, 'expires']), { rule, expires, latest });
    }
  }
  return {
    ...(rules !== undefined && { rules }),
    ...(servers && { servers: servers.map((one) => (isAbsolute(one) ? one : join(folder, one))) }),
    ...(capabilities && { capabilities }),
    severities: new Map(severities),
    ignore: ignore.map(({ target, ...entry }, at) => ({
      ...entry,
      targets: target === undefined ? null : [target, nameFile(target, folder, folder)],
      where: whereOf(['ignore', at]),
    })),
  };
}

function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, sayUnknownKey('key', Object.keys(shape)));
}

function oneOf<const Names extends readonly string[]>(names: Names, what: string) {
  return z.enum(names, {
    error: ({ input }) =>
      `${what} was expected, but ${describeValue(input)} was found; ${suggest(input, names)}`,
  });
}

function sayUnknownKey(what: string, known: readonly string[]) {
  return {
    error: ({ code, keys }: { readonly code?: string; readonly keys?: readonly string[] }) => {
      const [key] = keys ?? [];
      // Other faults keep their own words.
      if (code !== 'unrecognized_keys' || key === undefined) return undefined;
      return `the ${what} ${describeValue(key)} is unknown; ${suggest(key, known)}`;
    },
  };
}

/** Names what was probably meant, or what is possible. */
function suggest(wanted: unknown, known: readonly string[]): string {
  const near = typeof wanted === 'string' ? nearestNames(wanted, known) : [];
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`;
  return known.length > MANY ? 'flowmcp lint --explain lists them' : `choose from ${known.join(', ')}`;
}

/** More names than this would fill a message. */
const MANY = 10;
