import { readTrusted } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listSnapshots } from '../island/list-namespace.js';
import { namespaceFolder, snapshotFolder } from '../island/logic/paths.js';
import { findAll } from '../rules/find.js';
import type { EndpointBaseline, Finding } from '../rules/finding.js';
import { baselineFile } from '../spec/baselines.js';
import type { SchemaFacts } from '../spec/facts.js';
import type { LoadedAbout, LoadedSchema, LoadedSkill } from '../target/load-namespace.js';
import { formatSnapshotName } from '../target/logic/names.js';

/** A namespace with all material in which code looks for findings. */
export interface NamespaceContent {
  readonly namespace: string;
  readonly schemas: ReadonlyMap<string, LoadedSchema>;
  readonly about: LoadedAbout | null;
  readonly skills: readonly LoadedSkill[];
  readonly baseline: EndpointBaseline | null;
}

/** The endpoints that the provider documents, as last recorded; null if they never were. */
export function readBaselineSnapshot(island: Island, namespace: string): EndpointBaseline | null {
  const folder = namespaceFolder(namespace);
  const newest = listSnapshots(island, folder, 'baseline').at(-1);
  return newest ? readTrusted(island, `${folder}/${formatSnapshotName(newest)}`, baselineFile) : null;
}

/**
 * Findings of every schema. What concerns the namespace as a whole – its skills, its About, endpoints nobody implements
 * – is reported once, with the first schema.
 *
 * @param facts what the pretest found out about each schema
 */
export function findOfNamespace(
  content: NamespaceContent,
  facts: ReadonlyMap<string, SchemaFacts>,
): Map<string, Finding[]> {
  const { namespace, schemas, about, skills, baseline } = content;
  const names = [...schemas.keys()].sort();
  return new Map(
    [...schemas.values()].map((schema) => {
      const isFirst = schema.schema === names[0];
      const known = facts.get(schema.schema);
      const found = findAll({
        namespace,
        file: `${snapshotFolder(namespace, schema.schema)}/${schema.snapshot.file}`,
        reading: schema.reading,
        code: schema.code,
        terms: known?.terms ?? null,
        remarks: Object.entries(known?.tools ?? {}).flatMap(([tool, { remarks = [] }]) =>
          remarks.map((remark) => ({ tool, ...remark })),
        ),
        about,
        skills: isFirst ? skills.map(toSkillText) : [],
        baseline: isFirst && baseline ? { ...baseline, elsewhere: endpointsBeside(schema, schemas) } : null,
      });
      return [schema.schema, found];
    }),
  );
}

function toSkillText({ file, source, reading }: LoadedSkill) {
  const at = reading.locate(['content']);
  return {
    name: source.name,
    content: source.content,
    resources: source.requires?.resources ?? [],
    file,
    ...(at && { at }),
  };
}

function endpointsBeside(own: LoadedSchema, schemas: ReadonlyMap<string, LoadedSchema>) {
  return [...schemas.values()]
    .filter((schema) => schema !== own)
    .flatMap(({ main }) =>
      Object.values(main.tools ?? {}).map(({ method, path }) => ({
        method,
        path: `${main.root ?? ''}${path}`,
      })),
    );
}
