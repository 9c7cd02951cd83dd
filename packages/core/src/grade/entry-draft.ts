import { z } from 'zod';
import { isoTime } from '../spec/common.js';
import { categoricalVeto, type GradingEntry, gradedAnswer, gradingEntry } from '../spec/entry.js';
import { GRADES, GRADING_MODES, TIERS } from '../spec/vocabulary.js';

/** A letter, REJECTED, or null while there is no grade. */
export const aggregateGrade = z.enum([...GRADES, 'REJECTED']).nullable();

/** An entry under construction: answers may be missing, and so may the grade. Never stored in an island. */
export const entryDraft = gradingEntry.extend({
  gradings: z.array(gradedAnswer),
  aggregateGrade,
});
/** The harness is checked at runtime but not in the type, so that a stored entry can be assigned. */
export type EntryDraft = Omit<z.infer<typeof entryDraft>, 'harness'> & Pick<GradingEntry, 'harness'>;

/** The fields of an entry that decide its grade; scores and weights are checked separately. */
export const gradable = z.looseObject({
  gradingTier: z.enum(TIERS),
  gradings: z.array(
    z.looseObject({ questionId: z.string(), timestamp: isoTime, score: z.unknown(), weight: z.unknown() }),
  ),
  categoricalVeto: z.looseObject({ triggeredBy: z.string(), evidence: z.string() }).nullish(),
});

/** The history of a node, reduced to the fields that its rules need. */
export const entrySequence = z.array(
  z.looseObject({
    gradingMode: z.enum(GRADING_MODES),
    aggregateGrade: z.enum([...GRADES, 'REJECTED']),
    categoricalVeto: z.looseObject({}).nullable(),
  }),
);

/** A veto without its entry. */
export const vetoHolder = z.object({ veto: categoricalVeto });

/** An entry, reduced to the fields that list its questions. */
export const answeredQuestions = z.object({ gradings: z.array(z.looseObject({ questionId: z.string() })) });
