import { cpus, release, totalmem, type } from 'node:os';
import { causes } from './causes.js';
import type { Row } from './measure/measure-all.js';
import type { Size } from './sizes.js';
import { isMet, markdownTable } from './table.js';

/** Facts that a reader of the table needs. */
export interface Circumstances {
  readonly sizes: readonly Size[];
  /** Number of runs at each size, then the number of start-ups. */
  readonly runs: readonly number[];
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly measuredAt: Date;
}

/** The text of bench/results.md. */
export function renderResults(rows: readonly Row[], circumstances: Circumstances): string {
  return `# Results

Written by \`npm run bench\`. How to read it: [README.md](README.md).

${describeMachine(circumstances)}

${describeSizes(circumstances.sizes)}

${markdownTable(rows)}

${describeMisses(rows)}
`;
}

function describeMachine({ runs, loadBefore, loadAfter, measuredAt }: Circumstances): string {
  const [processor] = cpus();
  return [
    `- ${measuredAt.toISOString().slice(0, 10)}, node ${process.version}, ${type()} ${release().split('-')[0]}`,
    `- ${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `- load of the machine ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after; shared with other work where it is above 1`,
    `- runs, each in turn with its floor: ${runs.join(', ')} at the sizes and of start-ups`,
  ].join('\n');
}

function describeSizes(sizes: readonly Size[]): string {
  const head = '| size | namespaces | schemas | tools | entries | big namespace | dev grade | servers |';
  const rule = '|---|--:|--:|--:|--:|--:|--:|--:|';
  const made = sizes.filter(({ factor }) => factor !== null);
  const lines = made.map((size) => {
    const schemas = size.namespaces * size.schemasPerNamespace;
    const tools = schemas * size.toolsPerSchema;
    const entries = 3 * (schemas + tools) + 10 * size.namespaces;
    const cells = [size.name, size.namespaces, schemas, tools, entries, `${size.deepSchemas} schemas`];
    return `| ${[...cells, `${size.protocolSchemas} schemas`, size.servers].join(' | ')} |`;
  });
  const others = sizes.filter(({ factor }) => factor === null).map(describeUngraded);
  return [[head, rule, ...lines].join('\n'), ...others].join('\n\n');
}

function describeUngraded({
  name,
  namespaces,
  schemasPerNamespace,
  toolsPerSchema,
  catalogue,
}: Size): string {
  const schemas = namespaces * schemasPerNamespace;
  const content =
    catalogue === undefined
      ? `${namespaces} namespaces, ${schemas} schemas, ${schemas * toolsPerSchema} tools`
      : 'a folder of provider folders that somebody else wrote';
  return `${name}: ${content}; imported, and not graded.`;
}

function describeMisses(rows: readonly Row[]): string {
  const missed = rows.filter((row) => row.targets.some((target) => !isMet(target, row)));
  if (missed.length === 0) return 'Every target is met.';
  const lines = [...new Set(missed.map(({ id }) => id))].map((id) => {
    const rowsOf = missed.filter((row) => row.id === id);
    const sizes = rowsOf.flatMap(({ size }) => (size ? [size.name] : [])).join(', ');
    const place = [rowsOf[0]?.title, sizes].filter(Boolean).join(', ');
    return `- **${place}**: ${causes[id] ?? 'the cause is not known'}`;
  });
  return `## Departures from targets\n\n${lines.join('\n')}`;
}
