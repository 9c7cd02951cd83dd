// Content of each lint document: places, states, failures, targets that could not be judged, and no home folder.
import { parse } from 'junit2json';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { NO_ADJUSTMENTS } from '../../../../../src/features/lint/logic/adjust.js';
import { LINT_FORMATS, renderLint } from '../../../../../src/features/lint/logic/report/render.js';
import { countPlaceless } from '../../../../../src/features/lint/logic/report/sarif.js';
import type { LintRenderContext } from '../../../../../src/features/lint/logic/report/shown.js';
import { problem } from '../../../../../src/problems/error-codes.js';
import type { LintReport } from '../../../../../src/rules/mcp/lint-report.js';
import { compileSarifSchema } from '../../../../documents/sarif-schema.js';
import {
  adjusting,
  context,
  harbour,
  lint,
  observed,
  severalTargets,
  sharesContext,
  sharesSet,
  steered,
} from './sample-reports.js';

const validate = compileSarifSchema();
const target = 'https://harbour.example/mcp';
const baseline = [
  { target, rule: 'prop-no-type', subject: 'get_ships.flag' },
  { target, rule: 'tool-no-description', subject: 'get_ships' },
  { target, rule: 'server-empty', subject: 'server' },
];

async function readSarif(reports: readonly LintReport[], about: LintRenderContext) {
  const log: Log = JSON.parse(await renderLint('sarif', reports, about));
  if (validate) expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  const [run] = log.runs;
  if (!run) throw new Error('no run');
  return run;
}

async function readJunit(reports: readonly LintReport[], about: LintRenderContext) {
  const document = await parse(await renderLint('junit', reports, about));
  if (!document || !('testsuite' in document)) throw new Error('no suites were read');
  return (document.testsuite ?? []).map(({ name, testcase = [] }) => ({
    name,
    cases: testcase.length,
    failing: testcase.filter(({ failure }) => failure).map((one) => one.name),
    broken: testcase.filter(({ error }) => error).map((one) => one.name),
    noted: testcase.filter((one) => one['system-out']).map((one) => one.name),
  }));
}

describe('every format', () => {
  it.each(LINT_FORMATS)('%s contains no home folder', async (format) => {
    const several = severalTargets();
    expect(await renderLint(format, several.reports, several.context)).not.toMatch(/\/home|ada\b/);
  });

  it.each(LINT_FORMATS)('%s is valid without any target', async (format) => {
    expect((await renderLint(format, [], context)).length).toBeGreaterThan(50);
  });
});

/** What every format has to show, and its words for it. */
const DUTIES = [
  {
    duty: 'alerts beside a grade',
    report: lint(steered),
    about: context,
    words: {
      md: '### MCP lint: A, 100 of 100 by mcp-playground/1, but 2 alerts: texts that try to steer the model\n\n**2 alerts',
      html: '<strong>2 alerts: texts that try to steer the model.</strong>',
      badge: '>A, alert</text>',
      junit: '<testcase name="alert: trap-comment, get_ships.description"',
      sarif: '"alerts": 2',
    },
  },
  {
    duty: 'what limits the score',
    report: lint(steered, { ruleSet: sharesSet }),
    about: sharesContext,
    words: {
      md: '### MCP lint: F, 39 of 100: 2 traps',
      html: '100 → 39 (with 2 traps, the score cannot be above 39)',
      badge: '>F · 39</text>',
      junit: '<property name="cap" value="39 (trap-comment)"/>',
      sarif: '"cap": {\n              "at": 39,',
    },
  },
  {
    duty: 'what each group costs, and what would lift the score most',
    report: lint(harbour, { ruleSet: sharesSet }),
    about: sharesContext,
    words: {
      md: '- describe 3 inputs: +24 points',
      html: '<li>describe 3 inputs: +24 points</li>',
      badge: '>',
      junit:
        '<property name="lost" value="inputs 24 of 40, items 14 of 35, schemas 0 of 15, server 0 of 10"/>',
      sarif: '"points": 24',
    },
  },
  {
    duty: 'an adjusted grade',
    report: lint({ ...steered, tools: steered.tools.slice(0, 1) }, adjusting),
    about: sharesContext,
    words: {
      md: '### MCP lint: A\\*, 100 of 100; ignored: 1 trap',
      html: 'server-no-name, trap-comment; ignored: 1 trap.',
      badge: '>A* · 100</text>',
      junit: '<property name="grade" value="A*"/>',
      sarif: '"grade": "A*"',
    },
  },
  {
    duty: 'why an issue is ignored',
    report: lint(steered, adjusting),
    about: sharesContext,
    words: {
      md: '| 2027-05-28 | Read by Ada; it is harmless. |',
      html: 'trap-comment · until 2027-05-28: Read by Ada; it is harmless.',
      badge: '>F* ',
      junit: 'ignored until 2027-05-28 (Read by Ada; it is harmless.): error get_tides: ',
      sarif: '"reason": "Read by Ada; it is harmless."',
    },
  },
  {
    duty: 'why an alert is ignored',
    report: lint(steered, { ...adjusting, ruleSet: context.ruleSet }),
    about: context,
    words: {
      md: '| 2027-05-28 | Read by Ada; it is harmless. |',
      html: 'trap-comment · until 2027-05-28: Read by Ada; it is harmless.',
      badge: '>A*, alert</text>',
      junit: '<testcase name="ignored alerts"',
      sarif: '"expires": "2027-05-28"',
    },
  },
  {
    duty: 'what was noticed and declared',
    report: lint(observed, { ruleSet: sharesSet }),
    about: sharesContext,
    words: {
      md: 'declared to the server: roots',
      html: 'observed: stray-output, a line on standard output is no message: &quot;Ready&quot;',
      badge: '>A · 100</text>',
      junit: '<![CDATA[observed: stray-output, a line on standard output is no message: "Ready"',
      sarif: '"declared": [\n              "roots"',
    },
  },
  {
    duty: 'how far the tokens may be off',
    report: lint(observed, { ruleSet: sharesSet }),
    about: sharesContext,
    words: {
      md: 'Tokens, about ±10 %',
      html: '<dt>tokens, ±10 %</dt><dd>about ',
      badge: '>',
      junit: '',
      sarif: '',
    },
  },
] as const;

describe.each(DUTIES)('every format shows $duty', ({ report, about, words }) => {
  it.each(LINT_FORMATS)('%s', async (format) => {
    expect(await renderLint(format, [report], about)).toContain(words[format]);
  });
});

describe('sarif', () => {
  it('has the rules behind alerts, and no others besides those of the set', async () => {
    const { results = [], tool } = await readSarif([lint(steered)], context);
    expect(tool.driver.rules?.slice(context.ruleSet.rules.length).map(({ id }) => id)).toEqual([
      'trap-comment',
    ]);
    expect(results.map(({ ruleId, properties }) => [ruleId, properties?.class])).toEqual([
      ['trap-comment', 'trap'],
      ['trap-comment', 'trap'],
    ]);
  });

  it('tells code hosts how severe a rule about security is', async () => {
    const { tool } = await readSarif([], sharesContext);
    const scores = new Map(tool.driver.rules?.map(({ id, properties }) => [id, properties]));
    expect(scores.get('trap-comment')).toMatchObject({
      'security-severity': '9.0',
      tags: ['mcp', 'text', 'security'],
    });
    expect(scores.get('input-undescribed')).not.toHaveProperty('security-severity');
  });

  it('points to the saved snapshot if there is no other file', async () => {
    const about = { ...context, savedSnapshot: '/home/ada/harbour/saved/server.json' };
    const { results = [] } = await readSarif([lint(harbour)], about);
    for (const { locations } of results) {
      expect(locations?.[0]?.physicalLocation).toEqual({
        artifactLocation: { uri: 'saved/server.json', uriBaseId: '%SRCROOT%' },
        region: { startLine: 1 },
      });
    }
    expect(countPlaceless(lint(harbour), about)).toBe(0);
  });

  it('counts results that point to no file', () => {
    const { issues } = lint(harbour);
    expect(countPlaceless(lint(harbour), context)).toBe(issues.length);
    expect(countPlaceless(lint(steered), context)).toBe(2);
    expect(countPlaceless(lint(harbour, { file: '/home/ada/harbour/x.json' }), context)).toBe(0);
    // Paths through the home folder are left out of the log.
    const elsewhere = { ...context, folders: { root: '/srv', home: '/home/ada' } };
    expect(countPlaceless(lint(harbour, { file: '/home/ada/x.json' }), elsewhere)).toBe(issues.length);
  });

  it('has the file and line of each finding, relative to the root', async () => {
    const several = severalTargets();
    const { results = [], tool } = await readSarif(several.reports, several.context);
    expect(tool.driver.rules?.map(({ id }) => id)).toEqual(context.ruleSet.rules.map(({ id }) => id));
    expect(results.map(({ locations }) => locations?.[0]?.physicalLocation)).toEqual(
      several.reports[0]?.issues.map(({ where }) => ({
        artifactLocation: { uri: 'schemas/tides%20%26%20more.mjs', uriBaseId: '%SRCROOT%' },
        region: { startLine: where?.line, startColumn: where?.column },
      })),
    );
  });

  it('names a server and its part if there is no file', async () => {
    const { results } = await readSarif([lint(harbour)], context);
    expect(results?.[1]?.locations).toEqual([
      {
        logicalLocations: [
          { name: 'get_ships.berth', fullyQualifiedName: `${target} › get_ships.berth`, kind: 'tool' },
        ],
      },
    ]);
  });

  it('gives a trap in another text another fingerprint', async () => {
    const [tool] = steered.tools as [object];
    const print = async (description: string) => {
      const report = lint({ ...steered, tools: [{ ...tool, description }] }, { ruleSet: sharesSet });
      const { results = [] } = await readSarif([report], sharesContext);
      const found = results.find(({ ruleId }) => ruleId === 'trap-comment');
      return [found?.partialFingerprints?.['flowmcpLint/v1'], found?.properties?.text];
    };
    const [one, again, other] = await Promise.all(
      ['<!-- in UTC -->', '<!-- in UTC -->', '<!-- in CET -->'].map((text) =>
        print(`Tides of a port. ${text}`),
      ),
    );
    expect(one).toEqual(again);
    expect(one?.[1]).toMatch(/^sha256:/);
    expect([other?.[0] === one?.[0], other?.[1] === one?.[1]]).toEqual([false, false]);
  });

  it('keeps the fingerprints when tools change their order', async () => {
    const prints = async (tools: readonly unknown[]) => {
      const { results = [] } = await readSarif([lint({ ...harbour, tools })], context);
      return results.map(({ partialFingerprints }) => partialFingerprints?.['flowmcpLint/v1']);
    };
    const usual = await prints(harbour.tools);
    const turned = await prints([...harbour.tools].reverse());
    expect(turned).not.toEqual(usual);
    expect(turned.sort()).toEqual(usual.sort());
    expect(new Set(usual).size).toBe(usual.length);
  });

  it('marks accepted issues', async () => {
    const { results = [] } = await readSarif([lint(harbour, { baseline })], context);
    const accepted = results.filter(({ baselineState }) => baselineState === 'unchanged');
    expect(accepted.map(({ ruleId }) => ruleId)).toEqual(['tool-no-description', 'prop-no-type']);
    expect(results.filter(({ baselineState }) => baselineState === 'new').length).toBe(results.length - 2);
  });

  it('lists targets that could not be judged, and the grades of the others', async () => {
    const several = severalTargets();
    const { invocations, properties } = await readSarif(several.reports, several.context);
    expect(invocations?.[0]?.executionSuccessful).toBe(false);
    expect(properties?.targets).toMatchObject([
      { target: 'schemas/tides & more.mjs', grade: 'F', gates: [{ code: 'GRD-005' }] },
      { target: 'https://tides.example/mcp', grade: 'A', gates: [] },
      { target: 'node ~/servers/gone.js', gates: [] },
    ]);
    expect(properties?.targets[2]).not.toHaveProperty('grade');
  });
});

describe('junit', () => {
  it('has a suite per target and a case per rule, which fails if it fails the run', async () => {
    const several = severalTargets();
    const cases = context.ruleSet.rules.length + 2;
    expect(await readJunit(several.reports, several.context)).toMatchObject([
      {
        name: 'schemas/tides & more.mjs',
        cases,
        failing: [
          'tool-no-description',
          'required-not-in-properties',
          'prompt-no-description',
          'passes the gates',
        ],
        broken: [],
      },
      { name: 'https://tides.example/mcp', cases, failing: [], broken: [], noted: [] },
      { name: 'node ~/servers/gone.js', cases: 1, failing: [], broken: ['could be judged'] },
    ]);
  });

  it('uses the severity that fails a run, and passes accepted issues', async () => {
    const [strict] = await readJunit([lint(harbour)], { ...context, failOn: 'warning' });
    expect(strict?.failing).toContain('prop-no-type');
    expect(strict?.failing).not.toContain('tool-empty-schema');
    const [held] = await readJunit([lint(harbour, { baseline })], { ...context, failOn: 'warning' });
    expect(held?.failing).not.toContain('prop-no-type');
    expect(held?.noted).toContain('prop-no-type');
  });
});

describe('junit by shares', () => {
  it('skips rules about lists that were not read unless they found something, and rules that are off', async () => {
    const report: LintReport = {
      ...lint({ ...harbour, resources: [] }, { ...adjusting }),
      incomplete: [{ list: 'resources', reason: 'no answer' }],
    };
    const junit = await renderLint('junit', [report], sharesContext);
    const skipped = [...junit.matchAll(/name="([^"]*)"[^>]*>\s*<skipped/g)].map(([, name]) => name);
    expect(skipped).toContain('trap-comment');
    expect(skipped).toContain('server-no-name');
    expect(skipped).not.toContain('item-undescribed');
    expect(skipped).not.toContain('input-undescribed');
  });

  it('fails for each alert, unless nothing fails the run', async () => {
    const [suite] = await readJunit([lint(steered)], context);
    const names = ['get_tides', 'get_ships'].map((tool) => `alert: trap-comment, ${tool}.description`);
    expect(suite?.failing).toEqual(names);
    const [lenient] = await readJunit([lint(steered)], { ...context, failOn: 'never' });
    expect(lenient?.failing).toEqual([]);
    expect(lenient?.noted).toEqual(names);
  });
});

describe('md', () => {
  it('lists the worst class first', async () => {
    const server = { ...steered, tools: [...harbour.tools, ...steered.tools] };
    const comment = await renderLint('md', [lint(server, { ruleSet: sharesSet })], sharesContext);
    expect(comment.match(/(?<=^\| \S+ (error|warning|info), )\w+/gm)).toEqual([
      'trap',
      'trap',
      ...Array(3).fill('smell'),
    ]);
  });

  it('lists the worst class of all targets first, whatever the severities', async () => {
    const severities = new Map([['input-undescribed', 'error']] as const);
    const adjustments = { ...NO_ADJUSTMENTS, severities };
    const reports = [
      lint(harbour, { ruleSet: sharesSet, adjustments }),
      lint(steered, { ruleSet: sharesSet, target: 'b.json' }),
    ];
    const comment = await renderLint('md', reports, sharesContext);
    expect(comment.match(/(?<=^\| ❌ error, )\w+/gm)).toEqual(['trap', 'trap', 'smell', 'smell', 'smell']);
  });

  it('counts alerts and ignored traps of several targets in its first line', async () => {
    const reports = [
      lint(steered),
      lint(steered, { ...adjusting, ruleSet: context.ruleSet, target: 'b.json' }),
    ];
    const comment = await renderLint('md', reports, context);
    expect(comment).toMatch(
      /^### MCP lint: 3 alerts: texts that try to steer the model, 2 targets, ignored: 1 trap$/m,
    );
  });

  it('shows the worst first, and no more than requested', async () => {
    const comment = await renderLint('md', [lint(harbour)], context);
    const severities = comment.match(/^\| \S+ (error|warning|info) /gm)?.map((row) => row.slice(4).trim());
    expect(comment).toMatch(/^### MCP lint: F, 27 of 100$/m);
    expect(severities).toEqual([
      ...Array(3).fill('error'),
      ...Array(5).fill('warning'),
      ...Array(3).fill('info'),
    ]);
    expect(comment).not.toContain('<details>');
  });

  it('folds what exceeds a screen, and counts what does not fit into a comment', async () => {
    const tools = Array.from({ length: 3000 }, (_, at) => ({
      ...(harbour.tools[0] as object),
      name: `tool ${at}`,
    }));
    const comment = await renderLint('md', [lint({ ...harbour, tools })], context);
    expect(comment.length).toBeLessThan(65_536);
    const rows = comment.match(/^\| \S+ (error|warning|info) /gm)?.length ?? 0;
    const folded = Number(/<summary>(\d+) more findings<\/summary>/.exec(comment)?.[1]);
    const left = Number(/^(\d+) more findings do not fit into this comment\.$/m.exec(comment)?.[1]);
    expect(rows).toBe(15 + folded);
    expect(rows + left).toBe(3003);
    expect(comment.split('<details>').length).toBe(comment.split('</details>').length);
  });

  it('lists new issues, and baseline entries without one', async () => {
    const comment = await renderLint('md', [lint(harbour, { baseline })], context);
    expect(comment).toContain('**9 new findings**, 2 accepted');
    expect(comment).toContain('1 baseline entry without a matching issue: `server-empty` of `server`.');
    expect(comment).not.toContain('`tool-no-description`');
  });
});

describe('html', () => {
  it('shows as many findings as a browser can handle, and counts the others', async () => {
    const tools = Array.from({ length: 2500 }, (_, at) => ({ name: `tool ${at}` }));
    const report = lint({ ...harbour, tools });
    const page = await renderLint('html', [report, { ...report, target: 'second' }], context);
    expect(page.split('<li data-item').length - 1).toBe(10_000);
    expect(page).toContain(`${report.issues.length * 2 - 10_000} more findings`);
  });
});

describe('badge', () => {
  it.each([
    ['the grade of one', [lint(harbour)], [], 'F · 27'],
    ['the worst of several', severalTargets().reports, [], 'F · 27'],
    [
      'no grade beside a failure',
      [lint(harbour)],
      [{ target: 'x', problem: problem('VAL001') }],
      'incomplete',
    ],
    ['no grade for a list that is not there', [incompleteReport()], [], 'incomplete'],
    ['no grade for nothing', [], [], 'not judged'],
    ['an alert of any target', [lint(harbour), lint(steered, { target: 'b.json' })], [], 'F, alert'],
    [
      'an alert beside a failure',
      [lint(steered)],
      [{ target: 'x', problem: problem('VAL001') }],
      'incomplete, alert',
    ],
  ] as const)('shows %s', async (_, reports, failures, message) => {
    expect(await renderLint('badge', reports, { ...context, failures })).toContain(`>${message}</text>`);
  });
});

function incompleteReport(): LintReport {
  return { ...lint(harbour), incomplete: [{ list: 'resources', reason: 'no answer' }] };
}

describe('what was observed and declared', () => {
  const observations = [{ code: 'stray-output', detail: 'standard output has "<b>/home/ada/log</b>"' }];
  const report = { ...lint(harbour), observations, declared: ['roots', 'sampling'] };

  it.each(['md', 'html'] as const)('is shown in %s, as text', async (format) => {
    const document = await renderLint(format, [report], context);
    expect(document).toContain('declared to the server: roots, sampling');
    expect(document).toMatch(/standard output has .*log/);
    expect(document).not.toMatch(/<b>|\/home\/ada/);
    expect(await renderLint(format, [lint(harbour)], context)).not.toMatch(/observed|declared to/);
  });
});

describe('a report with a missing part', () => {
  it('states that beside its grade', async () => {
    expect(await renderLint('md', [incompleteReport()], context)).toContain(
      'not all resources could be read: no answer',
    );
    expect(await renderLint('html', [incompleteReport()], context)).toContain(
      'not all resources could be read: no answer',
    );
    expect((await readSarif([incompleteReport()], context)).invocations?.[0]?.executionSuccessful).toBe(
      false,
    );
    const junit = await renderLint('junit', [incompleteReport()], context);
    expect(junit).toMatch(/name="resource-no-name"[^>]*>\s*<skipped/);
    expect(junit).not.toMatch(/name="tool-no-schema"[^>]*>\s*<skipped/);
    expect(junit).toContain('(incomplete)');
    expect((await readJunit([incompleteReport()], context))[0]?.broken).toEqual(['could be judged']);
  });
});
