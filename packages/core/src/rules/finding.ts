import type { ErrorCodeRow, SlotsIn } from '../problems/error-code.js';
import type { Problem } from '../problems/problem.js';
import type { CodeFacts } from '../sources/logic/code-facts.js';
import type { ModuleReading, Position, ValuePath } from '../sources/logic/module-reading.js';
import type { DocsFact, TestRemark } from '../spec/facts.js';
import type { AreaId, VetoTrigger } from '../spec/vocabulary.js';
import { byCodeUnit } from '../values/code-unit-order.js';

/** A problem that code found by itself: shown with a node, never part of its mean. */
export interface Finding extends Problem {
  /** Slug of the rule, its file name. */
  readonly id: string;
  /** The finding raises this veto. */
  readonly veto?: VetoTrigger;
}

/** A method and a path: a tool's, or one that the provider documents. */
export interface Endpoint {
  readonly method: string;
  /** From the root of the API, or a whole address; `{id}`, `:id` and `{{id}}` are placeholders. */
  readonly path: string;
}

/** baseline.json beside the schemas: what the provider documents. */
export interface EndpointBaseline {
  /** Where the list is from, usually the address of the documentation. */
  readonly source: string;
  readonly endpoints: readonly (Endpoint & {
    /** Why there is no tool for it. */
    readonly justification?: string;
  })[];
  /** Endpoints that other schemas of the namespace implement. */
  readonly elsewhere?: readonly Endpoint[];
}

/** A skill as a finding sees it. */
export interface SkillText {
  readonly name: string;
  /** Its markdown instructions. */
  readonly content: string;
  /** `requires.resources`. */
  readonly resources: readonly string[];
  readonly file?: string;
  /** Place of the skill's content. */
  readonly at?: Position;
}

export interface FindingInput {
  readonly namespace: string;
  /** The exported object as anybody may have written it. */
  readonly main: Readonly<Record<string, unknown>>;
  readonly handlers: ModuleReading['handlers'];
  readonly code: CodeFacts;
  /** Outcome of asking for the terms of service; null where nobody asked. */
  readonly terms: DocsFact | null;
  /** What the newest tests showed, in the order of the tools. */
  readonly remarks: readonly (TestRemark & { readonly tool: string })[];
  readonly baseline: EndpointBaseline | null;
  /** The About of the namespace; null where it has none. */
  readonly about: { readonly text: string } | null;
  readonly skills: readonly SkillText[];
  /** Registrable domain (eTLD+1) of an address; null where it has none. */
  readonly domainOf: (address: string) => string | null;
}

/** Where a rule found something: a value of the schema, or a place in a file. */
export type FoundPlace = (
  | { readonly path: ValuePath }
  | { readonly position: Position | undefined; readonly file?: string | undefined }
) & {
  readonly args?: Problem['args'];
};

/** A module and what belongs to it, as a rule's example gives it. */
export interface FindingExample
  extends Partial<Pick<FindingInput, 'terms' | 'remarks' | 'baseline' | 'about' | 'skills'>> {
  readonly source: string;
}

/** What every rule says of itself, whatever it looks at: the row of its code, among others. */
export interface FindingRuleHead extends ErrorCodeRow {
  /** Slug, equal to the file name. */
  readonly id: string;
  readonly code: string;
  /** Areas the finding is shown with. */
  readonly areas: readonly AreaId[];
  readonly why: string;
}

export interface FindingRule extends FindingRuleHead {
  readonly veto?: VetoTrigger;
  readonly check: (input: FindingInput) => readonly FoundPlace[];
  readonly examples: { readonly pass: FindingExample; readonly fail: FindingExample };
}

/** A place with a value for every placeholder of the rule's words. */
export type Filled<Place, Slot extends string> = [Slot] extends [never]
  ? Place
  : Place & { readonly args: Readonly<Record<Slot, string | number>> };

/** A deterministic finding (grading-rules §4, questions.md): from facts, with a place, a reason and a remedy. */
export function defineFinding<
  const Code extends string,
  const Text extends string,
  const Hint extends string,
>(
  rule: FindingRule & {
    readonly code: Code;
    readonly text: Text;
    readonly hint: Hint;
    readonly check: (input: FindingInput) => readonly Filled<FoundPlace, SlotsIn<Text | Hint>>[];
  },
): FindingRule & { readonly code: Code } {
  return rule;
}

/** By place, then code, then what was found: findings stand in the order in which one reads the files. */
export function byPlace(a: Finding, b: Finding): number {
  return (
    byCodeUnit(a.where?.file ?? '', b.where?.file ?? '') ||
    (a.where?.line ?? 0) - (b.where?.line ?? 0) ||
    (a.where?.column ?? 0) - (b.where?.column ?? 0) ||
    byCodeUnit(a.code, b.code) ||
    byCodeUnit(JSON.stringify(a.args ?? {}), JSON.stringify(b.args ?? {}))
  );
}
