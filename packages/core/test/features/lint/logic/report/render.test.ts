// Content of each lint document: places, states, failures, targets that could not be judged, and no home folder.
import { parse } from 'junit2json';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { LINT_FORMATS, renderLint } from '../../../../../src/features/lint/logic/report/render.js';
import type { LintRenderContext } from '../../../../../src/features/lint/logic/report/shown.js';
import { problem } from '../../../../../src/problems/error-codes.js';
import type { LintReport } from '../../../../../src/rules/mcp/lint.js';
import { compileSarifSchema } from '../../../../documents/sarif-schema.js';
import { context, harbour, lint, severalTargets } from './sample-reports.js';

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

describe('sarif', () => {
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

describe('md', () => {
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
    expect(document).toContain('asked by a client that declares roots, sampling');
    expect(document).toMatch(/standard output has .*log/);
    expect(document).not.toMatch(/<b>|\/home\/ada/);
    expect(await renderLint(format, [lint(harbour)], context)).not.toMatch(/Observed|declares/);
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
