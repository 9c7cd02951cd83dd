import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { Finding } from '../rules/finding.js';
import { formatValuePath } from '../values/value-path.js';
import type { LoadedSchema } from './load-namespace.js';

/**
 * Tools of a schema that must not be run in any case, and why: those of a schema whose handlers write to main (decision
 * 0068), and those that can only be reached by OAuth, which is not a veto (spec 02, grading-rules §4).
 */
export function refuseTests(schema: LoadedSchema, findings: readonly Finding[]): Map<string, Problem> {
  return new Map([...refuseOAuth(schema, findings), ...refuseWriting(schema)]);
}

/** Why a snapshot of an earlier version is not tested. */
export function writingProblem(path: string): Problem {
  return problem('SRC-010', undefined, { what: 'handler code', path });
}

function refuseWriting({ main, writesTo }: LoadedSchema): [string, Problem][] {
  if (!writesTo) return [];
  const found = writingProblem(writesTo);
  return Object.keys(main.tools ?? {}).map((tool) => [tool, found]);
}

function refuseOAuth({ main, reading }: LoadedSchema, findings: readonly Finding[]): [string, Problem][] {
  const found = findings.filter(({ id }) => id === 'oauth-only');
  const root = reading.exportName ?? 'main';
  return Object.keys(main.tools ?? {}).flatMap((tool): [string, Problem][] => {
    const own = `${formatValuePath(root, ['tools', tool])}.`;
    const finding = found.find(({ where }) =>
      isOf(where?.path ?? '', own, `${formatValuePath(root, ['tools'])}`),
    );
    const evidence = String(finding?.args?.evidence ?? '');
    return finding ? [[tool, problem('DPT-111', undefined, { evidence })]] : [];
  });
}

/** Checks whether a finding is about this tool, or about the schema as a whole. */
function isOf(path: string, tool: string, tools: string): boolean {
  return path.startsWith(tool) || !path.startsWith(tools);
}
