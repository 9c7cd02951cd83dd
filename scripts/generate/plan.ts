import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { filesBelow, ROOT } from '../source-files.js';
import { renderApiPage } from './api-page.js';
import { BOOKS, renderBookRegistry } from './book-registry.js';
import { renderDependenciesPage } from './dependencies-page.js';
import { renderErrorCodesPage } from './error-codes-page.js';
import { renderFindingsPage, renderSelectionFindingsPage } from './findings-page.js';
import { buildJsonSchemas } from './json-schemas.js';
import { folderOf, renderLintPages } from './lint-pages.js';
import { renderQuestionsPage } from './questions-page.js';
import { renderReaderVersion } from './reader-version.js';
import { QUESTIONS, renderDeterministicRegistry, renderRegistry } from './registry.js';
import { renderReviewPage } from './review-page.js';
import {
  FINDINGS,
  GATES,
  type Gate,
  LINT_RULE_SETS,
  renderFindingRegistry,
  renderGateRegistry,
  renderLintRegistry,
  renderSelectionFindingRegistry,
  SELECTION_FINDINGS,
} from './rule-registries.js';
import { renderTestsPage } from './tests-page.js';

/** One file to write, relative to the root. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Imports and a list of the questions. */
export function planRegistry(): GeneratedFile {
  return {
    path: `${QUESTIONS}/registry.generated.ts`,
    text: renderRegistry(listQuestionFiles().map(inFolder)),
  };
}

/** The layers of the rule books. */
export function planBookRegistry(): GeneratedFile {
  const files = filesBelow(BOOKS).filter((file) => file.endsWith('.ts'));
  return {
    path: `${BOOKS}/registry.generated.ts`,
    text: renderBookRegistry(files.map((file) => file.slice(BOOKS.length + 1))),
  };
}

/** The questions that code answers. */
export function planDeterministicRegistry(): GeneratedFile {
  const files = listQuestionFiles().filter((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8').includes('defineDeterministicQuestion('),
  );
  return {
    path: `${QUESTIONS}/deterministic.generated.ts`,
    text: renderDeterministicRegistry(files.map(inFolder)),
  };
}

function listQuestionFiles(): readonly string[] {
  return filesBelow(QUESTIONS).filter((file) => inFolder(file).includes('/'));
}

function inFolder(file: string): string {
  return file.slice(QUESTIONS.length + 1);
}

/** For each gate, the files in its folder that define a rule. */
export function planGateRegistries(): GeneratedFile[] {
  return (Object.keys(GATES) as Gate[]).map((gate) => {
    const rules = filesBelow(GATES[gate])
      .filter((file) => readFileSync(`${ROOT}${file}`, 'utf8').includes('export const rule = define'))
      .map((file) => file.slice(GATES[gate].length + 1));
    return { path: `${GATES[gate]}/registry.generated.ts`, text: renderGateRegistry(gate, rules) };
  });
}

/** Imports and a sorted list of the finding rules. */
export function planFindingRegistry(): GeneratedFile {
  return planRules(FINDINGS, renderFindingRegistry);
}

/** Imports and a sorted list of the finding rules for selections. */
export function planSelectionFindingRegistry(): GeneratedFile {
  return planRules(SELECTION_FINDINGS, renderSelectionFindingRegistry);
}

/** One registry for each folder of lint rules. */
export function planLintRegistries(): GeneratedFile[] {
  const sets = readdirSync(`${ROOT}${LINT_RULE_SETS}`, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && existsSync(`${ROOT}${LINT_RULE_SETS}/${entry.name}/rule-set.ts`),
    )
    .map(({ name }) => name)
    .sort();
  return sets.map((name) =>
    planRules(`${LINT_RULE_SETS}/${name}`, (files) => renderLintRegistry(name, files)),
  );
}

function planRules(folder: string, render: (files: readonly string[]) => string): GeneratedFile {
  const files = filesBelow(folder).map((file) => file.slice(folder.length + 1));
  return { path: `${folder}/registry.generated.ts`, text: render(files) };
}

/** The catalogue of code tests, from the test files on disk. */
export function planTestCatalogue(): GeneratedFile {
  const folders = ['scripts', ...readdirSync(`${ROOT}packages`).map((name) => `packages/${name}/test`)];
  const files = folders
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') }));
  return { path: 'docs/catalog/tests.md', text: renderTestsPage(files) };
}

/** Pages and schemas, made from the sources as imported now. */
export async function planDocuments(): Promise<GeneratedFile[]> {
  const { areas } = await import('../../packages/core/src/questions/areas.js');
  const { policies } = await import('../../packages/core/src/questions/policies.js');
  const { questions } = await import('../../packages/core/src/questions/registry.generated.js');
  const { textOf } = await import('../../packages/core/src/questions/question.js');
  const { DEFAULT_BOOK, onlyAskedBy } = await import('../../packages/core/src/spec/books/registered.js');
  const { findings } = await import('../../packages/core/src/rules/findings/registry.generated.js');
  const { selectionFindings } = await import(
    '../../packages/core/src/rules/selection-findings/registry.generated.js'
  );
  const lintRuleSets = await import('../../packages/core/src/rules/mcp/rule-sets.js');
  const { measureRules, renderMeasured } = await import('./measure-lint.js');
  const measured = lintRuleSets.ruleSets.flatMap((set) =>
    set.kind === 'points'
      ? []
      : [
          {
            id: set.id,
            path: `${LINT_RULE_SETS}/${folderOf(set)}/measured.generated.ts`,
            rows: measureRules(set),
          },
        ],
  );
  const { errorCodes } = await import('../../packages/core/src/problems/error-codes.js');
  const { documentShapes } = await import('./document-shapes.js');
  const { buildAreaSchemas } = await import('./area-schemas.js');
  const worded = questions.map((one) => ({
    ...one,
    text: textOf(one, DEFAULT_BOOK.grading),
    askedBy: onlyAskedBy(one.id),
  }));
  const reference = await import('../../packages/core/test/api/reference/all.js');
  const apiPage = readFileSync(`${ROOT}docs/api.md`, 'utf8');
  const calls = { calls: reference.referenceCalls, leftOut: reference.leftOut };
  return [
    { path: 'docs/catalog/questions.md', text: renderQuestionsPage({ areas, questions: worded, policies }) },
    planTestCatalogue(),
    { path: 'docs/dependencies.md', text: renderDependenciesPage() },
    { path: 'packages/cli/src/review/page.generated.ts', text: await renderReviewPage() },
    { path: 'packages/core/src/island/reader-version.generated.ts', text: await renderReaderVersion() },
    { path: 'docs/api.md', text: renderApiPage(apiPage, calls) },
    { path: 'docs/catalog/error-codes.md', text: renderErrorCodesPage(errorCodes) },
    { path: 'docs/catalog/findings.md', text: renderFindingsPage(findings) },
    {
      path: 'docs/catalog/selection-findings.md',
      text: renderSelectionFindingsPage(selectionFindings),
    },
    ...measured.map(({ path, rows }) => ({ path, text: renderMeasured(rows) })),
    ...renderLintPages({
      ...lintRuleSets,
      measured: Object.fromEntries(measured.map(({ id, rows }) => [id, rows])),
    }),
    ...buildJsonSchemas(documentShapes),
    ...buildAreaSchemas({ areas, questions }),
  ];
}

/** Files whose content on disk differs. */
export function listStale(files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ path, text }) => {
    const file = `${ROOT}${path}`;
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
}
