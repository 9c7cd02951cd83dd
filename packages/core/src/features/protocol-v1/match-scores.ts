import { problem } from '../../problems/error-codes.js';
import { limitProblems } from '../../problems/limit-problems.js';
import type { Problem, Where } from '../../problems/problem.js';
import { type ParsedProtocolScores, parseProtocolScores } from './logic/parse-scores.js';
import type { ProtocolScores } from './logic/protocol-v1.js';
import type { NamedSchema } from './read-schemas.js';
import type { HandedScores } from './read-scores.js';

/** So many slugs are named where one was expected. */
const SLUGS_SHOWN = 5;

/** Scores that were handed in for a schema. */
export interface ScoredSchema {
  readonly where: Where;
  /** null where anything is wrong with them. */
  readonly scores: ProtocolScores | null;
  /** With file, line and pointer. */
  readonly problems: readonly Problem[];
}

export interface MatchedScores {
  /** Every schema in its order; null where nothing was handed in for it. */
  readonly pairs: readonly { readonly schema: NamedSchema; readonly scored: ScoredSchema | null }[];
  /** Of documents that belong to no schema of the run, or to one that is scored twice. */
  readonly problems: readonly Problem[];
}

/** Finds for each schema its scores, by slug. A schema that is scored twice has no scores: nobody can tell which count. */
export function matchScores(
  schemas: readonly NamedSchema[],
  handed: readonly HandedScores[],
  now: Date,
): MatchedScores {
  const bySlug = new Map<string, ScoredSchema[]>(schemas.map(({ slug }) => [slug, []]));
  // One document for one schema is meant for it, whatever it says.
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
