// Content of each format of a grading report, checked by its standard's schema and by other readers, for any texts.
import fc from 'fast-check';
import { parse } from 'junit2json';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../../../src/documents/visible-text.js';
import type { ReportTarget } from '../../../../src/features/report/logic/grading-report.js';
import {
  GRADING_FORMATS,
  type GradingFormat,
  renderGrading,
} from '../../../../src/features/report/logic/render.js';
import { problem } from '../../../../src/problems/error-codes.js';
import { anyText, HOSTILE } from '../../../documents/hostile-text.js';
import { compileSarifSchema } from '../../../documents/sarif-schema.js';
import {
  foreignTarget,
  gradedNode,
  joined,
  nodeOf,
  rejectedTarget,
  sourceOf,
  targetOf,
} from './sample-targets.js';

const validate = compileSarifSchema();
const failure = problem('TGT-006', undefined, { target: 'selections/gone' });
const render = (format: GradingFormat, ...given: Parameters<typeof sourceOf>) =>
  joined(renderGrading(format, sourceOf(...given)));

/** What each format says, as rows of `it.each`: the compiler asks a new format for its words. */
const inEach = (words: Record<GradingFormat, string>) =>
  GRADING_FORMATS.map((format) => [format, words[format]] as const);

async function readSarif(...given: Parameters<typeof sourceOf>) {
  const log: Log = JSON.parse(await render('sarif', ...given));
  if (validate) expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  const [run] = log.runs;
  if (!run) throw new Error('no run');
  return run;
}

async function readJunit(...given: Parameters<typeof sourceOf>) {
  const document = await parse(await render('junit', ...given));
  if (!document || !('testsuite' in document)) throw new Error('no suites were read');
  return document;
}

describe('every format', () => {
  it.each(GRADING_FORMATS)('%s is valid without any target', async (format) => {
    expect((await render(format, [])).length).toBeGreaterThan(50);
  });

  it.each(GRADING_FORMATS)('%s reports a target that could not be read', async (format) => {
    const said = await render(format, [targetOf()], [failure]);
    expect(said).toMatch(format === 'badge' ? />incomplete</ : /nothing was imported|selections\/gone/);
  });
});

describe('json', () => {
  it('is the model, with the totals of all targets', async () => {
    const targets = [targetOf(), rejectedTarget()];
    const { summary, ...report } = JSON.parse(await render('json', targets));
    expect(report.targets).toEqual(targets);
    expect(report).toMatchObject({ status: true, errors: [], generatedAt: '2026-03-03T08:00:00.000Z' });
    expect(summary).toMatchObject({
      targets: 2,
      // The schema and the member rest on other nodes.
      nodes: 5,
      statuses: { stable: 1, graded: 1, blocked: 1, pending: 1, rejected: 1 },
      grades: { B: 1, C: 1, REJECTED: 1, none: 2 },
      findings: { error: 0, warning: 1, info: 0 },
      rollups: { partial: 1, rejected: 1 },
    });
    expect(summary.scores.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { from: 2.5, count: 1 },
      { from: 3.75, count: 1 },
    ]);
    expect(summary.trend).toEqual([
      { day: '2026-02-02', mean: 2.75, nodes: 2 },
      { day: '2026-03-02', mean: 3.25, nodes: 2 },
    ]);
  });

  it('arrives target by target, and keeps none of them', async () => {
    const seen: string[] = [];
    const source = {
      ...sourceOf([]),
      targets: (async function* () {
        for (const name of ['one', 'two']) {
          seen.push(`read ${name}`);
          yield targetOf({ target: name });
        }
      })(),
    };
    for await (const part of renderGrading('json', source)) {
      const [, name] = /"target": "(\w+)"/.exec(part) ?? [];
      if (name) seen.push(`wrote ${name}`);
    }
    expect(seen).toEqual(['read one', 'wrote one', 'read two', 'wrote two']);
  });

  it('holds any text unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const target = foreignTarget(text);
        expect(JSON.parse(await render('json', [target])).targets).toEqual([target]);
      }),
    );
  });
});

describe('targets', () => {
  const veto = nodeOf({ status: 'rejected', grade: 'REJECTED' });
  const fault = nodeOf({ status: 'blocked', reason: 'fewer than 3 working tests' });
  const waiting = nodeOf({});
  const ordered = [
    targetOf({ target: 'p/vetoed', status: 'rejected', grade: 'REJECTED', nodes: [veto, gradedNode(4.9)] }),
    targetOf({ target: 'p/below', status: 'partial', grade: 'B', nodes: [gradedNode(2.6), gradedNode(4)] }),
    targetOf({ target: 'p/faulty', status: 'partial', grade: null, nodes: [gradedNode(4), fault] }),
    targetOf({ target: 'p/partial', status: 'partial', grade: null, nodes: [gradedNode(4), waiting] }),
    targetOf({ target: 'p/stable', status: 'operational', grade: 'B', nodes: [gradedNode(4)] }),
    targetOf({ target: 'p/broken', status: 'blocked', grade: null, nodes: [fault, waiting] }),
    targetOf({ target: 'p/new', status: 'blocked', grade: null, nodes: [waiting] }),
  ];
  const inOrder = (text: string) => [
    ...new Set((text.match(/p\/(?:<wbr>)?[a-z]+/g) ?? []).map((name) => name.replace('<wbr>', ''))),
  ];

  it('come by what needs attention, whatever order they arrive in', async () => {
    const names = ordered.map(({ target }) => target);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ordered, { minLength: ordered.length }), async (targets) => {
        const md = await render('md', targets);
        expect(inOrder(md)).toEqual(names);
        expect(md).toContain(
          'Without a grade: 1 blocked by a fault (`p/broken`); 1 waiting for a first grade (`p/new`)',
        );
        const html = await render('html', targets);
        expect(inOrder(html.slice(html.indexOf('data-tree')))).toEqual(names);
      }),
      { numRuns: 20 },
    );
  });

  it('keep the only graded one in sight behind any number of others', async () => {
    const many = Array.from({ length: 600 }, (_, at) =>
      targetOf({ ...ordered[at % 2 === 0 ? 5 : 6], target: `p/x${at}` }),
    );
    const md = await render('md', [...many, ordered[1] ?? targetOf()]);
    expect(md.split('\n').filter((line) => line.startsWith('| `p/'))).toEqual([
      expect.stringContaining('p/below'),
    ]);
    expect(md).toContain('Without a grade: 300 blocked by a fault (');
  });

  it('are shown as waiting, not as blocked, if nothing about them is wrong', async () => {
    const [broken, fresh] = ordered.slice(-2).map((target) => [target]);
    const tags = (page: string) => [...new Set(page.match(/<span class="tag [^/]*/g))];
    expect(tags(await render('html', fresh ?? []))).toEqual(['<span class="tag ">waiting<']);
    expect(tags(await render('html', broken ?? []))).toContain('<span class="tag error">blocked<');
    expect(await render('badge', fresh ?? [])).toContain('>not graded<');
    expect(await render('badge', broken ?? [])).toContain('>blocked<');
  });
});

describe('a node of the page', () => {
  it('says what it waits for, where its finding is, and who graded it', async () => {
    const place = {
      base: 'island',
      file: 'providers/harbour/tides/schema/tides--2026-03-02T10-00-00Z--0a1b2c3d.mjs',
      line: 5,
      column: 21,
    } as const;
    const [finding] = foreignTarget('x').findings;
    if (!finding) throw new Error('no finding');
    const graded = gradedNode(3.9, { graders: ['ada (human)'], findings: [{ ...finding, place }] });
    const about = nodeOf({ name: 'About', status: 'blocked', waitsFor: 'an About' });
    const page = await render('html', [targetOf({ nodes: [graded, about] })]);
    for (const said of ['waits for an About', '&gt;tides.mjs:5:21&lt;', 'Graded 2026-03-02: ada (human).'])
      expect(page).toContain(said);
    expect(page).not.toContain('0a1b2c3d');
  });

  it('has a line only if it was graded more than once', async () => {
    const twice = gradedNode(3.9).history;
    const once: typeof twice = twice.slice(-1);
    const linesOf = async (history: typeof twice) =>
      (await render('html', [targetOf({ nodes: [gradedNode(3.9, { history })] })])).match(
        /<svg class="spark"/g,
      );
    expect(await linesOf(once)).toBeNull();
    expect(await linesOf(twice)).toHaveLength(2);
  });

  it('fails for a reason that does not repeat its name', async () => {
    const message = 'schemas.tides.tools.listTides was tested elsewhere';
    const failures = [{ rule: 'mapped' as const, code: 'GAT-015', message, hint: 'Test it.' }];
    const page = await render('html', [targetOf({ nodes: [gradedNode(3.9, { failures })] })]);
    expect(page).toContain('<span class="why">was tested elsewhere</span>');
  });

  it('counts once in a bar that is full, whatever waits', async () => {
    const nodes = [gradedNode(3.9), nodeOf({ status: 'pending' }), nodeOf({ name: 'About' })];
    const page = await render('html', [targetOf({ nodes })]);
    const bars = page.match(/<svg class="shares".*?<\/svg>/g) ?? [];
    expect(bars).toHaveLength(2);
    for (const bar of bars) {
      const widths = [...bar.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => Number(width));
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100, 0);
    }
  });

  it('breaks a long name between its parts only', async () => {
    expect(
      await render('html', [
        targetOf({ target: 'providers/defillama', nodes: [gradedNode(4, { name: 'getTokenPrices' })] }),
      ]),
    ).toMatch(/providers\/<wbr>defillama<[\s\S]*get<wbr>Token<wbr>Prices</);
  });
});

describe('an undecided letter', () => {
  const node = (chance: number) =>
    gradedNode(2.6, {
      certainty: {
        ...{ letter: 'C', samples: 9, until: 0.95 },
        letters: [
          { grade: 'C', chance },
          { grade: 'B', chance: 1 - chance },
        ],
      },
    });

  it.each(['json', 'html', 'md', 'junit', 'sarif'] as const)(
    'stands in %s, a decided one does not',
    async (format) => {
      const said = format === 'json' ? '"chance": 0.71' : 'undecided: C?  (C 71 %, B 29 %, 9 samples)';
      expect(await render(format, [targetOf({ nodes: [node(0.71)] })])).toContain(said);
      expect(await render(format, [targetOf({ nodes: [node(0.96)] })])).not.toContain('undecided');
    },
  );
});

describe('partly judged nodes', () => {
  const judged = (...shares: number[]) =>
    targetOf({
      nodes: shares.map((coverage, nth) =>
        gradedNode(3.9, { node: `schemas.tides.tools.no${nth}`, coverage }),
      ),
    });

  it.each(
    inEach({
      json: '"coverage": 0.708',
      html: 'Partly judged: coverage 0.70.',
      md: 'Partly judged, by coverage: `providers/harbour schemas.tides.tools.no0` 0.70',
      junit: 'coverage 0.70',
      sarif: '"least": 0.708',
      badge: 'partly judged, lowest coverage 0.70',
    }),
  )('are named in %s, and no others', async (format, said) => {
    expect(await render(format, [judged(0.708, 1)])).toContain(said);
    expect(await render(format, [judged(1, 1)])).not.toMatch(/partly judged|coverage 0/i);
  });

  it('show that with a failing node, in SARIF', async () => {
    const failing = gradedNode(2.6, { coverage: 0.4 });
    const { results: [result] = [] } = await readSarif([targetOf({ nodes: [failing] })]);
    expect(result?.message.text).toContain(', coverage 0.40');
    expect(result?.properties).toMatchObject({ coverage: 0.4 });
  });

  it('are listed in a comment, the five with the lowest coverage', async () => {
    const shares = [0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.6];
    const told = await render('md', [judged(...shares)]);
    expect([...told.matchAll(/no\d` (0\.\d+)/g)].map(([, share]) => share)).toEqual([
      '0.10',
      '0.20',
      '0.30',
      '0.60',
      '0.70',
    ]);
    expect(told).toContain('0.70 and 2 more');
  });
});

describe('a selection', () => {
  it.each(
    inEach({
      json: '"persona": "decision-maker--harbour-planner"',
      html: 'Read as decision-maker--harbour-planner.',
      md: '`selections/port-calls` read as decision-maker--harbour-planner',
      junit: '<property name="persona" value="decision-maker--harbour-planner"',
      sarif: '"selections/port-calls": "decision-maker--harbour-planner"',
      badge: 'read as decision-maker--harbour-planner',
    }),
  )('says in %s as whom it was read', async (format, said) => {
    const target = targetOf({
      target: 'selections/port-calls',
      flow: 'selection',
      tier: 'group-bound',
      persona: 'decision-maker--harbour-planner',
    });
    expect(await render(format, [target])).toContain(said);
    expect(await render(format, [targetOf()])).not.toMatch(/read as|"persona": "/i);
  });
});

describe('a trial', () => {
  const about = { model: 'local/<small>', askedAt: null, among: 'own', current: false } as const;
  const trial = {
    ...{ ...about, trial: '0123abcd', startedAt: '2026-03-01T10:00:00.000Z', file: 'trials/t.jsonl' },
    success: { rate: 0.75, low: 0.3, high: 0.95, n: 4 },
    selection: { rate: 1, low: 0.51, high: 1, n: 4 },
    outcomes: {} as NonNullable<ReportTarget['trials']>[number]['outcomes'],
    confusion: [{ wanted: 'getPears', chosen: 'getApples', count: 2 }],
  };
  const ofTool = { ...about, tasks: 2, success: 0.5, low: 0.1, high: 0.9, takes: 2, loses: 1 };
  const said =
    '75.0 % of 4 tasks (interval 30.0 % to 95.0 %), of an older version; 2 × getApples instead of getPears';

  // On the page, details of a node are text in an attribute.
  const onNode =
    'Trial with local/&amp;lt;small&amp;gt; (of an older version): 50.0 % of 2 tasks, takes 2, loses 1.';

  it.each<[GradingFormat, string[]]>([
    ['md', [`local/&lt;small&gt;: ${said.replace('(', '\\(').replace(')', '\\)')}`]],
    ['html', [`local/&lt;small&gt;: ${said}`, onNode]],
  ])('stands beside the grades in %s', async (format, lines) => {
    const target = targetOf({ trials: [trial], nodes: [gradedNode(4, { trials: [ofTool] })] });
    const text = await render(format, [target]);
    for (const line of lines) expect(text).toContain(line);
    expect(await render(format, [targetOf()])).not.toMatch(/Trial/);
  });
});

describe('a judge at another address', () => {
  const at = 'http://127.0.0.1:8080';
  const who = `judge 1.0.0 (a-model, asked at ${at})`;
  const target = targetOf({
    nodes: [4, 2.6].map((score, nth) =>
      gradedNode(score, { node: `schemas.tides.tools.no${nth}`, graders: [who], askedAt: [at] }),
    ),
  });

  it.each(
    inEach({
      json: `"askedAt": [`,
      html: `asked at ${at}`,
      md: `Judges were asked at \`${at}\` (2 nodes)`,
      junit: `asked at ${at}`,
      sarif: `asked at ${at}`,
      // It has no room for that.
      badge: '',
    }),
  )('is named in %s', async (format, said) => {
    expect(await render(format, [target])).toContain(said);
    expect(await render(format, [targetOf()])).not.toMatch(/asked at|askedAt/);
  });

  it('is named with every node in JUnit, stable or not', async () => {
    const { testsuite: [suite] = [] } = await readJunit([target]);
    const texts = suite?.testcase?.map((one) => JSON.stringify(one));
    expect(texts?.every((text) => text.includes(`asked at ${at}`))).toBe(true);
  });

  it('is one of the first five in a comment', async () => {
    const origins = Array.from({ length: 7 }, (_, n) => `http://127.0.0.${n}`);
    const many = targetOf({ nodes: [gradedNode(4, { askedAt: origins })] });
    expect(await render('md', [many])).toMatch(/`http:\/\/127\.0\.0\.4` \(one node\) and 2 more/);
  });
});

describe('sarif', () => {
  it('has failures of the gate and findings, each at its place', async () => {
    const { results = [], originalUriBaseIds } = await readSarif([targetOf(), rejectedTarget()]);
    const places = results.map(({ ruleId, level, locations }) => {
      const { physicalLocation: at, logicalLocations } = locations?.[0] ?? {};
      const file = at && `${at.artifactLocation?.uri}:${at.region?.startLine}:${at.region?.startColumn}`;
      return [ruleId, level, file, logicalLocations?.[0]?.fullyQualifiedName];
    });
    expect(places).toEqual([
      [
        'description-promotional',
        'warning',
        'providers/harbour/tides.mjs:14:20',
        'providers/harbour › schemas.tides.tools.listTides',
      ],
      ['grade-below-bar', 'error', 'providers/harbour/tides.mjs:12:5', 'providers/harbour › description'],
      ['grade-pending', 'error', undefined, 'providers/harbour › skills.tides.berth'],
      ['grade-rejected', 'error', undefined, 'selections/ports › selectionAggregate'],
    ]);
    expect(results[1]?.message.text).toContain(
      'C (2.60), description clarity: It does not say in which unit.',
    );
    expect(originalUriBaseIds).not.toHaveProperty('GRADING_ISLAND');
  });

  it('names the island if a place is a snapshot in it', async () => {
    const { results = [], originalUriBaseIds } = await readSarif([foreignTarget('a b.mjs')]);
    const bases = results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation);
    expect(bases).toEqual([
      { uri: 'a%20b.mjs', uriBaseId: 'GRADING_ISLAND' },
      { uri: 'a%20b.mjs', uriBaseId: '%SRCROOT%' },
      { uri: 'a%20b.mjs', uriBaseId: 'GRADING_ISLAND' },
    ]);
    expect(originalUriBaseIds).toHaveProperty('GRADING_ISLAND');
  });

  it('has a rule for each result', async () => {
    const { results = [], tool } = await readSarif([targetOf(), rejectedTarget()]);
    const ids = tool.driver.rules?.map(({ id }) => id) ?? [];
    expect(results.map(({ ruleId, ruleIndex = -1 }) => ids[ruleIndex] === ruleId)).toEqual(
      Array(4).fill(true),
    );
  });

  it('is valid for any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect((await readSarif([foreignTarget(text)])).results).toHaveLength(3);
      }),
    );
  });
});

describe('junit', () => {
  it('cuts the mean of several samples', async () => {
    const [loss] = gradedNode(2.6).losses;
    const losses = loss ? [{ ...loss, score: 8 / 3, reasoning: null }] : [];
    const said = await render('junit', [targetOf({ nodes: [gradedNode(2.6, { losses })] })]);
    expect(said).toContain(': 2.66');
    expect(said).not.toContain('2.666');
  });

  it('fails what fails the gate, and skips nodes that have no grade and fail nothing', async () => {
    const { testsuite = [], ...counts } = await readJunit([targetOf(), rejectedTarget()], [failure]);
    expect(counts).toMatchObject({ tests: 6, failures: 3, errors: 1, skipped: 1 });
    const cases = testsuite.map(({ name, testcase = [] }) => ({
      name,
      cases: testcase.map((one) => [one.name, one.failure?.[0]?.message ?? one.error?.[0]?.message ?? '']),
    }));
    expect(cases).toMatchObject([
      {
        name: 'providers/harbour',
        cases: [
          ['schemas.tides.tools.listTides', ''],
          ['description', 'graded, C 2.60, description clarity: It does not say in which unit.'],
          ['about', ''],
          ['skills.tides.berth', 'pending, no grade, not graded yet'],
        ],
      },
      {
        name: 'selections/ports',
        cases: [['selectionAggregate', 'rejected, rejected, illegal-content: its terms forbid it']],
      },
      { name: 'targets that could not be read' },
    ]);
  });

  it('keeps its structure for any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { testsuite = [] } = await readJunit([foreignTarget(text), targetOf()]);
        expect(testsuite.map(({ testcase }) => testcase?.length)).toEqual([2, 4]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('md', () => {
  it('is one screen for a usual run, the worst first', async () => {
    const said = await render('md', [targetOf(), rejectedTarget()]);
    expect(said.split('\n').length).toBeLessThan(30);
    expect(said).toMatch(/^### Grades: 2 targets, the worst rejected, 1 of 5 nodes stable$/m);
    const rows = said.match(/^\| .*$/gm) ?? [];
    expect(rows[2]).toContain('`selections/ports` | **rejected**');
    expect(said).toContain('illegal-content: its terms forbid it');
    expect(said).toContain('(FND-001) | `providers/harbour/tides.mjs:14:20`');
    expect(said).not.toContain('<details>');
  });

  it('folds the rest, and counts what does not fit into a comment', async () => {
    const nodes = Array.from({ length: 900 }, (_, at) => gradedNode(2, { node: `schemas.a.tools.t${at}` }));
    const said = await render('md', [targetOf({ nodes })]);
    expect(said.length).toBeLessThan(65_536);
    const shown = said.match(/^\| \*\*D\*\*/gm)?.length ?? 0;
    const left = Number(/^(\d+) more nodes do not fit into this comment\.$/m.exec(said)?.[1]);
    expect(shown + left).toBe(900);
  });

  it('has the same table for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, fc.constantFrom(...HOSTILE)), async (text) => {
        const said = await render('md', [foreignTarget(text), targetOf()]);
        const shape = (line: string) => line.replace(/\\.|`[^`]*`/g, '').split('|').length;
        const tables = said.split('\n\n').filter((part) => part.startsWith('|'));
        for (const table of tables) expect(new Set(table.split('\n').map(shape)).size).toBe(1);
        expect(tables).toHaveLength(3);
        // Inside code, nothing is markup.
        expect(said.replace(/`[^`\n]*`/g, '')).not.toMatch(/<(?!\/?(details|summary|sub)>)[a-z!/]/i);
      }),
    );
  });
});

describe('badge', () => {
  it.each<[string, ReportTarget[], string]>([
    ['a grade that is not all of it', [targetOf()], 'C · partial'],
    ['a grade', [targetOf({ status: 'operational', grade: 'B' })], 'B'],
    ['the worst of several', [targetOf({ grade: 'B' }), targetOf({ grade: 'D' })], 'D · partial'],
    ['a veto', [targetOf(), rejectedTarget()], 'rejected'],
    ['what is not graded', [targetOf({ status: 'blocked', grade: null })], 'not graded'],
    ['no target', [], 'not graded'],
  ])('shows %s', async (_, targets, message) => {
    expect(await render('badge', targets)).toContain(`>${message}</text>`);
  });
});

describe('html', () => {
  it('contains foreign texts as text only', async () => {
    for (const text of HOSTILE) {
      const page = await render('html', [foreignTarget(text)]);
      const shown = visibleText(text).replace(/[<>&"']/g, '');
      expect(page).not.toContain('<script>window');
      expect(page.match(/<script>/g)).toHaveLength(1);
      expect(page.length).toBeGreaterThan(shown.length);
    }
  });

  it('puts the worst target first, and names the node that decides it', async () => {
    const good = targetOf({
      target: 'providers/good',
      grade: 'B',
      nodes: [nodeOf({ status: 'stable', grade: 'B' })],
    });
    const page = await render('html', [good, targetOf(), rejectedTarget()]);
    const order = [...page.matchAll(/<details class="card target" data-group="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    expect(order).toEqual(['selections/ports', 'providers/harbour', 'providers/good']);
    expect(page).toContain('Decided by: description.');
  });
});
