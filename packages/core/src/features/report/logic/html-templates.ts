import { NAME_PARTS } from '../../../documents/html/templates.js';
import { STATUS_COLOURS } from '../../../documents/status-colours.js';
import { SHOWN_STATUSES } from './standing.js';

/**
 * Templates of the grading report page; html.ts builds their data. They are compact because a page has thousands of
 * nodes.
 */
export const GRADING_TEMPLATES = {
  name: NAME_PARTS,

  overview: `
<section class="card overview" aria-labelledby="overview">
<div class="sum">
<% if (it.single) { %><span class="grade grade-large grade-<%= it.mark %>" role="img" aria-label="<%= it.gradeName %>"><%= it.letter %></span><% } %>
<div><h2 id="overview"><%~ include('@name', { parts: it.titleParts }) %></h2><p class="soft"><%= it.subtitle %></p>
<ul class="letters"><% for (const letter of it.letters) { %><li><span class="grade grade-<%= letter.mark %>" role="img" aria-label="<%= letter.name %>"><%= letter.letter %></span> <strong><%= letter.count %></strong><% if (letter.word !== '') { %> <span class="soft small"><%= letter.word %></span><% } %></li><% } %></ul>
</div></div>
<div class="charts">
<div><h3>Status</h3><%~ it.shares %>
<ul class="legend"><% for (const status of it.statuses) { %><li><span class="dot is-<%= status.name %>"></span><strong><%= status.count %></strong> <%= status.name %></li><% } %></ul>
<% if (it.findings !== '') { %><p class="soft small">Found by code: <%= it.findings %></p><% } %></div>
<div><h3>Scores</h3><%~ it.histogram %></div>
<% if (it.trend !== '') { %><div><h3>Mean score over time</h3><%~ it.trend %></div><% } %>
</div>
<% for (const notice of it.notices) { %><div class="notice <%= notice.kind %>"><p class="text"><strong><%= notice.title %></strong> <%= notice.text %></p></div><% } %>
</section>
<% if (it.worst.length > 0) { %>
<section class="card" aria-labelledby="worst">
<h2 id="worst">Worst first</h2>
<ol class="worst"><% for (const row of it.worst) { %><li><span class="grade grade-<%= row.mark %>" aria-hidden="true"><%= row.letter %></span><div><p><a class="code" href="#<%= row.anchor %>"><%~ include('@name', { parts: row.nameParts }) %></a> <span class="soft small code"><%~ include('@name', { parts: row.withinParts }) %></span></p><% if (row.why !== '') { %><p class="small text why"><%= row.why %></p><% } %></div><span class="number"><%= row.score %></span></li><% } %></ol>
<% if (it.moreWorst > 0) { %><p class="soft small"><%= it.moreWorst %> more fail the gate.</p><% } %>
</section>
<% } %>
<form class="filter" data-filter hidden role="search" aria-label="Nodes">
<fieldset><legend>Status</legend><% for (const status of it.statuses) { %><label class="choice <%= status.kind %>"><input type="checkbox" name="status" value="<%= status.name %>" checked> <%= status.count %> <%= status.name %></label><% } %></fieldset>
<select name="grade" aria-label="Grade"><option value="">All grades</option><% for (const letter of it.letters) { %><option value="<%= letter.value %>"><%= letter.name %> (<%= letter.count %>)</option><% } %></select>
<% if (it.findings !== '') { %><select name="findings" aria-label="Findings"><option value="">All nodes</option><option value="some">With findings</option></select><% } %>
<input type="search" aria-label="Search in nodes" aria-keyshortcuts="/" placeholder="Search   ( / )" autocomplete="off" spellcheck="false">
<output aria-live="polite"></output>
</form>
<% if (!it.single) { %><div class="tools" data-tools hidden><h2>Targets</h2><label class="small">Order <select><option value="rank">worst first</option><option value="name">by name</option></select></label> <button type="button" data-all="open">Open all</button> <button type="button" data-all="close">Close all</button></div><% } %>
<noscript><p class="card soft">Without its script, this page cannot be filtered and shows no details. The Markdown and JSON reports have them.</p></noscript>
<p class="card soft" data-nothing hidden>No node matches. Press Escape in the search field to clear it.</p>`,

  target: `<details class="card target" data-group="<%= it.name %>" id="<%= it.anchor %>"><summary><span class="grade grade-<%= it.mark %>" role="img" aria-label="<%= it.gradeName %>"><%= it.letter %></span><span class="what"><span class="code name"><%~ include('@name', { parts: it.nameParts }) %></span><span class="soft small"><%= it.about %></span></span><span class="tag <%= it.kind %>"><%= it.status %></span><%~ it.spark %><span class="trend"><%~ it.shares %></span></summary>
<div class="body"><p class="soft small text"><%= it.rule %></p><% for (const notice of it.notices) { %><div class="notice <%= notice.kind %>"><p class="text"><strong><%= notice.title %></strong> <%= notice.text %></p></div><% } %><%~ include('@findings', it) %>
<% for (const part of it.parts) { %><div class="part" data-group="<%= part.name %>"><h3><% if (part.isCode) { %><code><%~ include('@name', { parts: part.nameParts }) %></code><% } else { %><%= part.name %><% } %> <% if (part.status !== '') { %><span class="tag <%= part.kind %>"><%= part.status %></span> <% } %><span class="soft small"><%= part.about %></span></h3><%~ include('@findings', part) %><ul class="nodes">
<% for (const node of part.nodes) { %><li data-item data-status="<%= node.status %>" data-grade="<%= node.value %>"<% if (node.hasFindings) { %> data-findings="some"<% } %> id="<%= node.anchor %>"><% if (node.hasBody) { %><details data-more="<%= include('@body', node) %>"<% if (it.isFolded) { %> data-fold<% } %>><summary class="row"><%~ include('@row', node) %></summary></details><% } else { %><div class="row"><%~ include('@row', node) %></div><% } %></li>
<% } %></ul></div>
<% } %></div></details>
`,

  row: '<span class="grade grade-<%= it.mark %>" role="img" aria-label="<%= it.gradeName %>"><%= it.letter %></span><span class="what"><span class="<% if (it.isCode) { %>code <% } %>name"><%~ include(\'@name\', { parts: it.nameParts }) %></span><% if (it.tag !== \'\') { %> <span class="tag <%= it.kind %>"><%= it.tag %></span><% } %><% if (it.count !== \'\') { %> <span class="tag warning"><%= it.count %></span><% } %> <span class="why"><%= it.why %></span></span><span class="number"><%= it.score %></span><%~ it.spark %>',

  body: `<div class="more"><% if (it.veto !== '') { %><div class="notice error"><p class="text"><strong>Veto</strong> <%= it.veto %></p></div><% } %><% if (it.contradiction !== '') { %><div class="notice warning"><p class="text"><strong>Its tests</strong> <%= it.contradiction %></p></div><% } %><% if (it.losses.length > 0) { %><h4>Where points were lost</h4><ul class="losses"><% for (const loss of it.losses) { %><li class="text"><strong><%= loss.score %></strong> <b title="<%= loss.question %>"><%= loss.name %></b><%= loss.said %></li><% } %></ul><% } %><% if (it.better !== '') { %><p class="better text"><strong><%= it.better %></strong> <%= it.raise %></p><% } %><%~ include('@findings', it) %><p class="soft small text"><%= it.facts %></p></div>`,

  findings: `<% if (it.findings.length > 0) { %><ul class="findings"><% for (const finding of it.findings) { %><li><span class="tag <%= finding.severity %>"><%= finding.severity %></span><p class="text"><%= finding.message %> <span class="soft small"><%= finding.code %><% if (finding.place !== '') { %> <span class="code"><%= finding.place %></span><% } %></span><% if (finding.hint !== '') { %><br><span class="soft small"><%= finding.hint %></span><% } %></p></li><% } %></ul><% } %>`,
};

const STATUSES = SHOWN_STATUSES.map((status) => {
  const { page } = STATUS_COLOURS[status];
  return `.is-${status} { background: ${page}; fill: ${page}; }`;
}).join('\n');

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
.tree:has(summary > .spark) .target > summary > .tag + .trend { margin-left: 5.4rem; }
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
.row .what wbr { display: none; }
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
  .target > summary { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0.3rem 0.65rem; padding: 0.7rem 0.75rem; }
  .target > summary > .tag { grid-area: 2 / 2; justify-self: start; }
  .target > summary::after { grid-area: 1 / 3; }
  .worst p > .code + .code { display: block; }
  .body { padding: 0.75rem; }
  .row .what { white-space: normal; }
  .row .what wbr { display: inline; }
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
  .row .what wbr { display: inline; }
  .nodes > li, .worst li { break-inside: avoid; }
  .grade, .shares, .histogram, .dot, .better { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/**
 * Turns the targets of a report into a tree that the keyboard can navigate, opens the items that a filter or a link
 * leads to, and sorts them.
 *
 * In `[data-tree]` the up and down arrows move between visible summaries, right opens one, left closes it or moves to
 * its parent. A filter that leaves few items opens their parents, and closes them again when it is removed.
 *
 * The details of a node are markup in its `data-more`, inserted into the page when the node is opened: a browser would
 * need seconds to build the details of ten thousand nodes. That markup is escaped like the rest of the page.
 *
 * The script is a string instead of a function, like that of the filter.
 */
export const TREE_SCRIPT = `(() => {
  'use strict';
  const tree = document.querySelector('[data-tree]');
  if (!tree) return;
  const FEW = 200;

  function fill(details) {
    const more = details.dataset.more;
    if (more === undefined) return;
    delete details.dataset.more;
    details.insertAdjacentHTML('beforeend', more);
  }
  tree.addEventListener('toggle', (event) => fill(event.target), true);
  window.addEventListener('beforeprint', () => tree.querySelectorAll('details[data-more]:not([data-fold])').forEach(fill));

  const summaries = () => [...tree.querySelectorAll('summary')];

  function next(from, step) {
    const all = summaries();
    for (let at = all.indexOf(from) + step; at >= 0 && at < all.length; at += step) {
      if (all[at].checkVisibility()) return all[at];
    }
    return null;
  }

  tree.addEventListener('keydown', (event) => {
    const summary = event.target;
    if (!(summary instanceof Element) || summary.localName !== 'summary') return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const details = summary.parentElement;
    let goal = null;
    if (event.key === 'ArrowDown') goal = next(summary, 1);
    else if (event.key === 'ArrowUp') goal = next(summary, -1);
    else if (event.key === 'Home') goal = summaries().find((one) => one.checkVisibility());
    else if (event.key === 'End') goal = summaries().findLast((one) => one.checkVisibility());
    else if (event.key === 'ArrowRight' && !details.open) details.open = true;
    else if (event.key === 'ArrowRight') goal = next(summary, 1);
    else if (event.key === 'ArrowLeft' && details.open) details.open = false;
    else if (event.key === 'ArrowLeft') goal = details.parentElement.closest('details')?.querySelector('summary');
    else return;
    event.preventDefault();
    goal?.focus();
  });

  function reveal() {
    const goal = document.getElementById(location.hash.slice(1));
    if (!goal || !tree.contains(goal)) return;
    for (let up = goal; up && up !== tree; up = up.parentElement) if (up.localName === 'details') up.open = true;
    const own = goal.querySelector('details');
    if (own) {
      fill(own);
      own.open = true;
    }
    goal.scrollIntoView();
    goal.querySelector('summary')?.focus({ preventScroll: true });
  }
  window.addEventListener('hashchange', reveal);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (link && link.hash === location.hash) reveal();
  });

  const targets = [...tree.children].filter((node) => node.localName === 'details');
  let opened = [];
  document.querySelector('form[data-filter]')?.addEventListener('filtered', (event) => {
    const { count, total } = event.detail;
    const wanted = count < total && count <= FEW ? targets.filter((target) => !target.hidden) : [];
    for (const target of opened) if (!wanted.includes(target)) target.open = false;
    opened = wanted.filter((target) => opened.includes(target) || !target.open);
    for (const target of opened) target.open = true;
  });

  const tools = document.querySelector('[data-tools]');
  if (tools) tools.hidden = false;
  tools?.addEventListener('click', (event) => {
    const all = event.target instanceof Element ? event.target.closest('button[data-all]') : null;
    if (!all) return;
    opened = [];
    for (const target of targets) target.open = all.dataset.all === 'open';
  });
  tools?.addEventListener('change', (event) => {
    const byName = event.target.value === 'name';
    const name = (node) => node.dataset.group;
    const sorted = byName ? [...targets].sort((a, b) => (name(a) < name(b) ? -1 : 1)) : targets;
    tree.append(...sorted);
  });
  reveal();
})();
`;
