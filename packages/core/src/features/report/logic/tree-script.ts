/**
 * Makes the targets of a report a tree for the keyboard, opens what a filter or a link leads to, and orders them.
 *
 * In `[data-tree]` the arrows go from one shown summary to the next, right opens it, left closes it or goes to the one
 * around it. A filter that leaves few items opens what they are in, and closes it again when it is taken off.
 *
 * What is behind a node is markup in its `data-more`, and becomes a part of the page when it is opened: ten thousand of them
 * would take a browser seconds. It was escaped as all of the page was.
 *
 * A text, not a function, as the filter's.
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
