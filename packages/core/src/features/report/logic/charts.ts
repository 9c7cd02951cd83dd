import { escapeMarkup } from '../../../documents/visible-text.js';
import { bandOf } from '../../../grade/grade.js';
import { sayScore } from '../../../grade/score.js';
import type { Thresholds } from '../../../spec/books/book.js';
import type { ReportNode, ReportSummary } from './grading-report.js';
import { markOf, SHOWN_STATUSES } from './standing.js';

/** Charts as SVG, drawn by our own code; their accessible names give the same information as text. */

const LOWEST = 1;
const HIGHEST = 5;
const SPARK = { width: 72, height: 20, edge: 3 };
/** Maximum number of points: more would be too close together to tell apart. */
const MOST_POINTS = 24;

type Bands = Thresholds['bands'];
type Point = Pick<ReportNode['history'][number], 'at' | 'grade' | 'score'>;

/** The grades of a node over time, oldest first; empty if it has been graded no more than once. */
export function drawSparkline(history: readonly Point[]): string {
  const points = history.slice(-MOST_POINTS);
  const last = points.at(-1);
  if (!last || points.length < 2) return '';
  const { width, height, edge } = SPARK;
  const step = (width - 2 * edge) / (points.length - 1);
  const places = points.map(({ score }, at) => {
    const x = edge + at * step;
    const y = height - edge - (((score ?? LOWEST) - LOWEST) / (HIGHEST - LOWEST)) * (height - 2 * edge);
    return [round(x), round(y)] as const;
  });
  const [endX, endY] = places.at(-1) ?? [0, 0];
  const line = `<polyline points="${places.map((place) => place.join()).join(' ')}"/>`;
  return `<svg class="spark" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(sayHistory(history))}">${line}<circle class="grade-${markOf(last.grade)}" cx="${endX}" cy="${endY}" r="3"/></svg>`;
}

function sayHistory(history: readonly Point[]): string {
  const shown = history.slice(-3).map((point) => `${dateOf(point.at)} ${sayPoint(point)}`);
  return `Graded ${history.length} times, last: ${shown.join(', ')}`;
}

export function sayPoint({ grade, score }: Point): string {
  return score === null ? (grade ?? 'no grade').toLowerCase() : `${grade} ${sayScore(score)}`;
}

export function dateOf(at: string): string {
  return at.slice(0, 10);
}

/** The mean of all scores over time; empty until there are means for two days. */
export function drawTrend(trend: ReportSummary['trend'], bands: Bands): string {
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last || trend.length < 2) return '';
  const [width, height, floor, edge, left] = [320, 110, 90, 6, 14];
  const begin = Date.parse(first.day);
  const span = Date.parse(last.day) - begin;
  const yOf = (mean: number) => round(floor - ((mean - LOWEST) / (HIGHEST - LOWEST)) * (floor - edge));
  const places = trend.map(({ day, mean }) => {
    const x = left + ((Date.parse(day) - begin) / span) * (width - left - edge);
    return [round(x), yOf(mean)] as const;
  });
  const [endX, endY] = places.at(-1) ?? [0, 0];
  const lines = bands.map(({ atLeast }) => `<path d="M${left} ${yOf(atLeast)}H${width}"/>`);
  const letters = bands.map(
    ({ atLeast, grade }) => `<text x="0" y="${yOf(atLeast) - 1}" text-anchor="start">${grade}</text>`,
  );
  const said = `Mean of the scores: ${sayScore(first.mean)} on ${first.day}, ${sayScore(last.mean)} on ${last.day}`;
  return `<svg class="histogram" viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}">${lines.join('')}${letters.join('')}<path class="axis" d="M0 ${floor}H${width}"/><polyline points="${places.map((place) => place.join()).join(' ')}"/><circle class="grade-${bandMark(last.mean, bands)}" cx="${endX}" cy="${endY}" r="4"/><text x="0" y="${height - 4}" text-anchor="start">${first.day}</text><text x="${width}" y="${height - 4}" text-anchor="end">${last.day}</text></svg>`;
}

/** The distribution of scores, each bar in the colour of its band. */
export function drawHistogram({ scores }: ReportSummary, bands: Bands): string {
  const [width, height, floor] = [320, 110, 90];
  const most = Math.max(1, ...scores.map(({ count }) => count));
  const step = width / scores.length;
  const bars = scores.map(({ from, count }, at) => {
    const tall = count === 0 ? 0 : Math.max(2, (count / most) * (floor - 14));
    const label =
      count === most ? `<text x="${at * step + step / 2}" y="${floor - tall - 4}">${count}</text>` : '';
    return `<rect class="grade-${bandMark(from, bands)}" x="${round(at * step + 1)}" y="${round(floor - tall)}" width="${round(step - 2)}" height="${round(tall)}" rx="2"/>${label}`;
  });
  const ticks = [1, 2, 3, 4, 5].map((score) => {
    const x = ((score - LOWEST) / (HIGHEST - LOWEST)) * width;
    const anchor = score === LOWEST ? 'start' : score === HIGHEST ? 'end' : 'middle';
    return `<text x="${x}" y="${height - 4}" text-anchor="${anchor}">${score}</text>`;
  });
  const lines = bands.map(({ atLeast }) => {
    const x = round(((atLeast - LOWEST) / (HIGHEST - LOWEST)) * width);
    return `<path d="M${x} 0V${floor}"/>`;
  });
  const said = scores
    .filter(({ count }) => count > 0)
    .map(({ from, count }) => `${count} from ${from}`)
    .join(', ');
  return `<svg class="histogram" viewBox="0 0 ${width} ${height}" role="img" aria-label="Scores: ${said || 'none yet'}"><path class="axis" d="M0 ${floor}H${width}"/>${lines.join('')}${bars.join('')}${ticks.join('')}</svg>`;
}

function bandMark(score: number, bands: Bands) {
  return markOf(bandOf(score, { bands }));
}

/** Shares of the statuses on one line; the text beside it has the numbers. */
export function drawShares(statuses: Readonly<Record<(typeof SHOWN_STATUSES)[number], number>>): string {
  const all = SHOWN_STATUSES.reduce((sum, status) => sum + statuses[status], 0);
  if (all === 0) return '';
  let x = 0;
  const parts = SHOWN_STATUSES.map((status) => {
    const width = (statuses[status] / all) * 100;
    const part =
      width === 0 ? '' : `<rect class="is-${status}" x="${round(x)}" width="${round(width)}" height="4"/>`;
    x += width;
    return part;
  });
  return `<svg class="shares" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">${parts.join('')}</svg>`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
