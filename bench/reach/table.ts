import { countAll } from './causes.js';

/** What the table needs of one tool. */
interface Counted {
  readonly id: string;
  readonly working: number;
  readonly isParameterless: boolean;
  /** Why it stays below the bar, by version of the specification; null: it does not. */
  readonly causes: Readonly<Record<string, string | null>>;
}

interface CountedStep {
  readonly step: string;
  readonly tools: readonly Counted[];
  /** Schemas that the gate refuses, each with the reason. */
  readonly refused: readonly string[];
}

interface Counts {
  readonly versions: readonly string[];
  /** The catalogue as it is, then after each step. */
  readonly steps: readonly [CountedStep, ...CountedStep[]];
}

const LABEL = 44;
const COLUMN = 22;

/**
 * How many tools and schemas pass at each step, what is left after the last one, and why tools do not pass as they are,
 * most frequent cause first.
 */
export function renderTable({ versions, steps }: Counts): string {
  const [start] = steps;
  const last = steps.at(-1) ?? start;
  const row = (label: string, cell: (version: string) => string) =>
    `${label.padEnd(LABEL)}${versions.map((version) => cell(version).padStart(COLUMN)).join('')}`;
  const rows = (title: string, count: (step: CountedStep, version: string) => string) => [
    ...['', title],
    ...steps.map((step) => row(`  ${step.step}`, (version) => count(step, version))),
  ];
  const left = (version: string) => last.tools.filter(({ causes }) => causes[version] !== null);
  const byHand = (version: string) => left(version).filter(({ working }) => working > 0);
  return [
    `${start.tools.length} tools in ${groupBySchema(start.tools).size} schemas; refused by the gate: ${start.refused.length}`,
    '',
    row('', (version) => version),
    ...rows('tools that pass', ({ tools }, version) =>
      share(tools.filter(passes(version)).length, tools.length),
    ),
    ...rows('schemas whose tools all pass', ({ tools }, version) => {
      const schemas = [...groupBySchema(tools).values()];
      return share(schemas.filter((own) => own.every(passes(version))).length, schemas.length);
    }),
    ...['', `left ${last.step}`],
    row('  no test works', (version) => String(left(version).length - byHand(version).length)),
    row('  tests have to be written', (version) => String(byHand(version).length)),
    row('    of tools without parameters', (version) =>
      String(byHand(version).filter(({ isParameterless }) => isParameterless).length),
    ),
    ...versions.flatMap((version) => renderCauses(version, start.tools)),
    ...(start.refused.length > 0 ? ['', 'refused', ...countAll(start.refused).map(causeLine)] : []),
  ].join('\n');
}

function passes(version: string): (tool: Counted) => boolean {
  return ({ causes }) => causes[version] === null;
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
