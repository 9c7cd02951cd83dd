import type { ErrorCodeRow, SlotsIn } from '../problems/error-code.js';
import type { Problem } from '../problems/problem.js';
import type { CodeFacts } from '../sources/logic/code-facts.js';
import type { ModuleReading, Position, ValuePath } from '../sources/logic/module-reading.js';
import type { DocsFact, TestRemark } from '../spec/facts.js';
import type { AreaId, VetoTrigger } from '../spec/vocabulary.js';
import { byCodeUnit } from '../values/code-unit-order.js';

/** A problem that code has found. It is shown with a node, but never counts in the node's mean. */
export interface Finding extends Problem {
  /** Slug of the rule, which is also its file name. */
  readonly id: string;
  /** Veto that the finding raises. */
  readonly veto?: VetoTrigger;
}

/** Method and path of a tool, or of an endpoint that the provider documents. */
export interface Endpoint {
  readonly method: string;
  /** Path relative to the API's root, or a full address; `{id}`, `:id` and `{{id}}` are placeholders. */
  readonly path: string;
}

/** Content of the `baseline.json` beside the schemas: the endpoints that the provider documents. */
export interface EndpointBaseline {
  /** Source of the list, usually the address of the documentation. */
  readonly source: string;
  readonly endpoints: readonly (Endpoint & {
    /** Why no tool covers the endpoint. */
    readonly justification?: string;
  })[];
  /** Endpoints that other schemas of the namespace implement. */
  readonly elsewhere?: readonly Endpoint[];
}

/** The parts of a skill that rules look at. */
export interface SkillText {
  readonly name: string;
  /** The skill's instructions, in Markdown. */
  readonly content: string;
  /** `requires.resources`. */
  readonly resources: readonly string[];
  readonly file?: string;
  /** Place of the skill's content. */
  readonly at?: Position;
}

export interface FindingInput {
  readonly namespace: string;
  /** The exported object, unvalidated. */
  readonly main: Readonly<Record<string, unknown>>;
  readonly handlers: ModuleReading['handlers'];
  readonly code: CodeFacts;
  /** Result of requesting the terms of service; null if they were not requested. */
  readonly terms: DocsFact | null;
  /** What the newest tests of each tool showed, in the order of the tools. */
  readonly remarks: readonly (TestRemark & { readonly tool: string })[];
  /** Tools that can be graded, and the number of working tests that the specification recommends for them. */
  readonly targets: readonly { readonly tool: string; readonly working: number; readonly target: number }[];
  /** Libraries that the tests of a tool ran with, where the sandbox now has another script, or none. */
  readonly changedLibraries: readonly { readonly tool: string; readonly was: string; readonly now: string }[];
  readonly baseline: EndpointBaseline | null;
  /** The About of the namespace; null if it has none. */
  readonly about: { readonly text: string } | null;
  readonly skills: readonly SkillText[];
  /** Registrable domain (eTLD+1) of an address; null if it has none. */
  readonly domainOf: (address: string) => string | null;
}

/** Place of a finding: a value of the schema, or a position in a file. */
export type FoundPlace = (
  | { readonly path: ValuePath }
  | { readonly position: Position | undefined; readonly file?: string | undefined }
) & {
  readonly args?: Problem['args'];
};

/** An example for a rule: a module, plus whatever else the rule looks at. */
export interface FindingExample
  extends Partial<Omit<FindingInput, 'namespace' | 'main' | 'handlers' | 'code' | 'domainOf'>> {
  readonly source: string;
}

/** What all rules have in common, including the row of the rule's code. */
export interface FindingRuleHead extends ErrorCodeRow {
  /** Slug, equal to the file name. */
  readonly id: string;
  readonly code: string;
  /** Areas that show the finding. */
  readonly areas: readonly AreaId[];
  readonly why: string;
}

export interface FindingRule extends FindingRuleHead {
  readonly veto?: VetoTrigger;
  readonly check: (input: FindingInput) => readonly FoundPlace[];
  readonly examples: { readonly pass: FindingExample; readonly fail: FindingExample };
}

/** A place with a value for every placeholder in the rule's text. */
export type Filled<Place, Slot extends string> = [Slot] extends [never]
  ? Place
  : Place & { readonly args: Readonly<Record<Slot, string | number>> };

/**
 * Defines a deterministic finding, which is based on facts and has a place, a reason and a remedy (grading-rules §4).
 */
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

/** Orders findings by place, then by code, then by values, so that they appear in the order of the files. */
export function byPlace(a: Finding, b: Finding): number {
  return (
    byCodeUnit(a.where?.file ?? '', b.where?.file ?? '') ||
    (a.where?.line ?? 0) - (b.where?.line ?? 0) ||
    (a.where?.column ?? 0) - (b.where?.column ?? 0) ||
    byCodeUnit(a.code, b.code) ||
    byCodeUnit(JSON.stringify(a.args ?? {}), JSON.stringify(b.args ?? {}))
  );
}
