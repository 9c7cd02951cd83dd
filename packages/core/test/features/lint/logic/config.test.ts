// What a configuration makes of issues: severities, rules that are off, ignored issues, entries without effect.
import { describe, expect, it, test } from 'vitest';
import {
  buildAdjustments,
  type IgnoreEntry,
  type IssueSettings,
  latestExpiry,
  reviewIgnored,
} from '../../../../src/features/lint/logic/config.js';
import { shownGrade } from '../../../../src/features/lint/logic/report/shown.js';
import { buildLintReport } from '../../../../src/features/lint/logic/report.js';
import { flowmcp1 } from '../../../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { ServerSnapshot } from '../../../../src/rules/mcp/lint.js';
import type { LintReport, LintRuleSet } from '../../../../src/rules/mcp/lint-report.js';
import { mcpPlayground1 } from '../../../../src/rules/mcp/mcp-playground-1/rule-set.js';
import { hashText } from '../../../../src/spec/hash.js';
import { serverWith, soundTool } from './linted-server.js';

const TODAY = '2027-01-31';
const NAME = 'servers/quay.json';

const entry = (rule: string, subject: string, more: Partial<IgnoreEntry> = {}): IgnoreEntry => ({
  ...{ rule, subject, reason: 'Looked at it: harmless.', expires: '2027-03-01', targets: null },
  where: { path: `/ignore/${subject}` },
  ...more,
});
const settings = (
  severities: Readonly<Record<string, 'error' | 'warning' | 'info' | 'off'>>,
  ...ignore: IgnoreEntry[]
): IssueSettings => ({ severities: new Map(Object.entries(severities)), ignore });

function lint(parts: Partial<ServerSnapshot>, ruleSet: LintRuleSet, config: IssueSettings): LintReport {
  const adjustments = buildAdjustments(config, ruleSet, TODAY)(NAME);
  return buildLintReport(serverWith(parts), { ruleSet, adjustments });
}

const rules = (issues: LintReport['issues'] | undefined) =>
  issues?.map(({ rule, severity }) => `${rule} ${severity}`);
const HIDING = 'Tells the weather of a place. <!-- hidden -->';
const TRAPPED = { tools: [soundTool({ description: HIDING })] };
const TEXT = { text: hashText(HIDING) };
const OTHER = { text: hashText('Tells the weather of a place. <!-- harmless -->') };
const BARE = { tools: [soundTool({ description: '' })] };

describe('the last day of an entry', () => {
  test.each([
    ['a smell', 'item-undescribed', '2028-02-01'],
    ['a rule without a class', 'tool-no-description', '2028-02-01'],
    ['a trap', 'trap-comment', '2027-08-02'],
  ])('is limited for %s', (_, rule, latest) => {
    expect(latestExpiry(rule, TODAY)).toBe(latest);
  });
});

describe('a rule that is off', () => {
  it.each([
    [flowmcp1, 'item-undescribed'],
    [mcpPlayground1, 'tool-no-description'],
  ])('costs nothing and marks the grade: $0.id', (ruleSet, rule) => {
    const report = lint(BARE, ruleSet, settings({ [rule]: 'off' }));
    expect(report).toMatchObject({ score: 100, issues: [], adjusted: [rule] });
    expect(shownGrade(report)).toBe('A*');
  });

  it('of another set leaves the grade as it is', () => {
    const report = lint(BARE, mcpPlayground1, settings({ 'item-undescribed': 'off' }));
    expect(report).toEqual(buildLintReport(serverWith(BARE), { ruleSet: mcpPlayground1 }));
    expect(shownGrade(report)).toBe(report.grade);
  });
});

describe('another severity', () => {
  it.each([
    [flowmcp1, 'item-undescribed'],
    [mcpPlayground1, 'tool-no-description'],
  ])('counts for display, and leaves score and grade as they are: $0.id', (ruleSet, rule) => {
    const plain = buildLintReport(serverWith(BARE), { ruleSet });
    const report = lint(BARE, ruleSet, settings({ [rule]: 'info' }));
    expect(rules(report.issues)).toEqual([`${rule} info`]);
    expect(report.summary).toMatchObject({ errors: 0, warnings: 0, infos: 1 });
    expect(report).toMatchObject({ score: plain.score, grade: plain.grade });
    expect(report.issues.map(({ points }) => points)).toEqual(plain.issues.map(({ points }) => points));
    expect(report.adjusted).toBeUndefined();
  });
});

describe('an ignored issue', () => {
  it('counts neither for the cap nor for points, and is listed with its reason', () => {
    expect(lint(TRAPPED, flowmcp1, settings({}))).toMatchObject({ grade: 'F', cap: { at: 39 } });
    const report = lint(TRAPPED, flowmcp1, settings({}, entry('trap-comment', 'weather.description', TEXT)));
    expect(report).toMatchObject({
      grade: 'A',
      score: 100,
      cap: null,
      issues: [],
      adjusted: ['trap-comment'],
    });
    expect(report.ignored).toMatchObject([
      { rule: 'trap-comment', reason: 'Looked at it: harmless.', expires: '2027-03-01', points: 0 },
    ]);
  });

  it('may be an alert', () => {
    expect(lint(TRAPPED, mcpPlayground1, settings({})).alerts).toHaveLength(1);
    const report = lint(
      TRAPPED,
      mcpPlayground1,
      settings({}, entry('trap-comment', 'weather.description', TEXT)),
    );
    expect(report.alerts).toBeUndefined();
    expect(report).toMatchObject({ adjusted: ['trap-comment'], ignored: [{ rule: 'trap-comment' }] });
  });

  test.each([
    ['its last day', { expires: TODAY }, true],
    ['a last day that has passed', { expires: '2027-01-30' }, false],
    ['another rule', { rule: 'item-undescribed' }, false],
    ['another subject', { subject: 'weather' }, false],
    ['its target', { targets: [NAME] }, true],
    ['a spelling of its target', { targets: ['./servers/quay.json', NAME] }, true],
    ['another target', { targets: ['servers/other.json'] }, false],
    ['another text', OTHER, false],
    ['no text', { text: undefined }, false],
  ])('with %s', (_, more: object, isIgnored) => {
    const { text, ...rest } = { ...entry('trap-comment', 'weather.description', TEXT), ...more };
    const config = settings({}, { ...rest, ...(text !== undefined && { text }) });
    const report = lint(TRAPPED, flowmcp1, config);
    expect(report.ignored !== undefined).toBe(isIgnored);
  });

  it.each([flowmcp1, mcpPlayground1])('says that it was accepted with another text: $id', (ruleSet) => {
    const found = (...texts: object[]) => {
      const entries = texts.map((text) => entry('trap-comment', 'weather.description', text));
      const { issues, alerts = [] } = lint(TRAPPED, ruleSet, settings({}, ...entries));
      return [...issues, ...alerts].map(({ message }) =>
        message.endsWith(' (was accepted with another text)'),
      );
    };
    expect([found(OTHER), found({}), found(OTHER, { targets: ['other'] })]).toEqual([
      [true],
      [false],
      [true],
    ]);
    expect(found(OTHER, TEXT)).toEqual([]);
    expect(found({ ...OTHER, targets: ['other'] })).toEqual([false]);
  });

  it('of two subjects of one name is the one with the text', () => {
    const tools = [soundTool({ description: HIDING }), soundTool({ description: `${HIDING} Go.` })];
    const config = settings({}, entry('trap-comment', 'weather.description', TEXT));
    const report = lint({ tools }, flowmcp1, config);
    expect(report.ignored?.map(({ path }) => path)).toEqual(['/tools/0/description']);
    expect(report.cap).toEqual({ at: 39, rule: 'trap-comment' });
  });

  it('that is neither a trap nor a suspect needs no text', () => {
    const report = lint(BARE, flowmcp1, settings({}, entry('item-undescribed', 'weather')));
    expect(report).toMatchObject({ issues: [], ignored: [{ rule: 'item-undescribed' }] });
    expect(report.ignored?.[0]).not.toHaveProperty('text');
  });

  it('may be one of several of its kind', () => {
    const tool = (name: string) => soundTool({ name, description: '' });
    const config = settings(
      {},
      entry('item-undescribed', 'b', { targets: ['other'] }),
      entry('item-undescribed', 'b'),
    );
    const report = lint({ tools: ['a', 'b', 'c'].map(tool) }, flowmcp1, config);
    expect(report.issues.map(({ subject }) => subject)).toEqual(['a', 'c']);
  });
});

describe('a trap', () => {
  it('of a rule of another class keeps its severity, and stays if the rule is off', () => {
    const check = () => [{ class: 'trap' as const }];
    const ruleSet = {
      ...flowmcp1,
      rules: flowmcp1.rules.map((rule) => (rule.id === 'item-undescribed' ? { ...rule, check } : rule)),
    } as typeof flowmcp1;
    for (const severity of ['off', 'info'] as const) {
      const report = lint(BARE, ruleSet, settings({ 'item-undescribed': severity }));
      expect(rules(report.issues)).toEqual(['item-undescribed error']);
    }
  });
});

describe('entries without effect', () => {
  const trap = entry('trap-comment', 'weather.description', TEXT);
  const { text: _, ...unbound } = trap;
  const other = entry('trap-comment', 'other');
  const here = { ...other, targets: [NAME] };
  const review = (
    ignore: readonly IgnoreEntry[],
    run: Partial<Parameters<typeof reviewIgnored>[1]> & { more?: Partial<LintReport> } = {},
  ) => {
    const { ruleSet = flowmcp1, isComplete = true, more = {} } = run;
    const report = { ...lint(TRAPPED, ruleSet, settings({}, ...ignore)), ...more };
    const reports = run.reports ?? [{ name: NAME, report }];
    return reviewIgnored(ignore, { ruleSet, reports, isComplete, today: TODAY }).map(
      ({ code, where, args }) => [code, where?.path, args?.text].join(' ').trim(),
    );
  };
  const incomplete = [{ list: 'prompts', reason: 'It hung.' }] as const;

  test.each([
    ['a used one', [trap], {}, []],
    ['an unused one', [other], {}, ['LNT-049 /ignore/other']],
    ['one without a text', [unbound], {}, [`LNT-058 /ignore/weather.description ${TEXT.text}`]],
    [
      'one of another text',
      [{ ...trap, ...OTHER }],
      {},
      [`LNT-059 /ignore/weather.description ${TEXT.text}`],
    ],
    [
      'one of another text, beside another set',
      [{ ...trap, ...OTHER }],
      { ruleSet: mcpPlayground1 },
      [`LNT-059 /ignore/weather.description ${TEXT.text}`],
    ],
    ['one of another text, in another target', [{ ...trap, ...OTHER, targets: ['elsewhere'] }], {}, []],
    [
      'one without a text, of a target read in part',
      [unbound],
      { more: { incomplete } },
      [`LNT-058 /ignore/weather.description ${TEXT.text}`],
    ],
    [
      'one of another text beside one of this',
      [trap, { ...trap, ...OTHER }],
      {},
      ['LNT-049 /ignore/weather.description'],
    ],
    ['an unused one of this target', [here], {}, ['LNT-049 /ignore/other']],
    ['one of a target that is no part of the run', [{ ...other, targets: ['elsewhere'] }], {}, []],
    ['an unused one beside a target that could not be read', [other], { isComplete: false }, []],
    ['the same, for this target', [here], { isComplete: false }, ['LNT-049 /ignore/other']],
    ['an unused one, of a target read in part', [here], { more: { incomplete } }, []],
    ['one of a rule that is no part of this set', [entry('tool-no-schema', 'x')], {}, []],
    ['one of a trap, beside another set', [other], { ruleSet: mcpPlayground1 }, ['LNT-049 /ignore/other']],
    ['an expired one', [{ ...trap, expires: '2027-01-30' }], {}, ['LNT-048 /ignore/weather.description']],
    [
      'an expired one that matches nothing',
      [{ ...other, expires: '2020-01-01' }],
      {},
      ['LNT-048 /ignore/other'],
    ],
    ['any, in a run without a report', [other], { reports: [], isComplete: false }, []],
  ])('%s', (_, ignore, run, expected) => {
    expect(review(ignore, run)).toEqual(expected);
  });
});
