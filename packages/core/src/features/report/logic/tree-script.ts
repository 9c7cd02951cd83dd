/**
 * Makes the targets of a report a tree for the keyboard, opens the items that a filter or a link leads to, and sorts
 * them.
 *
 * In `[data-tree]` the up and down arrows move between visible summaries, right opens one, left closes it or moves to
 * its parent. A filter that leaves few items opens their parents, and closes them again when it is removed.
 *
 * The details of a node are markup in its `data-more`, inserted into the page when the node is opened: a browser would
 * need seconds for ten thousand of them. That markup is escaped like the rest of the page.
 *
 * A text, not a function, like the script of the filter.
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
