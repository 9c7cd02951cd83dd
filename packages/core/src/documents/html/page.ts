import { sha256 } from '../../spec/hash.js';
import { PAGE_STYLES } from './styles.js';
import { createTemplates } from './templates.js';

/**
 * Filters the items of a page by the choices in its only `form[data-filter]`.
 *
 * A checkbox group or select is named for a data attribute of the items, and allows some of its values. An
 * item, `[data-item]`, is shown if all of them allow its values, and if its text or its groups' headings
 * contain every search word. A `[data-group]` is hidden while none of its items is shown; one that never had
 * items is hidden only while a filter is set. `[data-nothing]` appears when no item is left. The form stays
 * hidden until the script runs, so that no control is offered that does nothing. Markup that waits in a
 * `data-more` is searched too. For printing, everything folded is unfolded except `[data-fold]`.
 *
 * This is a string, not a function, because the compiler of this project could insert names of its own into a
 * function's text.
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
  /** Markup whose texts are escaped already. */
  readonly main: string;
  /** Added to the styles of every page. */
  readonly styles: string;
  /** Added to the script of every page; runs first. */
  readonly script?: string;
}

/**
 * Renders a page that stands alone: it loads nothing, and its policy allows only its own style and script,
 * named by their hashes. No element may therefore use a style or event attribute.
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
