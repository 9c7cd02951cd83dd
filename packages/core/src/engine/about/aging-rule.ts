import type { AboutValidity } from '../../model/selection-finding.js';
import { gradingSystem } from '../../tables/grading-system-1.0.0.js';
import { parseTimestamp } from '../names.js';
import type { SelectionSections } from './selection-sections.js';

const DAY = 24 * 60 * 60 * 1000;
const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
/** Not the end of a decimal, a range or a word. */
const DURATION = /(?<![\p{L}\p{N}.,_–-])([1-9]\d{0,3})[\s-]{0,3}[*_`]{0,3}\s{0,3}(day|week|month)s?\b/giu;

/**
 * How long the content of an About holds, by its section "Aging Rule". Understood is a whole number from 1 to 9999
 * in digits before "day(s)", "week(s)" (7 days) or "month(s)" (30 days): "60 days", "a 60-day review", "**8** weeks".
 * Where the section states different durations the shortest holds; where it states none, or there is no such
 * section, the default of the grading system does (90 days).
 *
 * @see spec 10, Mandatory Sections 7
 */
export function parseAgingRule({ found }: Pick<SelectionSections, 'found'>): AboutValidity {
  const rule = found.find(({ section }) => section === 'Aging Rule');
  const stated = (rule?.lines ?? []).flatMap(({ text, line }) =>
    [...text.matchAll(DURATION)].map(([, count, unit = '']) => ({
      days: Number(count) * (DAYS_OF[unit.toLowerCase()] ?? 1),
      line,
    })),
  );
  const shortest = stated.reduce<(typeof stated)[number] | undefined>(
    (least, one) => (least && least.days <= one.days ? least : one),
    undefined,
  );
  const line = shortest?.line ?? rule?.line;
  return {
    days: shortest?.days ?? gradingSystem.ageingDays.about,
    ...(line !== undefined && { line }),
    stated: [...new Set(stated.map(({ days }) => days))],
  };
}

/**
 * Age of an About in days, fractions included.
 *
 * @param timestamp of its snapshot, `YYYY-MM-DDTHH-MM-SSZ`
 * @throws RangeError for a text that is no timestamp, which no snapshot's name holds
 */
export function ageInDays(timestamp: string, now: Date): number {
  const from = parseTimestamp(timestamp);
  if (!from) throw new RangeError(`${timestamp} is no timestamp of a snapshot`);
  return (now.getTime() - from.getTime()) / DAY;
}
