import { appendFileSync, rmSync } from 'node:fs';
import type { DatedEvaluation } from '../../../evaluators/ask/ask-evaluator.js';
import { storedEvaluation } from '../../../evaluators/evaluation-cache.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { readPlainFile } from '../../../sources/read-plain-file.js';
import { parseExact, stringifyExact } from '../../../values/exact-json.js';
import { isRecord } from '../../../values/is-record.js';
import { codeOf } from '../../../values/system-error.js';

const FORMAT = 'flowmcp-evaluator-run/1';
const FILE_MODE = 0o600;
/** Maximum size of a journal; a larger file is treated as not written by this command. */
const MAX_BYTES = 1024 ** 3;
const NOT_OURS = 'it was not written by this command';

export interface RunJournal {
  /** Answers of the continued run, by the index of their call. */
  readonly kept: ReadonlyMap<number, DatedEvaluation>;
  /** A sample of an answer that is merged from several. */
  sampleOf(index: number, sample: number): DatedEvaluation | undefined;
  /**
   * Starts the journal once the trial call has identified the evaluator.
   *
   * @returns DST-012 if the run was begun with another evaluator, or the journal cannot be written
   */
  begin(evaluator: string): Problem | null;
  add(index: number, answer: DatedEvaluation): void;
  addSample(index: number, sample: number, answer: DatedEvaluation): void;
  /** Call this once the results are written; removes the journal if the run is complete. */
  finish(isWhole: boolean): void;
}

interface Head {
  /** Hash of the candidate and the examples. */
  readonly asked: string;
  /** Hash of the evaluator and its range. */
  readonly evaluator: string;
}

interface Known {
  readonly head: Head;
  readonly kept: Map<number, DatedEvaluation>;
  readonly samples: Map<string, DatedEvaluation>;
  /** Whether the command ran to its end, even if some calls failed. */
  readonly isEnded: boolean;
  readonly endsWhole: boolean;
}

/** The journal lies beside the results, which are written in one piece at the end. */
function runJournalOf(out: string): string {
  return `${out}.journal`;
}

/**
 * Keeps answers as they arrive, one per line, next to the results file: a killed command loses only the calls in
 * progress. Lines are not flushed: an answer lost in a power failure is asked for again.
 *
 * @param options.asked hash of the candidate and the examples
 * @param options.hasResults whether the file of results exists
 * @returns DST-012: there is no run to continue, or a different one; DST-013: an unfinished run would be lost
 */
export function openRunJournal(
  out: string,
  options: { readonly asked: string; readonly resume: boolean; readonly hasResults: boolean },
): RunJournal | Problem {
  const file = runJournalOf(out);
  const { asked, resume, hasResults } = options;
  const refuse = (reason: string) => problem('DST-012', { file }, { reason });
  const found = readJournal(file);
  if (typeof found === 'string') return refuse(found);
  if (found && !resume && !found.isEnded) return problem('DST-013', { file });
  if (!found && resume && hasResults)
    return problem('DST-012', { file: out }, { reason: 'it has no open run' });
  const known = resume ? found : null;
  if (known && known.head.asked !== asked) return refuse('it was started with a different candidate or set');
  let endsWhole = known?.endsWhole ?? true;
  const append = (line: object) => {
    // End a torn line first, so that it does not absorb the next one.
    const text = `${endsWhole ? '' : '\n'}${stringifyExact(line)}\n`;
    endsWhole = false;
    appendFileSync(file, text, { mode: FILE_MODE });
    endsWhole = true;
  };
  // If the disk is full, the results still contain the answer, or report why they do not.
  const samples = known?.samples ?? new Map<string, DatedEvaluation>();
  const addLine = (line: object) => void orProblem(() => append(line), refuse);
  return {
    kept: known?.kept ?? new Map(),
    sampleOf: (index, sample) => samples.get(keyOfSample(index, sample)),
    begin(evaluator) {
      if (known && known.head.evaluator !== evaluator)
        return refuse('it was started with a different evaluator');
      return orProblem(() => {
        if (known) return append({ resumed: true });
        // A run that reached its end is not continued, because its results were written. Remove its journal.
        if (found) rmSync(file);
        append({ format: FORMAT, asked, evaluator });
      }, refuse);
    },
    add: (index, { at, evaluation }) => addLine({ index, at, ...evaluation }),
    addSample(index, sample, answer) {
      samples.set(keyOfSample(index, sample), answer);
      const { at, evaluation } = answer;
      addLine({ index, sample, at, ...evaluation });
    },
    finish(isWhole) {
      orProblem(() => (isWhole ? rmSync(file, { force: true }) : append({ ended: true })), refuse);
    },
  };
}

/** @returns null if there is no journal; a string that says why the file is not ours */
function readJournal(file: string): Known | null | string {
  const found = readPlainFile(file, MAX_BYTES);
  if (found.kind === 'missing') return null;
  if (found.kind === 'refused') return found.reason;
  return found.kind === 'read' ? parseJournal(found.bytes.toString('utf8')) : NOT_OURS;
}

function parseJournal(text: string): Known | string {
  const [first = '', ...lines] = text.split('\n');
  const head = parse(first);
  if (!isRecord(head) || head.format !== FORMAT) return NOT_OURS;
  const { asked, evaluator } = head;
  if (typeof asked !== 'string' || typeof evaluator !== 'string') return NOT_OURS;
  const kept = new Map<number, DatedEvaluation>();
  const samples = new Map<string, DatedEvaluation>();
  let isEnded = false;
  for (const line of lines.map(parse).filter(isRecord)) {
    const evaluation = storedEvaluation(line);
    if (line.ended === true) isEnded = true;
    if (line.resumed === true) isEnded = false;
    const { index, sample, at } = line;
    if (!evaluation || typeof index !== 'number' || typeof at !== 'string') continue;
    if (typeof sample === 'number') samples.set(keyOfSample(index, sample), { evaluation, at });
    // The first answer counts.
    else if (!kept.has(index)) kept.set(index, { evaluation, at });
  }
  return { head: { asked, evaluator }, kept, samples, isEnded, endsWhole: lines.at(-1) === '' };
}

function keyOfSample(index: number, sample: number): string {
  return `${index} ${sample}`;
}

function parse(line: string): unknown {
  try {
    return parseExact(line);
  } catch {
    // A torn line counts as no answer.
    return null;
  }
}

function orProblem(write: () => void, refuse: (reason: string) => Problem): Problem | null {
  try {
    write();
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return refuse(code);
  }
}
