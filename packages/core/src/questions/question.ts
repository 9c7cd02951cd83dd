import type { GradingRules } from '../spec/books/book.js';
import type { Gathered } from '../spec/gathered.js';
import type { AreaId, NaReason, ScoreType } from '../spec/vocabulary.js';

/** Facts for the deterministic questions of each area. */
export interface SingleTestFacts {
  readonly docs: {
    readonly url: string;
    readonly status: 'reachable' | 'not-found' | 'unreachable';
    readonly httpStatus?: number | undefined;
    readonly gathered?: Gathered;
  } | null;
  readonly outputDeclared: boolean;
  /** null: no response could be compared. */
  readonly outputMatches: boolean | null;
  readonly outputMismatch?: string | undefined;
  readonly records: readonly string[];
  /** How the tests differed from plain calls to the API. */
  readonly gathered?: Gathered;
  /** A response of a working test that is larger than the specification allows; absent: there is none. */
  readonly tooLarge?:
    | {
        readonly record: string;
        readonly bytes: number;
        readonly limit: number;
        /** Whether it was too large to be read. */
        readonly isUnread?: boolean;
      }
    | undefined;
  /** Verdict on the schema's key names; null if it needs no keys. */
  readonly keyDomain: KeyDomainVerdict | null;
}

export interface ToolsAggregateSchemaFacts {
  readonly toolNames: readonly string[];
  /** Names of tools that occur twice in the source. */
  readonly duplicateKeys: readonly string[];
}

export interface ToolsAggregateNamespaceFacts {
  readonly tools: number;
}

/** Whether the namespace has an About; all of its schemas are searched (spec 11, detection). */
export interface AboutNamespaceFacts {
  readonly declared: boolean;
  readonly fileExists: boolean;
  /** Schema that declares the About; null if none does. */
  readonly declaredIn: string | null;
  /** File with the text of the About, relative to the namespace's folder; null if the file is missing. */
  readonly aboutFile: string | null;
}

/** Whether the selection has an About and therefore domain knowledge (spec 10 and 11). */
export interface AboutSelectionFacts {
  readonly fileExists: boolean;
  /** Which of the seven sections are missing. */
  readonly missingSections: readonly string[];
  /** File with the text of the About, relative to the selection's folder; null if there is no About. */
  readonly aboutFile: string | null;
}

/** Facts about a selection as a whole (spec 05, 24). */
export interface SelectionAggregateFacts {
  /** Distinct namespaces among the members. */
  readonly namespaces: number;
  /** Group-bound entries of the selection's About and skills, as refs in its index. */
  readonly contributions: readonly string[];
  /** Reasons why the cascade has to stop, one line each; empty if there are none. */
  readonly failedPreconditions: readonly string[];
}

/**
 * For each area, the type of the facts that its deterministic questions use; areas without such questions are absent.
 */
export interface AreaFacts {
  readonly 'single-test': SingleTestFacts;
  readonly 'tools-aggregate-schema': ToolsAggregateSchemaFacts;
  readonly 'tools-aggregate-namespace': ToolsAggregateNamespaceFacts;
  readonly 'about-namespace': AboutNamespaceFacts;
  readonly 'about-selection': AboutSelectionFacts;
  readonly 'selection-aggregate': SelectionAggregateFacts;
}
export type FactsAreaId = keyof AreaFacts;

/** Whether key names belong to the API (grading-rules §5). Only `foreign` is a veto. */
export type KeyDomainVerdict =
  | { readonly outcome: 'agrees'; readonly evidence: string }
  | { readonly outcome: 'unclear'; readonly evidence: string }
  | { readonly outcome: 'foreign'; readonly key: string; readonly owner: string; readonly evidence: string };

export interface DeterministicAnswer {
  readonly score: 'pass' | 'fail' | 'stale' | 'n/a';
  readonly naReason?: NaReason;
  readonly reasoning: string;
  /** Reference to the facts, never a request. */
  readonly evidence?: string;
  /** How those facts were gathered, if not by plain calls; becomes part of the evidence. */
  readonly gathered?: Gathered | undefined;
}

interface QuestionCommon {
  /** `Q-‹area›-NN`. */
  readonly id: string;
  readonly area: AreaId;
  readonly dimension: string;
  /** In a few words, what sets it apart from the area's other questions of its dimension; absent if there are none. */
  readonly topic?: string;
  /** Above 0. */
  readonly weight: number;
  readonly scoreType: ScoreType;
  /** Ageing class of the answers; null: they never age. */
  readonly ageing: 'api' | 'tos' | null;
}

export interface DeterministicQuestion<Facts> extends QuestionCommon {
  readonly determinism: 'deterministic';
  /** Only a fail is written: a pass would raise the mean of every other subject (spec 06, response size). */
  readonly writtenIfFailed?: true;
  /** What the question is; a function where it names a number of the grading system. */
  readonly text: string | ((grading: GradingRules) => string);
  /** Declared as a method, so that a question about narrower facts still counts as a `Question`. */
  answer(facts: Facts, grading: GradingRules): DeterministicAnswer;
  /** One set of facts per outcome; a generic test tries them all. */
  readonly examples: {
    readonly pass: Facts;
    readonly fail: Facts;
    readonly na?: Facts;
    readonly stale?: Facts;
  };
}

export interface GradedQuestion extends QuestionCommon {
  readonly determinism: 'non-deterministic';
  /** The question as a grader reads it. */
  readonly text: string;
  /** Examples that deserve the top and the bottom of the scale. */
  readonly examples: { readonly good: string; readonly bad: string };
}

export type Question = GradedQuestion | DeterministicQuestion<unknown>;

/** An area of the specification: its kind of subject, its side, and where its entries are stored. */
export interface Area {
  readonly id: AreaId;
  /** 1–11, spec 08 §5.1. */
  readonly number: number;
  readonly side: 'provider' | 'selection';
  readonly subject: 'tool' | 'schema' | 'namespace' | 'skill' | 'selection';
  readonly personaRequired: boolean;
  readonly title: string;
  /** Text shown to a grader before the questions. */
  readonly instructions: readonly string[];
}

/** A question that a grader judges (spec 06, axis 1: non-deterministic). */
export function defineQuestion(question: Omit<GradedQuestion, 'determinism'>): GradedQuestion {
  return { ...question, determinism: 'non-deterministic' };
}

/**
 * A question that code answers from facts with pass or fail (spec 06, binding rule 2). Its area determines which facts
 * are passed to `answer`; see `AreaFacts`.
 */
export function defineDeterministicQuestion<A extends FactsAreaId>(
  question: { readonly area: A } & Omit<DeterministicQuestion<AreaFacts[A]>, 'determinism' | 'scoreType'>,
): DeterministicQuestion<AreaFacts[A]> {
  return { ...question, determinism: 'deterministic', scoreType: 'boolean' };
}

/** The weight of a question: the catalogue's, unless the grading system has another. */
export function weightOf({ id, weight }: Pick<Question, 'id' | 'weight'>, { weights }: GradingRules): number {
  return Object.hasOwn(weights, id) ? (weights[id] ?? weight) : weight;
}

/** The text of a question; some texts name a number of the grading system. */
export function textOf({ text }: Pick<Question, 'text'>, grading: GradingRules): string {
  return typeof text === 'string' ? text : text(grading);
}
