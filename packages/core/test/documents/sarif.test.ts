// A SARIF log is valid for any text, escapes what a viewer would act on, and keeps its fingerprints.
import fc from 'fast-check';
import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { buildSarif, type SarifContent, type SarifFinding, sarifMessage } from '../../src/documents/sarif.js';
import { anyText } from './hostile-text.js';
import { compileSarifSchema } from './sarif-schema.js';

const validate = compileSarifSchema();
const rule = { id: 'r', severity: 'warning', title: 't', why: 'w', fix: 'f', tags: ['x'] } as const;
const finding: SarifFinding = {
  ruleId: 'r',
  severity: 'info',
  message: 'm',
  subject: { name: 'n', within: ['w'], kind: 'tool' },
  identity: ['a', 'b'],
};
const content: SarifContent = {
  tool: { name: 'flowmcp', version: '1.2.3', informationUri: 'https://flowmcp.example' },
  rules: [rule],
  findings: [finding],
  failures: [],
  folders: { root: '/root', home: '/home/ada' },
  fingerprint: 'flowmcp/v1',
};

function build(changes: Partial<SarifContent> = {}): Log {
  const log: Log = JSON.parse(buildSarif({ ...content, ...changes }));
  if (validate) expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  return log;
}

function resultsOf(findings: readonly SarifFinding[]): Result[] {
  return build({ findings }).runs[0]?.results ?? [];
}

describe('buildSarif', () => {
  it('uses the levels error, warning and note', () => {
    const findings = (['error', 'warning', 'info'] as const).map((severity) => ({ ...finding, severity }));
    expect(resultsOf(findings).map(({ level }) => level)).toEqual(['error', 'warning', 'note']);
  });

  it('points from a result to its rule, and names a rule it does not have by id alone', () => {
    const [known, unknown] = resultsOf([finding, { ...finding, ruleId: 'other' }]);
    expect(known).toMatchObject({ ruleId: 'r', ruleIndex: 0 });
    expect(unknown).toHaveProperty('ruleId', 'other');
    expect(unknown).not.toHaveProperty('ruleIndex');
  });

  it('has a region if the line is known, and only the logical location if there is no file', () => {
    const places = [
      { file: '/root/a/b.mjs', line: 3, column: 7 },
      { file: '/root/a/b.mjs', line: 3 },
      { file: '/root/a/b.mjs' },
      undefined,
    ];
    const locations = resultsOf(places.map((place) => ({ ...finding, ...(place && { place }) }))).map(
      ({ locations: [first] = [] }) => first?.physicalLocation,
    );
    const artifactLocation = { uri: 'a/b.mjs', uriBaseId: '%SRCROOT%' };
    expect(locations).toEqual([
      { artifactLocation, region: { startLine: 3, startColumn: 7 } },
      { artifactLocation, region: { startLine: 3 } },
      { artifactLocation },
      undefined,
    ]);
  });

  it('keeps the fingerprint when the place moves, and has another for each identity and each repetition', () => {
    const prints = resultsOf([
      { ...finding, place: { file: 'x.mjs', line: 1 } },
      { ...finding, identity: ['a', 'c'] },
      finding,
    ]).map(({ partialFingerprints }) => partialFingerprints?.['flowmcp/v1']);
    const [moved] = resultsOf([{ ...finding, place: { file: 'x.mjs', line: 90 }, message: 'other words' }]);
    expect(new Set(prints).size).toBe(3);
    expect(moved?.partialFingerprints?.['flowmcp/v1']).toBe(prints[0]);
  });

  it('gives the baseline state only after a comparison', () => {
    const states = resultsOf([{ ...finding, state: 'new' }, { ...finding, state: 'unchanged' }, finding]);
    expect(states.map(({ baselineState }) => baselineState)).toEqual(['new', 'unchanged', undefined]);
  });

  it('reports a failure as a notification of a run that did not succeed', () => {
    const [invocation] =
      build({ failures: [{ code: 'LNT-1', message: 'no answer' }] }).runs[0]?.invocations ?? [];
    expect(invocation?.executionSuccessful).toBe(false);
    expect(invocation?.toolExecutionNotifications).toMatchObject([
      { descriptor: { id: 'LNT-1' }, level: 'error', message: { text: 'no answer' } },
    ]);
    expect(build().runs[0]?.invocations?.[0]?.executionSuccessful).toBe(true);
  });

  it('keeps the 5,000 worst of more findings, in their order, and counts the others', () => {
    const findings = Array.from({ length: 30_001 }, (_, at): SarifFinding => {
      const severity = at % 3 === 0 ? 'warning' : 'info';
      const identity = at < 29_999 ? finding.identity : ['twin'];
      return { ...finding, severity, rank: at < 30_000 ? 1 : 0, message: String(at), identity };
    });
    const [run] = build({ findings, properties: { kept: true } }).runs;
    const shown = run?.results?.map(({ message }) => Number(message.text)) ?? [];
    const warnings = Array.from({ length: 4_999 }, (_, at) => at * 3);
    expect(shown).toEqual([...warnings, 30_000]);
    expect(run?.properties).toEqual({ kept: true, omitted: 25_001 });
    expect(run?.invocations?.[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [{ descriptor: { id: 'results-omitted' }, level: 'warning' }],
    });
    // The last one is a repetition of the one before it, which is left out here.
    const [, repeated] = resultsOf(findings.slice(-2));
    expect(run?.results?.at(-1)?.partialFingerprints).toEqual(repeated?.partialFingerprints);
  });

  it('keeps all of 5,000 findings', () => {
    const findings = Array(5_000).fill(finding);
    const [run] = build({ findings }).runs;
    expect(run?.results).toHaveLength(5_000);
    expect(run?.properties).toBeUndefined();
  });

  it('is valid and well-formed for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const log = build({
          rules: [{ ...rule, title: text, why: text, fix: text }],
          findings: [
            {
              ...finding,
              message: text,
              place: { file: `/root/${text}` },
              subject: { name: text, within: [text], kind: text },
              identity: [text],
            },
          ],
          failures: [{ code: 'X', message: text }],
          properties: { text },
        });
        expect(JSON.stringify(log)).not.toMatch(/\\ud[89a-f]/i);
      }),
    );
  });
});

describe('sarifMessage', () => {
  it.each([
    ['[x](https://evil.example)', '\\[x\\](https://evil.example)'],
    ['{0} {id}', '{{0}} {{id}}'],
    ['plain', 'plain'],
  ])('%s is written as %s', (text, escaped) => {
    expect(sarifMessage(text)).toBe(escaped);
  });
});
