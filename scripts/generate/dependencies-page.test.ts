// docs/dependencies.md lists the contents of the lockfile, and a library without a reason is an error.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../source-files.js';
import { renderDependenciesPage } from './dependencies-page.js';
import { DEPENDENCY_REASONS } from './dependency-reasons.js';

const lock = readFileSync(`${ROOT}pnpm-lock.yaml`, 'utf8');

test('every library of the published packages is on the page with its exact version', () => {
  const page = renderDependenciesPage(lock);
  const packages = ['core', 'cli'].map(
    (name) =>
      JSON.parse(readFileSync(`${ROOT}packages/${name}/package.json`, 'utf8')) as {
        dependencies: Record<string, string>;
      },
  );
  const named = packages.flatMap(({ dependencies }) => Object.entries(dependencies));
  expect(named.length).toBeGreaterThan(15);
  for (const [name, version] of named.filter(([, version]) => !version.startsWith('workspace:'))) {
    expect(page).toContain(`| \`${name}\` | ${version} | `);
  }
});

test('indirect libraries are listed with those that need them', () => {
  const page = renderDependenciesPage(lock);
  expect(page).toMatch(/\| `graceful-fs` \| [\d.]+ \| `proper-lockfile` \|/);
  expect(page).not.toMatch(/vitest|`typescript`|@types\//);
});

test('another version of an indirect library makes the page stale', () => {
  expect(
    renderDependenciesPage(
      lock.replaceAll('graceful-fs@4', 'graceful-fs@5').replaceAll('graceful-fs: 4', 'graceful-fs: 5'),
    ),
  ).not.toBe(renderDependenciesPage(lock));
});

test('a library without a reason, and a reason without a library, are errors', () => {
  const [first = ''] = Object.keys(DEPENDENCY_REASONS).filter((name) => name === 'acorn');
  const renamed = lock.replace(/^( {6})acorn:$/m, '$1acorn-next:').replaceAll('  acorn@', '  acorn-next@');
  expect(first).toBe('acorn');
  expect(() => renderDependenciesPage(renamed)).toThrow('no reason for acorn-next');
  const without = lock.replace(/^ {6}acorn:\n.*\n.*\n/m, '');
  expect(() => renderDependenciesPage(without)).toThrow('not there: acorn');
});
