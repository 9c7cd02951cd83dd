import type { Finding } from '../../model/finding.js';
import type { Problem } from '../../model/problem.js';
import { formatValuePath } from '../../model/value-path.js';
import { problem } from '../../tables/error-codes.js';
import type { LoadedSchema } from '../load-namespace.js';

/** Tools that can be reached by OAuth only are blocked with that reason; it is no veto (spec 02, grading-rules §4). */
export function refuseOAuth(
  { main, reading }: LoadedSchema,
  findings: readonly Finding[],
): Map<string, Problem> {
  const found = findings.filter(({ id }) => id === 'oauth-only');
  const root = reading.exportName ?? 'main';
  return new Map(
    Object.keys(main.tools ?? {}).flatMap((tool) => {
      const own = `${formatValuePath(root, ['tools', tool])}.`;
      const finding = found.find(({ where }) =>
        isOf(where?.path ?? '', own, `${formatValuePath(root, ['tools'])}`),
      );
      const evidence = String(finding?.args?.evidence ?? '');
      return finding ? [[tool, problem('DPT-111', undefined, { evidence })] as const] : [];
    }),
  );
}

/** Said of this tool, or of the schema as a whole. */
function isOf(path: string, tool: string, tools: string): boolean {
  return path.startsWith(tool) || !path.startsWith(tools);
}
