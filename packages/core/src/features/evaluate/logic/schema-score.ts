import type { Problem } from '../../../problems/problem.js';
import type { Finding } from '../../../rules/finding.js';
import type { StoredAnswer } from '../../../spec/state.js';
import type { VetoTrigger } from '../../../spec/vocabulary.js';

/** The judgement of code on a schema without any request, as one number with its reasons. */
export interface SchemaScore {
  /** 0 to 1. */
  readonly score: number;
  /**
   * The stage that a schema reaches: `vetoed` and `unread` score 0, `partly-read` at most 0.1, `refused` below 0.5,
   * `empty` (neither tool nor resource, or tools under their old name) 0.5, `valid` from 0.5 up.
   */
  readonly stage: 'vetoed' | 'unread' | 'partly-read' | 'refused' | 'empty' | 'valid';
  /** The components of the score, each from 0 to 1; null if the stage does not use one. */
  readonly parts: {
    /** 1 without errors; each error lowers it, more if it is higher up in the schema. */
    readonly soundness: number | null;
    /** Weighted share of the answered questions that pass. */
    readonly questions: number | null;
    /** 1 without warnings, notes and findings; each of them lowers it. */
    readonly cleanness: number | null;
  };
}

/** The basis for the score of a schema. */
export interface SchemaFacts {
  /** The exported value; undefined if nothing was read. */
  readonly value: unknown;
  readonly exportName: string | null;
  /** Problems of unreadable parts. */
  readonly unread: readonly Problem[];
  /** All problems of the gate, including those of unreadable parts. */
  readonly problems: readonly Problem[];
  readonly findings: readonly Finding[];
  readonly answers: readonly StoredAnswer[];
  readonly veto: { readonly triggeredBy: VetoTrigger; readonly evidence: string } | null;
}
