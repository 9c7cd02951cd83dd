// A document says by which rules a run was judged, and warns of results that code hosts drop.
import { describe, expect, it } from 'vitest';
import type { LintProblem } from '../../../src/features/lint/options.js';
import { renderLintResult } from '../../../src/features/lint/render-result.js';
import { problem } from '../../../src/problems/error-codes.js';
import { harbour, lint, sharesSet } from './logic/report/sample-reports.js';

const folders = { root: '/home/ada/harbour', home: '/home/ada' };
const file = '/home/ada/harbour/server.json';

function render(format: 'sarif' | 'md', errors: readonly LintProblem[] = [], saveSnapshot?: string) {
  const result = { status: false, results: [lint(harbour)], errors, warnings: [] };
  return renderLintResult(result, { format, failOn: 'error', folders, saveSnapshot });
}

describe('LNT-047', () => {
  it('counts the results without a file, of SARIF only', async () => {
    const count = lint(harbour).issues.length;
    const { warnings } = await render('sarif');
    expect(warnings).toMatchObject([
      { code: 'LNT-047', severity: 'warning', target: 'https://harbour.example/mcp', args: { count } },
    ]);
    expect((await render('md')).warnings).toEqual([]);
  });

  it('is silent if the server was saved, and only then', async () => {
    const saved = await render('sarif', [], file);
    expect(saved.warnings).toEqual([]);
    expect(saved.document).toContain('"uri": "server.json"');
    for (const code of ['LNT-003', 'LNT-004'] as const) {
      const unsaved = { target: 'x', ...problem(code, { file }, { reason: 'full' }) };
      expect((await render('sarif', [unsaved], file)).warnings).toHaveLength(1);
    }
  });
});

it('shows the rules of the set that judged', async () => {
  const results = [lint(harbour, { ruleSet: sharesSet })];
  const { document } = await renderLintResult(
    { status: true, results, errors: [], warnings: [] },
    { format: 'html', failOn: 'error', folders },
  );
  expect(document).toContain('id="rule-input-undescribed"');
});
