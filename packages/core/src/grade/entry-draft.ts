import { z } from 'zod';
import { isoTime } from '../spec/common.js';
import { categoricalVeto, type GradingEntry, gradedAnswer, gradingEntry } from '../spec/entry.js';
import { GRADES, GRADING_MODES, TIERS } from '../spec/vocabulary.js';

/** A letter, REJECTED, or null where there is none (yet). */
export const aggregateGrade = z.enum([...GRADES, 'REJECTED']).nullable();

/** An entry on its way: answers may still be missing, and the grade with them. Never what lies in the island. */
export const entryDraft = gradingEntry.extend({
  gradings: z.array(gradedAnswer),
  aggregateGrade,
});
/** Its harness is checked, and is not typed, so that a stored entry can be made into one. */
export type EntryDraft = Omit<z.infer<typeof entryDraft>, 'harness'> & Pick<GradingEntry, 'harness'>;

/** As much of an entry as its grade follows from; scores and weights have rules of their own. */
export const gradable = z.looseObject({
  gradingTier: z.enum(TIERS),
  gradings: z.array(
    z.looseObject({ questionId: z.string(), timestamp: isoTime, score: z.unknown(), weight: z.unknown() }),
  ),
  categoricalVeto: z.looseObject({ triggeredBy: z.string(), evidence: z.string() }).nullish(),
});

/** The history of a node as far as its rules look at it. */
export const entrySequence = z.array(
  z.looseObject({
    gradingMode: z.enum(GRADING_MODES),
    aggregateGrade: z.enum([...GRADES, 'REJECTED']),
    categoricalVeto: z.looseObject({}).nullable(),
  }),
);

/** A veto on its own. */
export const vetoHolder = z.object({ veto: categoricalVeto });

/** An entry as far as its questions are listed. */
export const answeredQuestions = z.object({ gradings: z.array(z.looseObject({ questionId: z.string() })) });
