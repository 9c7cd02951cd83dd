import { freezeNamespace } from '../../engine/lock-snapshot.js';
import { isCandidate, type Subject, selectSubjects, subjectsOf } from '../../engine/subjects.js';
import { formatJson, readDocument, readTrusted } from '../../island/documents.js';
import { FILE_NAMES, namespaceFolder } from '../../island/paths.js';
import type { LockSnapshot } from '../../model/index-file.js';
import { type PromptsFile, promptsFile } from '../../model/prompts.js';
import type { KeyDomainVerdict } from '../../model/question.js';
import { type StateFile, stateFile } from '../../model/state.js';
import { fatal } from '../../tables/error-codes.js';
import { interruptedError } from '../consume/interrupted.js';
import { type LoadedSchema, loadSchema } from '../load-namespace.js';
import { type DerivedNamespace, deriveNamespace, rebuildNamespace } from '../rebuild.js';
import type { Target } from '../targets.js';
import { type EmitOptions, type EmittedTarget, type RaisedVeto, runKey } from './options.js';
import { judgeKeys, raiseVetoes } from './raise-vetoes.js';
import { type EmitSurroundings, emptyResult, type RunContext, type TestedTools } from './run-context.js';
import { testSchema } from './run-pretests.js';
import { writeRun } from './write-run.js';

/** Emits the prompts of one namespace, or continues the run that is open. */
export async function emitNamespace(
  options: EmitOptions,
  surroundings: EmitSurroundings,
  target: Target,
): Promise<EmittedTarget> {
  const { island } = options;
  const now = (options.now ?? (() => new Date()))();
  const folder = namespaceFolder(target.namespace);
  const state = readTrusted(island, `${folder}/${FILE_NAMES.state}`, stateFile);
  if (state?.status === 'consuming') throw interruptedError(island, folder, state, target.name);
  const before = deriveNamespace({ island, namespace: target.namespace, now });
  const context: RunContext = {
    options,
    surroundings,
    target,
    folder,
    now,
    key: runKey(options, target, before),
  };
  const open = state && openPrompts(context, state);
  if (open && options.onConflict === 'abort') {
    throw fatal(
      'RUN-001',
      { file: `${folder}/${FILE_NAMES.state}` },
      { taskId: open.taskId, target: target.name },
    );
  }
  if (open && options.onConflict !== 'overwrite' && state?.runKey === context.key) {
    return continuedRun(context, open, before);
  }
  const wanted = wantedSubjects(before, options, target);
  if (wanted.length > 0) return beginRun(context, { before, wanted, previous: state });
  // An emit that was stopped may have left vetoes that the index does not show yet.
  const { problems } = rebuildNamespace({ island, namespace: target.namespace, now });
  return { ...emptyResult(target), nothingDue: true, warnings: problems };
}

/** A new run: vetoes, tests, the frozen members, then the prompts of what nothing stands in the way of. */
async function beginRun(
  context: RunContext,
  {
    before,
    wanted,
    previous,
  }: { before: DerivedNamespace; wanted: readonly Subject[]; previous: StateFile | null },
): Promise<EmittedTarget> {
  const { options, target, now } = context;
  const { island } = options;
  const candidates = withoutStopped(before, wanted);
  const schemas = loadSchemas(context, before);
  const verdicts = new Map([...schemas].map(([name, schema]) => [name, judgeKeys(target.namespace, schema)]));
  const lockSnapshot = freezeNamespace({
    index: before.index,
    namespaceHash: before.namespaceHash,
    versions: new Map(before.outline.schemas.map(({ schema, version }) => [schema, version])),
    now,
  });
  const vetoes = vetoForeignKeys(context, before, schemas, verdicts);
  const tested = await testTools(context, { before, candidates, schemas, vetoed: vetoedSchemas(verdicts) });
  writeLockSnapshot(context, lockSnapshot);
  const after = rebuildNamespace({ island, namespace: target.namespace, now, lockSnapshot });
  const due = dueSubjects(after, candidates, vetoedSchemas(verdicts));
  return writeRun(context, { after, due, candidates, vetoes, schemas, verdicts, tested, previous });
}

/** The prompts of a run that waits for its scores; null when its files do not belong together. */
function openPrompts({ options, folder }: RunContext, state: StateFile): PromptsFile | null {
  if (state.status !== 'prompts-emitted') return null;
  const parsed = readDocument(options.island, `${folder}/${FILE_NAMES.prompts}`, promptsFile);
  return parsed && 'value' in parsed && parsed.value.taskId === state.taskId ? parsed.value : null;
}

function continuedRun(
  { options, folder, target }: RunContext,
  open: PromptsFile,
  derived: DerivedNamespace,
): EmittedTarget {
  const wanted = new Set(
    withoutStopped(derived, wantedSubjects(derived, options, target)).map(({ node }) => node),
  );
  return {
    ...emptyResult(target),
    taskId: open.taskId,
    promptsPath: `${folder}/${FILE_NAMES.prompts}`,
    statePath: `${folder}/${FILE_NAMES.state}`,
    promptCount: open.prompts.length,
    pretests: open.pretests,
    blocked: derived.index.blockers.filter(({ node }) => wanted.has(node)),
    skippedAreas: open.skippedAreas,
    gatedAreas: open.gatedAreas,
    skipped: true,
    warnings: derived.problems,
  };
}

/** What is due in the part of the target that was named. */
function wantedSubjects(
  { index, namespaceHash }: DerivedNamespace,
  options: EmitOptions,
  { scope }: Target,
): Subject[] {
  const inPart = selectSubjects(subjectsOf(index, namespaceHash), { scope, areas: options.areas ?? null });
  return inPart.filter((subject) => isCandidate(subject, options.scope ?? 'pending'));
}

/** A veto for this very content stops everything of its schema. */
function withoutStopped({ index, namespaceHash }: DerivedNamespace, subjects: readonly Subject[]): Subject[] {
  const vetoed = subjectsOf(index, namespaceHash).filter(
    ({ status, hash }) => status.status === 'rejected' && status.boundTo === hash,
  );
  const stopped = new Set(vetoed.flatMap(({ schema }) => schema ?? []));
  return subjects.filter(({ schema }) => schema === null || !stopped.has(schema));
}

function loadSchemas({ options, target }: RunContext, derived: DerivedNamespace): Map<string, LoadedSchema> {
  const loaded = derived.outline.schemas.map((outline) =>
    loadSchema(options.island, target.namespace, outline),
  );
  return new Map(loaded.flatMap((schema) => (schema ? [[schema.schema, schema]] : [])));
}

type Verdicts = ReadonlyMap<string, KeyDomainVerdict | null>;

function vetoedSchemas(verdicts: Verdicts): Set<string | null> {
  return new Set(
    [...verdicts].filter(([, verdict]) => verdict?.outcome === 'foreign').map(([schema]) => schema),
  );
}

/** Whatever part of the namespace the run is about: a foreign key stands in the schema, not in an area. */
function vetoForeignKeys(
  { options, surroundings, target, now }: RunContext,
  before: DerivedNamespace,
  schemas: ReadonlyMap<string, LoadedSchema>,
  verdicts: Verdicts,
): RaisedVeto[] {
  const all = subjectsOf(before.index, before.namespaceHash);
  return [...schemas.values()].flatMap((schema) => {
    const verdict = verdicts.get(schema.schema);
    if (verdict?.outcome !== 'foreign') return [];
    const tools = all.filter((subject) => subject.tool !== null && subject.schema === schema.schema);
    const { island } = options;
    return raiseVetoes({
      island,
      namespace: target.namespace,
      schema,
      verdict,
      tools,
      script: surroundings.script,
      now,
    });
  });
}

/** Tests every tool the candidates depend on that has no full grade for its content, or is asked again. */
async function testTools(
  { options, surroundings, target, now }: RunContext,
  {
    before,
    candidates,
    schemas,
    vetoed,
  }: {
    before: DerivedNamespace;
    candidates: readonly Subject[];
    schemas: ReadonlyMap<string, LoadedSchema>;
    vetoed: ReadonlySet<string | null>;
  },
): Promise<TestedTools> {
  const asked = new Set(candidates.filter(({ tool }) => tool !== null).map(({ node }) => node));
  const inPlay = selectSubjects(subjectsOf(before.index, before.namespaceHash), {
    scope: target.scope,
    areas: ['single-test'],
  })
    .filter(({ schema }) => !vetoed.has(schema))
    .filter(
      ({ node, status }) => asked.has(node) || status.status === 'pending' || status.status === 'blocked',
    );
  const surrounding = {
    island: options.island,
    client: surroundings.client,
    keys: options.keys ?? null,
    lists: surroundings.lists,
    allowWrites: options.allowWrites ?? false,
    now,
  };
  const tested = await Promise.all(
    [...schemas.values()].map((schema) => {
      const tools = inPlay
        .filter((subject) => subject.schema === schema.schema)
        .flatMap(({ tool }) => tool ?? []);
      if (tools.length === 0) return null;
      const known = before.facts.get(schema.schema) ?? null;
      return testSchema(surrounding, { namespace: target.namespace, schema, tools, known });
    }),
  );
  const done = tested.filter((result) => result !== null);
  return {
    secrets: [...new Set(done.flatMap(({ secrets }) => secrets))],
    problems: done.flatMap(({ problems }) => problems),
    tools: new Set(inPlay.map(({ subject }) => subject)),
  };
}

/** Candidates that nothing stands in the way of, as they are after the tests. */
function dueSubjects(
  after: DerivedNamespace,
  candidates: readonly Subject[],
  vetoed: ReadonlySet<string | null>,
): Subject[] {
  const wanted = new Set(candidates.map(({ node }) => node));
  return subjectsOf(after.index, after.namespaceHash).filter((subject) => {
    if (!wanted.has(subject.node) || vetoed.has(subject.schema) || subject.status.status === 'blocked')
      return false;
    // A vetoed node whose content changed shows its veto, not what the tests found.
    if (subject.tool === null) return subject.status.status !== 'rejected' || hasWorkingTool(after, subject);
    return after.facts.get(subject.schema ?? '')?.tools[subject.tool]?.status === 'ok';
  });
}

function hasWorkingTool({ facts }: DerivedNamespace, { schema }: Subject): boolean {
  return [...facts].some(
    ([name, { tools }]) =>
      (schema === null || schema === name) && Object.values(tools).some(({ status }) => status === 'ok'),
  );
}

/** The copy beside the index, from which a lost index takes it again (decision D7). */
function writeLockSnapshot({ options, folder }: RunContext, lockSnapshot: LockSnapshot): void {
  options.island.replace(`${folder}/${FILE_NAMES.lockSnapshot}`, formatJson(lockSnapshot));
}
