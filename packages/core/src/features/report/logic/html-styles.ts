import { GRADE_COLOURS } from '../../../documents/grade-colours.js';

const STATUS_COLOURS = {
  stable: GRADE_COLOURS.B,
  graded: '#b07b00',
  rejected: GRADE_COLOURS.F,
  blocked: '#6f5aa8',
  pending: '#8b949e',
};

const STATUSES = Object.entries(STATUS_COLOURS)
  .map(([status, colour]) => `.is-${status} { background: ${colour}; fill: ${colour}; }`)
  .join('\n');

/** Styles that only a grading report needs. */
export const GRADING_STYLES = `
${STATUSES}
.overview { display: grid; gap: 1.25rem; }
.sum { display: flex; gap: 1.25rem; align-items: flex-start; }
.sum h2 { font-size: 1.35rem; letter-spacing: -0.01em; overflow-wrap: anywhere; }
.letters, .legend { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: center; margin-top: 0.9rem; }
.letters li { display: flex; gap: 0.5rem; align-items: center; }
.legend { margin-top: 0.6rem; font-size: 0.875rem; gap: 0.3rem 1rem; }
.legend li { display: flex; gap: 0.4rem; align-items: center; }
.dot { width: 0.7rem; height: 0.7rem; border-radius: 3px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1.25rem 2.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.charts h3 { font-size: 0.8125rem; color: var(--soft); margin-bottom: 0.6rem; }
.charts p { margin-top: 0.6rem; }
.shares { display: block; width: 100%; height: 0.75rem; border-radius: 99px; }
.histogram { display: block; width: 100%; max-width: 30rem; overflow: visible; }
.histogram text { font-size: 10px; fill: var(--soft); text-anchor: middle; }
.histogram text[text-anchor="start"] { text-anchor: start; }
.histogram text[text-anchor="end"] { text-anchor: end; }
.histogram path { stroke: var(--line); stroke-width: 1; stroke-dasharray: 2 3; }
.histogram polyline { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.histogram circle { stroke: var(--card); stroke-width: 1.5; }
.histogram .axis { stroke-dasharray: none; stroke: var(--soft); }
.worst { display: grid; margin-top: 0.75rem; }
.worst li { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0.1rem 0.9rem; padding: 0.6rem 0; border-top: 1px solid var(--line); align-items: start; }
.worst li:first-child { border-top: 0; padding-top: 0; }
.worst a { font-weight: 600; }
.worst .why { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; color: var(--soft); }
.number { font-variant-numeric: tabular-nums; }
.tools { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; }
.tools h2 { margin-right: auto; }
.tools select, .tools button { font: inherit; font-size: 0.875rem; padding: 0.3rem 0.7rem; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 8px; cursor: pointer; }
.tools button:hover { background: var(--sunken); }
.tree { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; }
.target { padding: 0; scroll-margin-top: 5rem; }
.target > summary { display: flex; gap: 0.9rem; align-items: center; padding: 0.75rem 1rem; font-weight: 400; list-style: none; border-radius: 12px; }
.target > summary::-webkit-details-marker, .row::-webkit-details-marker { display: none; }
.target > summary::after { content: "›"; flex: none; width: 1rem; text-align: center; color: var(--soft); font-size: 1.25rem; line-height: 1; }
.target[open] > summary::after { transform: rotate(90deg); }
.target > summary:hover, summary.row:hover { background: var(--sunken); }
.target[open] > summary { margin: 0; border-bottom: 1px solid var(--line); border-radius: 12px 12px 0 0; }
.what { flex: 1 1 auto; min-width: 0; }
.target > summary .what { display: grid; }
.target > summary .name { font-weight: 650; font-size: 1rem; }
.trend { flex: none; width: 6rem; }
.trend .shares { height: 0.45rem; }
.body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; padding: 1rem; }
.part h3 { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; align-items: center; margin-bottom: 0.3rem; font-weight: 650; }
.nodes > li { border-top: 1px solid var(--line); scroll-margin-top: 7rem; }
@media screen {
  .target { content-visibility: auto; contain-intrinsic-size: auto 4.25rem; }
  .nodes > li { content-visibility: auto; contain-intrinsic-size: auto 2.75rem; }
}
.tree summary:focus-visible { outline-offset: -3px; }
.row { display: flex; gap: 0.75rem; align-items: center; padding: 0.4rem 0.5rem; list-style: none; font-weight: 400; border-radius: 6px; }
.row .grade { width: 1.6rem; height: 1.6rem; border-radius: 6px; font-size: 0.875rem; }
.row .name { font-weight: 600; font-size: 0.9375rem; }
.row .name.code { font-size: 0.875rem; }
.row .what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .why { color: var(--soft); font-size: 0.875rem; }
.row .number { flex: none; width: 2.5rem; text-align: right; font-size: 0.9375rem; }
.row .number:last-child { margin-right: 5.25rem; }
details[open] > .row { margin: 0; }
details[open] > .row .why { display: none; }
.spark { flex: none; width: 4.5rem; height: 1.25rem; overflow: visible; }
.spark polyline { fill: none; stroke: var(--soft); stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
.spark circle { stroke: var(--card); stroke-width: 1; }
.more { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; padding: 0.25rem 0.75rem 1rem 2.85rem; }
.more h4 { font-size: 0.8125rem; color: var(--soft); }
.losses, .findings { display: grid; gap: 0.4rem; font-size: 0.9375rem; }
.losses li { padding-left: 2.9rem; text-indent: -2.9rem; }
.losses strong { display: inline-block; min-width: 2.4rem; margin-right: 0.25rem; padding: 0 0.35rem; text-align: center; text-indent: 0; border-radius: 6px; background: var(--sunken); font-variant-numeric: tabular-nums; }
.losses b { font-weight: 600; }
.more p { white-space: pre-line; }
.findings li { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.5rem; }
.findings .tag { justify-self: start; align-self: start; }
.better { padding: 0.45rem 0.75rem; border-radius: 8px; background: var(--good-ground); font-size: 0.9375rem; }
.better strong { color: var(--good); }
@media (max-width: 40rem) {
  .sum { flex-direction: row; gap: 0.9rem; }
  .trend, .spark { display: none; }
  .target > summary { gap: 0.65rem; padding: 0.7rem 0.75rem; }
  .body { padding: 0.75rem; }
  .row .what { white-space: normal; }
  .row .why { display: block; }
  .row .number:last-child { margin-right: 0; }
  .more { padding-left: 0.5rem; }
  .findings li { grid-template-columns: minmax(0, 1fr); gap: 0.15rem; }
}
@media print {
  .tools { display: none; }
  .target { break-inside: auto; border-radius: 0; box-shadow: none; }
  .target > summary::after { content: none; }
  .row .what { white-space: normal; }
  .nodes > li, .worst li { break-inside: avoid; }
  .grade, .shares, .histogram, .dot, .better { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
