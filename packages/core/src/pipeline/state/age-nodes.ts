import { ageAnswers } from '../../engine/ageing.js';
import { parseEntryName, sortByTime } from '../../engine/names.js';
import { isGraded } from '../../engine/roll-up.js';
import { readJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { namespaceFolder } from '../../island/paths.js';
import type { EntryAnswer, GradingEntry } from '../../model/entry.js';
import type { IndexNode, NamespaceIndex } from '../../model/index-file.js';
import { isRecord } from '../../model/is-record.js';
import { isWholeEntry } from '../../model/whole-entry.js';
import { gradingSystem } from '../../tables/grading-system-1.0.0.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * An index with what has aged by now, and not by the day it was written. Only tools and an About have answers that age.
 * Entries are looked at by hand, and questions looked up only where an answer is old enough, for this has to start fast.
 */
export async function ageIndex(island: Island, index: NamespaceIndex, now: Date): Promise<NamespaceIndex> {
  const age = (node: IndexNode) => ageNode(island, namespaceFolder(index.namespace), node, now);
  const schemas = Object.entries(index.schemas).map(async ([schema, node]) => {
    const tools = Object.entries(node.tools).map(async ([tool, own]) => [tool, await age(own)] as const);
    return [schema, { ...node, tools: Object.fromEntries(await Promise.all(tools)) }] as const;
  });
  return {
    ...index,
    about: await age(index.about),
    schemas: Object.fromEntries(await Promise.all(schemas)),
  };
}

async function ageNode(island: Island, base: string, node: IndexNode, now: Date): Promise<IndexNode> {
  const answers =
    isGraded(node.status) && node.ref !== undefined ? await decidingAnswers(island, base, node.ref) : null;
  if (!answers) return node;
  const { stale: _, agedScore: __, ...rest } = node;
  const oldest = Math.min(...answers.map(({ timestamp }) => Date.parse(timestamp)));
  if (now.getTime() - oldest <= gradingSystem.ageingDays.api * DAY) return rest;
  const { questionById } = await import('../../catalogue/lookup.js');
  const aged = ageAnswers(answers, (id) => questionById(id)?.ageing ?? null, now);
  return { ...rest, ...(aged && { stale: aged.stale, agedScore: aged.agedScore }) };
}

/**
 * Answers of the newest full entry, which may be older than the newest one.
 *
 * @param ref newest entry of the node, relative to `base`
 */
async function decidingAnswers(
  island: Island,
  base: string,
  ref: string,
): Promise<readonly EntryAnswer[] | null> {
  const [newest = '', gradings, ...above] = ref.split('/').reverse();
  const node = above.reverse().join('/');
  const folder = `${base}/${node}/${gradings}`;
  const names = island.listFiles(folder).flatMap((file) => parseEntryName(file) ?? []);
  for (const { file } of sortByTime(names).reverse()) {
    const parsed = readJson(island, `${folder}/${file}`);
    const value = parsed && 'value' in parsed ? parsed.value : null;
    // A partial one decides nothing, and what is no JSON is passed over by a rebuild too.
    if (!isRecord(value) || value.gradingMode !== 'full') continue;
    if (isWholeEntry(value)) return value.gradings;
    // A quick look leaves a doubt: read them as a rebuild does, with a parser that the others do without.
    const { readNodeEntries } = await import('../../island/read-namespace.js');
    const areas = parseEntryName(newest)?.area;
    const isFull = ({ gradingMode }: GradingEntry) => gradingMode === 'full';
    const { entries } = readNodeEntries(island, base, node, areas ? [areas] : [], isFull);
    return entries.findLast(({ mode }) => mode === 'full')?.answers ?? null;
  }
  return null;
}
