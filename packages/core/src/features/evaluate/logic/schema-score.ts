import type { Problem } from '../../../problems/problem.js';
import type { Finding } from '../../../rules/finding.js';
import type { StoredAnswer } from '../../../spec/state.js';
import type { VetoTrigger } from '../../../spec/vocabulary.js';

/** What code can say of a schema without a request, as one number with its reasons. */
export interface SchemaScore {
  /** 0 to 1. */
  readonly score: number;
  /**
   * How far the schema comes: `vetoed` and `unread` are 0, `partly-read` is at most 0.1, `refused` below 0.5, `empty`
   * (neither tool nor resource, or tools under their old name) 0.5, `valid` from there on.
   */
  readonly stage: 'vetoed' | 'unread' | 'partly-read' | 'refused' | 'empty' | 'valid';
  /** What the number is made of, each from 0 to 1; null where the stage does not look at it. */
  readonly parts: {
    /** 1 without errors, less with each, the less the higher up it lies. */
    readonly soundness: number | null;
    /** Weighted share of the answered questions that pass. */
    readonly questions: number | null;
    /** 1 without warnings, notes and findings, less with each. */
    readonly cleanness: number | null;
  };
}

/** What a schema is scored by. */
export interface SchemaFacts {
  /** The exported value; undefined where nothing was read. */
  readonly value: unknown;
  readonly exportName: string | null;
  /** What could not be read. */
  readonly unread: readonly Problem[];
  /** All of the gate, what could not be read included. */
  readonly problems: readonly Problem[];
  readonly findings: readonly Finding[];
  readonly answers: readonly StoredAnswer[];
  readonly veto: { readonly triggeredBy: VetoTrigger; readonly evidence: string } | null;
}
