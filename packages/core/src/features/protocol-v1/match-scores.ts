import { limitProblems } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import { type ParsedProtocolScores, parseProtocolScores } from './logic/parse-scores.js';
import type { ProtocolScores } from './logic/protocol-v1.js';
import type { NamedSchema } from './read-schemas.js';
import type { HandedScores } from './read-scores.js';

/** How many slugs a message names if one was expected. */
const SLUGS_SHOWN = 5;

/** Scores handed in for one schema. */
export interface ScoredSchema {
  readonly where: Where;
  /** null if anything about them is wrong. */
  readonly scores: ProtocolScores | null;
  /** With file, line and pointer. */
  readonly problems: readonly Problem[];
}

export interface MatchedScores {
  /** Every schema in its order; null if no scores were handed in for it. */
  readonly pairs: readonly { readonly schema: NamedSchema; readonly scored: ScoredSchema | null }[];
  /** Problems of documents that belong to no schema of the run, or to a schema that is scored twice. */
  readonly problems: readonly Problem[];
}

/**
 * Finds the scores of each schema by its slug. A schema that is scored twice has no scores: it is unclear which ones
 * count.
 */
export function matchScores(
  schemas: readonly NamedSchema[],
  handed: readonly HandedScores[],
  now: Date,
): MatchedScores {
  const bySlug = new Map<string, ScoredSchema[]>(schemas.map(({ slug }) => [slug, []]));
  // A single document for a single schema belongs to it, whatever slug it names.
  const only = schemas.length === 1 && handed.length === 1 ? schemas[0]?.slug : undefined;
  const strangers: Problem[] = [];
  for (const { where, document } of handed) {
    const parsed = parseProtocolScores(document, now);
    const scored = toScored(where, parsed, schemas);
    const group = bySlug.get(only ?? parsed.slug ?? '');
    if (group) group.push(scored);
    else strangers.push(...scored.problems);
  }
  const pairs = schemas.map((schema) => {
    const group = bySlug.get(schema.slug) ?? [];
    return { schema, scored: group.length > 1 ? refuseAll(schema, group) : (group[0] ?? null) };
  });
  return { pairs, problems: strangers };
}

function toScored(where: Where, parsed: ParsedProtocolScores, schemas: readonly NamedSchema[]): ScoredSchema {
  const { slug, scores } = parsed;
  const isKnown = slug === null || schemas.some((schema) => schema.slug === slug);
  const foreign = isKnown
    ? []
    : [problem('GRP-006', { path: '/schemaIdSlug' }, { found: slug, expected: describeSlugs(schemas) })];
  const problems = limitProblems([...foreign, ...parsed.problems]);
  return {
    where,
    scores: foreign.length > 0 ? null : scores,
    problems: problems.map((found) => ({ ...found, where: { ...where, ...found.where } })),
  };
}

function describeSlugs(schemas: readonly NamedSchema[]): string {
  if (schemas.length === 0) return 'a schema that can be read';
  if (schemas.length > SLUGS_SHOWN) return `one of the ${schemas.length} schemas of this run`;
  return schemas.map(({ slug }) => `"${slug}"`).join(' or ');
}

function refuseAll({ slug }: NamedSchema, group: readonly ScoredSchema[]): ScoredSchema {
  const problems = group.flatMap((one) => {
    const others = group.filter((other) => other !== one).map(({ where }) => describePlace(where));
    return [...one.problems, problem('GRP-016', one.where, { slug, other: others.join(', ') })];
  });
  return { where: {}, scores: null, problems };
}

function describePlace({ file = 'another document', line }: Where): string {
  return line === undefined ? file : `${file}:${line}`;
}
