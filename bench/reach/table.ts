import { countAll } from './causes.js';

/** What the table needs of one tool. */
interface Counted {
  readonly id: string;
  /** Why it stays below the bar, by version of the specification; null: it does not. */
  readonly causes: Readonly<Record<string, string | null>>;
}

interface Counts {
  readonly versions: readonly string[];
  readonly tools: readonly Counted[];
  /** Schemas that the gate refuses, each with the reason. */
  readonly refused: readonly string[];
}

const LABEL = 30;
const COLUMN = 20;

/** How many tools and schemas pass, and why the others do not, most frequent cause first. */
export function renderTable({ versions, tools, refused }: Counts): string {
  const schemas = [...groupBySchema(tools).values()];
  const line = (label: string, cells: readonly string[]) =>
    `${label.padEnd(LABEL)}${cells.map((cell) => cell.padStart(COLUMN)).join('')}`;
  const passing = (version: string) => tools.filter(({ causes }) => causes[version] === null).length;
  const whole = (version: string) =>
    schemas.filter((own) => own.every(({ causes }) => causes[version] === null)).length;
  return [
    `${tools.length} tools in ${schemas.length} schemas; refused by the gate: ${refused.length}`,
    '',
    line('', versions),
    line(
      'tools that pass',
      versions.map((version) => share(passing(version), tools.length)),
    ),
    line(
      'schemas whose tools all pass',
      versions.map((version) => share(whole(version), schemas.length)),
    ),
    ...versions.flatMap((version) => renderCauses(version, tools)),
    ...(refused.length > 0 ? ['', 'refused', ...countAll(refused).map(causeLine)] : []),
  ].join('\n');
}

function renderCauses(version: string, tools: readonly Counted[]): string[] {
  const causes = countAll(tools.flatMap(({ causes }) => causes[version] ?? []));
  return causes.length === 0 ? [] : ['', `below the bar of ${version}`, ...causes.map(causeLine)];
}

function causeLine([cause, count]: readonly [string, number]): string {
  return `${String(count).padStart(6)}  ${cause}`;
}

function share(count: number, of: number): string {
  return of === 0 ? '0' : `${count} (${((count / of) * 100).toFixed(1)} %)`;
}

function groupBySchema(tools: readonly Counted[]): Map<string, Counted[]> {
  const groups = new Map<string, Counted[]>();
  for (const tool of tools) {
    const schema = tool.id.slice(0, tool.id.lastIndexOf('.'));
    groups.set(schema, [...(groups.get(schema) ?? []), tool]);
  }
  return groups;
}
