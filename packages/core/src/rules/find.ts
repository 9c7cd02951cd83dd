import { rootDomainOf } from '../keys/logic/hosts.js';
import type { CodeFacts } from '../sources/logic/code-facts.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { formatValuePath } from '../values/value-path.js';
import { byPlace, type Finding, type FindingInput, type FindingRule, type FoundPlace } from './finding.js';
import { findings } from './findings/registry.generated.js';

export interface FindInput
  extends Partial<Omit<FindingInput, 'namespace' | 'main' | 'handlers' | 'code' | 'domainOf'>> {
  readonly namespace: string;
  /** File name shown in messages. */
  readonly file: string;
  readonly reading: Pick<ModuleReading, 'value' | 'exportName' | 'handlers' | 'locate'>;
  readonly code: CodeFacts;
}

/**
 * Deterministic findings about one schema: shown with its nodes, but never part of a mean (grading-rules §4). About,
 * skills and baseline belong to the namespace: pass them with one of its schemas only, or their findings repeat.
 *
 * @param rules for tests; default: all rules of the catalogue
 * @returns findings with file, path below the export, line and column (1-based), in source order; a finding
 *   with a `veto` requires that categorical veto
 */
export function findAll(input: FindInput, rules: readonly FindingRule[] = findings): Finding[] {
  const { value } = input.reading;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const ruleInput: FindingInput = {
    namespace: input.namespace,
    main: isObject ? (value as FindingInput['main']) : {},
    handlers: input.reading.handlers,
    code: input.code,
    terms: input.terms ?? null,
    remarks: input.remarks ?? [],
    targets: input.targets ?? [],
    changedLibraries: input.changedLibraries ?? [],
    baseline: input.baseline ?? null,
    about: input.about ?? null,
    skills: input.skills ?? [],
    domainOf: rootDomainOf,
  };
  return rules
    .flatMap((rule) => rule.check(ruleInput).map((place) => buildFinding(rule, place, input)))
    .sort(byPlace);
}

function buildFinding(
  { id, code, severity, veto }: FindingRule,
  place: FoundPlace,
  input: FindInput,
): Finding {
  const { args } = place;
  return {
    id,
    code,
    severity,
    where: locate(place, input),
    ...(args && { args }),
    ...(veto && { veto }),
  };
}

function locate(place: FoundPlace, { file, reading }: FindInput): NonNullable<Finding['where']> {
  const start = { line: 1, column: 1 };
  if ('path' in place) {
    const path = formatValuePath(reading.exportName ?? 'main', place.path);
    return { file, path, ...(reading.locate(place.path) ?? start) };
  }
  return { file: place.file ?? file, ...(place.position ?? start) };
}
