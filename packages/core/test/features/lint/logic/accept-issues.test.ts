// Content of a baseline after all current issues were accepted.
import { describe, expect, it } from 'vitest';
import { acceptIssues } from '../../../../src/features/lint/logic/baseline.js';
import type { LintBaselineEntry, LintReport } from '../../../../src/rules/mcp/lint-report.js';

const TODAY = '2027-01-31';

/** `rule subject`. */
function report(target: string, issues: readonly string[], more: Partial<LintReport> = {}) {
  const found = issues.map((text) => {
    const [rule = '', subject = ''] = text.split(' ');
    return { rule, subject };
  });
  return { target, issues: found, ...more } as unknown as LintReport;
}

function entry(text: string, more: Partial<LintBaselineEntry> = {}): LintBaselineEntry {
  const [target = '', rule = '', subject = ''] = text.split(' ');
  return { target, rule, subject, ...more };
}

describe('accepting all issues', () => {
  it('adds every issue, in one order, including repeated ones', () => {
    expect(
      acceptIssues([], [report('b', ['r2 x', 'r1 y', 'r2 x', 'r2 a']), report('a', ['r9 z'])], TODAY),
    ).toEqual(['a r9 z', 'b r1 y', 'b r2 a', 'b r2 x', 'b r2 x'].map((text) => entry(text)));
  });

  it('keeps reasons and days, and changes nothing the second time', () => {
    const before = [entry('a r x', { reason: 'Because.', expires: TODAY })];
    const once = acceptIssues(before, [report('a', ['r x', 'r y'])], TODAY);
    expect(once).toEqual([...before, entry('a r y')]);
    expect(acceptIssues(once, [report('a', ['r x', 'r y'])], TODAY)).toEqual(once);
  });

  it('keeps the reason of an expired issue, without its day', () => {
    const before = [entry('a r x', { reason: 'Because.', expires: '2027-01-30' })];
    expect(acceptIssues(before, [report('a', ['r x'])], TODAY)).toEqual([
      entry('a r x', { reason: 'Because.' }),
    ]);
  });

  it('keeps the reason of an entry with the same text or none, and not that of another text', () => {
    const issues = [{ rule: 'r', subject: 'x', text: 'new' }];
    const found = { target: 'a', issues } as unknown as LintReport;
    const accept = (text: object) =>
      acceptIssues([entry('a r x', { reason: 'Read.', ...text })], [found], TODAY);
    const bound = entry('a r x', { text: 'new' });
    expect(accept({ text: 'new' })).toEqual([{ ...bound, reason: 'Read.' }]);
    expect(accept({})).toEqual([{ ...bound, reason: 'Read.' }]);
    expect(accept({ text: 'old' })).toEqual([bound]);
  });

  it('keeps as many entries of one kind as there are issues', () => {
    const before = [entry('a r x', { reason: 'First.' }), entry('a r x', { reason: 'Second.' })];
    expect(acceptIssues(before, [report('a', ['r x'])], TODAY)).toEqual([before[0]]);
  });

  it('drops issues that are no longer found, except for targets that were not read completely', () => {
    const before = ['a r x', 'b r x', 'c r x'].map((text) => entry(text));
    const incomplete = [{ list: 'tools', reason: 'It hung.' }] as const;
    expect(acceptIssues(before, [report('a', []), report('b', ['r y'], { incomplete })], TODAY)).toEqual(
      ['b r x', 'b r y', 'c r x'].map((text) => entry(text)),
    );
  });
});
