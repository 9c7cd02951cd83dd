import type { Problem, Severity } from '@flowmcp/grading-core/commands';
import type { EditOptions } from '@flowmcp/grading-core/features/edit/run';
import { type ValidateResult, validateSources } from '@flowmcp/grading-core/features/import/validate';
import { listRemedies } from '../edit/remedies.js';
import { schemasSpecOf } from '../options/named-rules.js';
import type { RulesFlags } from '../options/rules-option.js';
import { counted } from '../terminal/layout.js';
import { printResult, printTalk } from '../terminal/output.js';
import { formatMany, withSummary } from '../terminal/problem-groups.js';
import { runAction } from '../terminal/run-action.js';

export interface ValidateFlags extends RulesFlags {
  readonly strict?: boolean;
  readonly evaluate?: 'sandbox';
  readonly details?: boolean;
  readonly json?: boolean;
}

/** `flowmcp validate`: the problems it finds are its result. */
export function validatePaths(paths: readonly string[], flags: ValidateFlags) {
  const { strict = false, evaluate, details, json } = flags;
  let schemasSpec: EditOptions['schemasSpec'];
  return runAction({
    json,
    run: async () => {
      schemasSpec = schemasSpecOf(flags);
      const result = await validateSources({ paths, strict, evaluate, schemasSpec });
      return withSummary(result, allProblems(result));
    },
    show: async (result, asItIs) => {
      const { results } = result;
      const problems = results.flatMap((file) => file.problems);
      const all = allProblems(result);
      const count = (severity: Severity) => all.filter((found) => found.severity === severity).length;
      const checked = results.filter(({ skipped }) => !skipped);
      const good = checked.filter(({ status }) => status).length;
      const left = results.length - checked.length;
      const sum = [
        counted(count('error'), 'error'),
        counted(count('warning'), 'warning'),
        ...(count('info') > 0 ? [counted(count('info'), 'note')] : []),
      ].join(', ');
      const head = `${good} of ${counted(checked.length, 'file is', 'files are')} valid`;
      const skipped = left > 0 ? `, ${left} skipped` : '';
      printResult(
        [
          ...(problems.length > 0 ? [formatMany(problems, { details }), ''] : []),
          `${head}${skipped}; ${sum}`,
        ].join('\n'),
      );
      for (const line of await listRemedies(allProblems(asItIs), {
        paths,
        schemasSpec,
        rules: flags.rules,
      }))
        printTalk(line);
    },
    notShown: besideFiles,
  });
}

function allProblems(result: ValidateResult): Problem[] {
  return [...result.results.flatMap((file) => file.problems), ...besideFiles(result)];
}

/**
 * Problems that concern no single file: a path without schemas, several namespaces in a folder, a broken
 * list.
 */
function besideFiles({ results, errors }: ValidateResult): Problem[] {
  const ofFiles = new Set(results.flatMap((result) => result.problems));
  return errors.filter((found) => !ofFiles.has(found));
}
