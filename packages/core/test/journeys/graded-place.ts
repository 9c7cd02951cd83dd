import type { AuditLine } from '../../src/island/logic/audit.js';
import type { EmitOptions } from '../../src/runs/options.js';
import { canonicalJson, sha256 } from '../../src/spec/hash.js';
import type { NamespaceIndex } from '../../src/spec/index-file.js';
import { deriveNamespace } from '../../src/target/rebuild/derive-namespace.js';
import { fillScores } from './filled-scores.js';
import { pathsOf } from './island-tree.js';
import { schemaText, toolAt } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

/** The life of a provider: imported, graded, changed, graded again, each step some time after the previous one. */

const ABOUT =
  '# Demo\n\nItems of a demonstration API, for schema maintainers.\n\n## Limitations\n\n- Read only.\n';

/** Two schemas with one tool each; `alpha` declares the About. */
export function aboutSources(): Record<string, Record<string, string>> {
  return { demo: { 'alpha.mjs': alphaText(), 'beta.mjs': oneTool('beta') } };
}

/** `alpha`, which declares the About. */
export function alphaText(description = 'Items of the alpha part.', about = ABOUT): string {
  return schemaText({
    name: 'alpha',
    description,
    tools: { getItems: toolAt('/ok') },
    resources: { about },
  });
}

/** A schema with one tool. */
export function oneTool(name: string, description = `Items of the ${name} part.`, path = '/ok'): string {
  return schemaText({ name, description, tools: { getItems: toolAt(path) } });
}

export async function openImported(
  origin: string,
  sources: Record<string, Record<string, string>>,
): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace(sources);
  place.origin = origin;
  const { errors } = await place.import();
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  place.wait();
  return place;
}

/** Imported and graded twice, so that the About is stable too. */
export async function openOperational(origin: string): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(origin, aboutSources());
  await grade(place);
  await grade(place);
  if (place.index().status !== 'operational') throw new Error(JSON.stringify(place.index(), null, 2));
  return place;
}

type Filled = Parameters<typeof fillScores>[1];

/** One run from its prompts to its entries, without time passing in between. */
export async function gradeAtOnce(place: Workplace, options: Partial<EmitOptions> = {}, filled: Filled = {}) {
  const { results } = await place.emit('demo', options);
  const [emitted] = results;
  if (!emitted?.taskId) throw new Error(`nothing was emitted: ${JSON.stringify(results)}`);
  const scores = fillScores(place.prompts(), { at: place.now.toISOString(), ...filled });
  const consumed = await place.consume(scores);
  if (consumed.errors.length > 0) throw new Error(JSON.stringify(consumed.errors));
  return { emitted, asked: place.prompts().prompts.map(({ id }) => id) };
}

export async function grade(place: Workplace, options: Partial<EmitOptions> = {}, filled: Filled = {}) {
  const done = await gradeAtOnce(place, options, filled);
  place.wait();
  return done;
}

/** Questions of the next run; empty if it asks nothing. */
export async function askedIds(place: Workplace, options: Partial<EmitOptions> = {}): Promise<string[]> {
  const { results } = await place.emit('demo', { onConflict: 'overwrite', ...options });
  return results[0]?.taskId ? place.prompts().prompts.map(({ id }) => id) : [];
}

/** Changes a source and imports the provider again; missing parts may be retired. */
export async function change(place: Workplace, files: Record<string, string | null>): Promise<void> {
  place.wait();
  for (const [name, text] of Object.entries(files)) {
    if (text === null) await place.fixture.rm(`demo/${name}`);
    else await place.write(`demo/${name}`, text);
  }
  const { errors } = await place.import('demo', { retire: true });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  place.wait();
}

/**
 * The index after three more rebuilds, an hour apart. Each of them, and a rebuild from scratch, must give the same
 * index.
 */
export async function rebuiltThrice(place: Workplace): Promise<NamespaceIndex> {
  const indexes: NamespaceIndex[] = [];
  for (const _ of [1, 2, 3]) {
    place.wait(3600);
    await place.rebuild();
    indexes.push(place.index());
  }
  indexes.push(
    deriveNamespace({ island: place.island(), namespace: 'demo', now: place.now, reuse: false }).index,
  );
  const [first, ...others] = indexes.map((index) => JSON.stringify(index));
  if (others.some((other) => other !== first)) throw new Error(`rebuilds differ:\n${indexes.join('\n')}`);
  return indexes[0] as NamespaceIndex;
}

/** Paths of a node's entries, oldest first if they have the same persona. */
export function entriesIn(place: Workplace, folder: string): string[] {
  return pathsOf(place.tree(), `providers/demo/${folder}${folder === '' ? '' : '/'}_gradings/`);
}

/**
 * Rewrites the journal as an earlier version without such lines would have written it: complete, but without these
 * lines.
 */
export async function forgetLines(
  place: Workplace,
  kinds: readonly AuditLine['kind'][],
  folder = 'providers/demo',
): Promise<void> {
  const written = (place.island().readText(`${folder}/audit.jsonl`) ?? '').split('\n').filter(Boolean);
  const lines = written.map((line): AuditLine => JSON.parse(line));
  const left = lines.filter(({ kind }) => !kinds.includes(kind));
  if (left.length === lines.length) throw new Error(`the journal has no line of ${kinds}`);
  let text = '';
  let previous: string | null = null;
  for (const [at, line] of left.entries()) {
    const sealed = canonicalJson({ ...line, seq: at + 1, previous });
    previous = sha256(sealed);
    text += `${sealed}\n`;
  }
  await place.write(`island/${folder}/audit.jsonl`, text);
}
