import { sha256 } from '../../spec/hash.js';
import { GRADE_COLOURS } from '../badge.js';
import { createTemplates } from './templates.js';

/**
 * Filters the items of a page by the choices in its only `form[data-filter]`.
 *
 * Each checkbox group or select is named after a data attribute of the items and allows some of that
 * attribute's values. An item, `[data-item]`, is shown if every checkbox group and select allows its values, and
 * if every search word occurs in its text or in the name of a `[data-group]` around it. A `[data-group]` is
 * hidden while none of its items is shown; one that never had items is hidden only while a filter is set.
 * `[data-nothing]` appears when no item is left. The form stays hidden until the script runs, so that no useless
 * control is ever shown. Markup held back in a `data-more` attribute is searched too. For printing, every closed
 * `details` element is opened unless it has a `data-fold` attribute.
 *
 * This is a string, not a function, because this project's compiler could insert names of its own into a
 * function's source text.
 */
const FILTER_SCRIPT = `(() => {
  'use strict';
  const form = document.querySelector('form[data-filter]');
  const search = form?.querySelector('input[type="search"]');
  if (!form || !search) return;
  const items = [...document.querySelectorAll('[data-item]')].map((node) => ({ node, text: null }));
  const groups = [...document.querySelectorAll('[data-group]')];
  const nothing = document.querySelector('[data-nothing]');
  const output = form.querySelector('output');
  const boxes = [...form.querySelectorAll('input[type="checkbox"]')];
  const selects = [...form.querySelectorAll('select')];
  const facets = new Set(boxes.map((box) => box.name));
  let waiting = false;

  // Read when somebody searches: of ten thousand items it takes a while.
  function textOf(item) {
    if (item.text !== null) return item.text;
    let text = item.node.textContent;
    for (const { dataset } of item.node.querySelectorAll('[data-more]')) text += ' ' + textIn(dataset.more);
    for (let up = item.node.parentElement; up; up = up.parentElement) {
      if (up.hasAttribute('data-group')) text += ' ' + up.getAttribute('data-group');
    }
    item.text = text.toLowerCase();
    return item.text;
  }

  const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  function textIn(markup) {
    return markup.replace(/<[^>]*>/g, ' ').replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]);
  }

  function chosen() {
    const tests = [...facets].map((name) => {
      const values = new Set(boxes.filter((box) => box.name === name && box.checked).map((box) => box.value));
      return (item) => values.has(item.node.dataset[name]);
    });
    for (const { name, value } of selects) {
      if (value !== '') tests.push((item) => item.node.dataset[name] === value);
    }
    const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    if (words.length > 0) tests.push((item) => words.every((word) => textOf(item).includes(word)));
    return (item) => tests.every((test) => test(item));
  }

  function apply() {
    waiting = false;
    const test = chosen();
    const shown = new Set();
    let count = 0;
    for (const item of items) {
      const fits = test(item);
      item.node.hidden = !fits;
      if (!fits) continue;
      count += 1;
      for (let up = item.node.parentElement; up; up = up.parentElement) shown.add(up);
    }
    for (const group of groups) {
      group.hidden = !shown.has(group) && (count < items.length || group.querySelector('[data-item]') !== null);
    }
    if (nothing) nothing.hidden = count > 0 || items.length === 0;
    output.textContent = count === items.length ? String(count) + ' shown' : count + ' of ' + items.length + ' shown';
    form.dispatchEvent(new CustomEvent('filtered', { detail: { count, total: items.length } }));
  }

  function applySoon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(apply);
  }

  form.hidden = false;
  form.addEventListener('input', applySoon);
  form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), select');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'Escape' && event.target === search && search.value !== '') {
      event.preventDefault();
      search.value = '';
      applySoon();
    }
  });
  let unfolded = [];
  window.addEventListener('beforeprint', () => {
    const folded = [...document.querySelectorAll('details:not([open], [data-fold])')];
    for (const details of folded) details.open = true;
    unfolded.push(...folded);
  });
  window.addEventListener('afterprint', () => {
    for (const details of unfolded) details.open = false;
    unfolded = [];
  });
  apply();
})();
`;

export interface PageContent {
  /** Title of the window. */
  readonly title: string;
  readonly heading: string;
  /** Shown beside the heading. */
  readonly about: string;
  /** Shown at the end of the page. */
  readonly foot: string;
  /** Markup in which all text is already escaped. */
  readonly main: string;
  /** Added to the styles of every page. */
  readonly styles: string;
  /** Runs before the script that every page has. */
  readonly script?: string;
}

/**
 * Renders a self-contained page: it loads nothing, and its policy allows only its own style and script, named
 * by their hashes. No element may therefore use a style or event attribute.
 */
export function renderPage(content: PageContent): string {
  const script = `${content.script ?? ''}${FILTER_SCRIPT}`;
  const styles = `${PAGE_STYLES}\n${content.styles}`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashSource(styles)}'`,
    `script-src '${hashSource(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return createTemplates({ page: PAGE })('page', { ...content, styles, script, policy });
}

function hashSource(text: string): string {
  return `sha256-${Buffer.from(sha256(text), 'hex').toString('base64')}`;
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="<%~ it.policy %>">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title><%= it.title %></title>
<style><%~ it.styles %></style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="wrap"><h1><%= it.heading %></h1><p class="small"><%= it.about %></p></div></header>
<main class="wrap" id="content" tabindex="-1">
<%~ it.main %>
</main>
<footer class="foot"><div class="wrap"><%= it.foot %></div></footer>
<script><%~ it.script %></script>
</body>
</html>
`;

const GRADES = Object.entries(GRADE_COLOURS)
  .map(([mark, colour]) => `.grade-${mark} { background: ${colour}; fill: ${colour}; }`)
  .join('\n');

/** Colours of a page. All text has the contrast that WCAG AA requires, in light and in dark mode. */
export const PAGE_COLOURS = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --card: #fff; --sunken: #eef0f3; --line: #d5dae0; --text: #1c2128; --soft: #545d68;
  --accent: #0b5cad; --shadow: 0 1px 2px #1c212814, 0 4px 16px #1c21280a;
  --error: #a81c1c; --error-ground: #fdeceb; --warning: #7d4e00; --warning-ground: #fff1d2;
  --info: #12558f; --info-ground: #e6f0fa; --good: #166534; --good-ground: #e4f5e9;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1116; --card: #171b22; --sunken: #1f252d; --line: #323a45; --text: #e8edf2; --soft: #a3adb9;
    --accent: #79b8ff; --shadow: none;
    --error: #ffa198; --error-ground: #43191a; --warning: #f0c36a; --warning-ground: #3a2b0a;
    --info: #93c9ff; --info-ground: #122c47; --good: #86d99a; --good-ground: #12331d;
  }
}
`;

const FRAME = `
* { box-sizing: border-box; }
html { scroll-padding-top: 7rem; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
}
[hidden] { display: none !important; }
h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { font-size: 1.15rem; line-height: 1.3; }
h3 { font-size: 1rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.9em; }
code, .code, .text { overflow-wrap: anywhere; unicode-bidi: isolate; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; padding: 0.5rem 1rem; background: var(--card); }
.wrap { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
.top { padding: 1.75rem 0 1.25rem; }
.top .wrap { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline; justify-content: space-between; }
.foot { padding: 2rem 0 3rem; font-size: 0.875rem; }
.soft, .top p, .foot { color: var(--soft); }
.small { font-size: 0.875rem; }
main { display: grid; gap: 1.25rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); padding: 1.25rem; min-width: 0; }
.tag {
  display: inline-block; padding: 0.05rem 0.55rem; border-radius: 99px; font-size: 0.8125rem; font-weight: 600;
  white-space: nowrap; color: var(--soft); background: var(--sunken);
}
.error { color: var(--error); background: var(--error-ground); }
.warning { color: var(--warning); background: var(--warning-ground); }
.info { color: var(--info); background: var(--info-ground); }
.good { color: var(--good); background: var(--good-ground); }
.notice { padding: 0.7rem 1rem; border-radius: 8px; border-left: 4px solid currentcolor; }
.notice strong { margin-right: 0.35rem; }
.notice p { color: var(--text); }
.grade {
  display: inline-grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: 8px;
  color: #fff; font-weight: 700;
}
.grade-large { width: 5rem; height: 5rem; border-radius: 16px; font-size: 3rem; line-height: 1; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.5rem 0.75rem; text-align: left; border-top: 1px solid var(--line); vertical-align: middle; }
thead :is(th, td) { border-top: 0; }
thead th { font-size: 0.8125rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
th[scope="row"] { font-weight: inherit; min-width: 12rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
details > summary { cursor: pointer; font-weight: 600; }
details[open] > summary { margin-bottom: 0.75rem; }
`;

const FILTER = `
.filter {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: center;
  padding: 0.75rem 1rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; box-shadow: var(--shadow);
}
.filter fieldset { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 0; border: 0; }
.filter legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.choice { display: inline-flex; gap: 0.4rem; align-items: center; padding: 0.2rem 0.7rem; border-radius: 99px; cursor: pointer; font-size: 0.875rem; }
.choice input { margin: 0; accent-color: currentcolor; }
.filter input[type="search"], .filter select {
  min-width: 0; padding: 0.4rem 0.6rem; font: inherit; font-size: 0.875rem; color: inherit; background: var(--ground);
  border: 1px solid var(--soft); border-radius: 8px;
}
.filter input[type="search"] { flex: 1 1 10rem; }
.filter select { max-width: 17rem; }
.filter output { font-size: 0.875rem; color: var(--soft); white-space: nowrap; }
kbd { padding: 0 0.35rem; border: 1px solid var(--line); border-radius: 4px; font-size: 0.8125rem; }
`;

const NARROW = `
@media (max-width: 40rem) {
  html { scroll-padding-top: 0; }
  .wrap { padding: 0 0.9rem; }
  .card { padding: 1rem; }
  .filter { position: static; }
  .filter select, .filter input[type="search"] { flex: 1 1 100%; max-width: none; }
  .grade-large { width: 3.75rem; height: 3.75rem; font-size: 2.25rem; border-radius: 12px; }
}
`;

const PRINT = `
@media print {
  body { background: #fff; font-size: 10.5pt; }
  .filter, .skip { display: none; }
  .card { box-shadow: none; break-inside: auto; }
  .grade, .tag, .notice { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, h4 { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;

/** Styles shared by all pages; each page adds those that it alone needs. */
const PAGE_STYLES = [PAGE_COLOURS, FRAME, GRADES, FILTER, NARROW, PRINT].join('\n');
