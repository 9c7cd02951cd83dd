import { consumeScores as runConsume } from '../features/consume/run.js';
import { proposeTests as runPropose } from '../features/edit/propose-tests.js';
import { CORRECTIONS, MIGRATIONS, editSources as runEdit } from '../features/edit/run.js';
import { emitPrompts as runEmit } from '../features/emit/run.js';
import { runEvaluator as runEvaluatorRun } from '../features/evaluate/dataset-run/evaluator-run.js';
import { evaluateTargets as runEvaluate } from '../features/evaluate/evaluate-targets.js';
import { checkEvaluator as runCheck } from '../features/evaluate/evaluator-check.js';
import { estimateLoop as runEstimate, closeLoop as runLoop } from '../features/evaluate/loop/close-loop.js';
import { workOnQueue as runWork } from '../features/evaluate/queue/work.js';
import { explainGrades as runExplain } from '../features/explain/run.js';
import { exportTargets as runExport } from '../features/export/run.js';
import { gateGrades as runGate } from '../features/gate/run.js';
import { readHistory as runHistory } from '../features/history/run.js';
import { importSources as runImport } from '../features/import/run.js';
import { validateSources as runValidate } from '../features/import/validate.js';
import { lintTargets as runLint } from '../features/lint/lint-targets.js';
import { CAPABILITIES } from '../features/lint/mcp/query.js';
import { planGrading as runPlan } from '../features/plan/run.js';
import { closeProtocolLoop as runProtocolLoop } from '../features/protocol-v1/close-loop.js';
import { consumeProtocolScores as runProtocolConsume } from '../features/protocol-v1/consume-scores.js';
import { emitProtocolPrompts as runProtocolEmit } from '../features/protocol-v1/emit-prompts.js';
import { evaluateProtocol as runProtocolEvaluate } from '../features/protocol-v1/evaluate-schemas.js';
import { rebuildTargets as runRebuild } from '../features/rebuild/run.js';
import { GRADING_FORMATS } from '../features/report/logic/render.js';
import { reportGrades as runReport } from '../features/report/run.js';
import { readState as runState } from '../features/state/run.js';
import { verifyTargets as runVerify } from '../features/verify/run.js';
import { SEVERITIES } from '../problems/problem.js';
import { ruleSets } from '../rules/mcp/rule-sets.js';
import { CONFLICT_POLICIES } from '../runs/options.js';
import { SCHEMAS_SPECS } from '../spec/books/book.js';
import { AREAS, GRADES, GRADING_MODES } from '../spec/vocabulary.js';
import { guardUseCase } from './guard.js';
import {
  allOrTexts,
  callable,
  content,
  count,
  flag,
  island,
  list,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  shard,
  someTexts,
  text,
  texts,
} from './kinds.js';

/** What the use cases of the command line take. An option that stands in no row is refused, like an unusable one. */

const NAMED = { island, targets: texts, all: optional(flag) } as const;
const WATCHED = { now: optional(callable), onProgress: optional(callable) } as const;
const ASKING = {
  concurrency: optional(count),
  retries: optional(number),
  throttleMs: optional(number),
  maxCalls: optional(count),
  maxTokens: optional(count),
  cache: optional(text),
} as const;
const BAR = {
  minGrade: optional(oneOf(GRADES)),
  minCoverage: optional(number),
  baseline: optional(text),
  maxAgeDays: optional(number),
  noise: optional(number),
  allowMapped: optional(flag),
} as const;
const EMIT = {
  ...NAMED,
  ...WATCHED,
  shard: optional(orNull(shard)),
  offline: optional(flag),
  keys: optional(orNull(object)),
  sendKeys: optional(object),
  allowHosts: optional(texts),
  originMap: optional(object),
  anyFacts: optional(flag),
  allowWrites: optional(flag),
  handlers: optional(oneOf(['skip', 'sandbox', 'trust'])),
  libraries: optional(object),
  areas: optional(listOf(AREAS)),
  scope: optional(oneOf(['pending', 'all'])),
  mode: optional(oneOf(GRADING_MODES)),
  questions: optional(texts),
  persona: optional(object),
  regrade: optional(orNull(object)),
  concurrency: optional(count),
  throttleMs: optional(number),
  timeoutMs: optional(count),
  maxTurns: optional(count),
  asSkill: optional(flag),
  chain: optional(flag),
  onConflict: optional(oneOf(CONFLICT_POLICIES)),
  keepOpenRun: optional(flag),
  newFence: optional(callable),
} as const;
const LOOP = { ...EMIT, asking: object, allowMissing: optional(flag) } as const;
const PROTOCOL = {
  schemas: someTexts,
  now: optional(callable),
  workdir: optional(text),
  reportsDir: optional(text),
  files: optional(object),
} as const;
const PROTOCOL_EMIT = { ...PROTOCOL, onConflict: optional(oneOf(CONFLICT_POLICIES)) } as const;

/** What the gate holds schemas to where there is no island to say so. */
const HELD_TO = { schemasSpec: optional(oneOf(SCHEMAS_SPECS)) } as const;

export const importSources = guardUseCase(runImport, {
  island,
  paths: someTexts,
  listRoots: optional(texts),
  ...WATCHED,
  dryRun: optional(flag),
  keepGoing: optional(flag),
  strict: optional(flag),
  retire: optional(flag),
  evaluate: optional(oneOf(['sandbox'])),
  personaIds: optional(texts),
  rules: optional(texts),
  rulesOfNew: optional(texts),
  shard: optional(orNull(shard)),
});
export const validateSources = guardUseCase(runValidate, {
  paths: someTexts,
  listRoots: optional(texts),
  strict: optional(flag),
  evaluate: optional(oneOf(['sandbox'])),
  ...HELD_TO,
});

export const editSources = guardUseCase(runEdit, {
  paths: someTexts,
  kind: oneOf(['migrate', 'fix']),
  write: optional(flag),
  force: optional(flag),
  only: optional(listOf([...MIGRATIONS, ...CORRECTIONS])),
  onPlanned: optional(callable),
  ...HELD_TO,
});

export const proposeTests = guardUseCase(runPropose, { paths: someTexts, to: count, ...HELD_TO });

export const emitPrompts = guardUseCase(runEmit, EMIT);
export const consumeScores = guardUseCase(runConsume, {
  island,
  target: text,
  scores: content,
  scoresFile: text,
  allowMissing: optional(flag),
  now: optional(callable),
});
export const closeLoop = guardUseCase(runLoop, LOOP);
export const estimateLoop = guardUseCase(runEstimate, LOOP);
export const evaluateTargets = guardUseCase(runEvaluate, {
  ...NAMED,
  ...WATCHED,
  ...ASKING,
  shard: optional(orNull(shard)),
  dryRun: optional(flag),
  evaluator: object,
  queue: optional(orNull(object)),
  signal: optional(object),
  openEvaluator: optional(callable),
  onKept: optional(callable),
});
export const checkEvaluator = guardUseCase(runCheck, {
  evaluator: object,
  dataset: orNull(text),
  signal: optional(object),
});
export const runEvaluator = guardUseCase(runEvaluatorRun, {
  ...ASKING,
  evaluator: object,
  candidate: text,
  sets: orNull(object),
  limit: optional(count),
  repeats: optional(count),
  minMean: optional(number),
  baseline: optional(text),
  queue: optional(orNull(object)),
  out: optional(text),
  resume: optional(flag),
  inputs: optional(texts),
  signal: optional(object),
  onProgress: optional(callable),
});
export const workOnQueue = guardUseCase(runWork, {
  evaluator: object,
  queue: text,
  concurrency: optional(count),
  rate: optional(orNull(object)),
  lostAfterMs: optional(count),
  signal: object,
  onReady: optional(callable),
  onHandled: optional(callable),
  openEvaluator: optional(callable),
});

export const readState = guardUseCase(runState, { ...NAMED, now: optional(callable) });
export const planGrading = guardUseCase(runPlan, {
  ...NAMED,
  ...WATCHED,
  scope: optional(oneOf(['pending', 'all'])),
  gradingSystem: optional(text),
  rules: optional(texts),
});
export const explainGrades = guardUseCase(runExplain, {
  ...NAMED,
  node: optional(text),
  now: optional(callable),
  onTarget: optional(callable),
});
export const readHistory = guardUseCase(runHistory, { ...NAMED, now: optional(callable) });
export const gateGrades = guardUseCase(runGate, {
  ...NAMED,
  ...BAR,
  updateBaseline: optional(flag),
  expires: optional(text),
  minSuccess: optional(number),
  strict: optional(flag),
  now: optional(callable),
});
export const reportGrades = guardUseCase(runReport, {
  ...NAMED,
  ...WATCHED,
  ...BAR,
  format: oneOf(GRADING_FORMATS),
  write: callable,
  out: optional(text),
  sources: optional(text),
  folders: object,
  open: optional(flag),
});
export const rebuildTargets = guardUseCase(runRebuild, { ...NAMED, ...WATCHED });
export const verifyTargets = guardUseCase(runVerify, {
  ...NAMED,
  ...WATCHED,
  strict: optional(flag),
  repair: optional(flag),
  keys: optional(orNull(object)),
  shard: optional(orNull(shard)),
});
export const exportTargets = guardUseCase(runExport, {
  ...NAMED,
  exportRoot: text,
  schemas: optional(flag),
  allowRejected: optional(flag),
  files: optional(object),
  now: optional(callable),
});

export const lintTargets = guardUseCase(runLint, {
  ...WATCHED,
  targets: optional(texts),
  snapshots: optional(texts),
  servers: optional(texts),
  start: optional(allOrTexts),
  env: optional(object),
  stdio: optional(object),
  saveSnapshot: optional(text),
  out: optional(text),
  headers: optional(list),
  allowHosts: optional(texts),
  capabilities: optional(listOf(CAPABILITIES)),
  roots: optional(texts),
  secondLook: optional(object),
  ruleSet: optional(oneOf(ruleSets.map(({ id }) => id))),
  config: optional(text),
  timeoutMs: optional(count),
  concurrency: optional(count),
  baseline: optional(text),
  updateBaseline: optional(flag),
  failOn: optional(oneOf([...SEVERITIES, 'never'])),
  minGrade: optional(oneOf(GRADES)),
  tokenBudget: optional(count),
});

export const emitProtocolPrompts = guardUseCase(runProtocolEmit, PROTOCOL_EMIT);
export const consumeProtocolScores = guardUseCase(runProtocolConsume, {
  ...PROTOCOL,
  scores: text,
  ...HELD_TO,
});
export const closeProtocolLoop = guardUseCase(runProtocolLoop, {
  ...PROTOCOL_EMIT,
  scoreWith: callable,
  ...HELD_TO,
});
export const evaluateProtocol = guardUseCase(runProtocolEvaluate, {
  ...PROTOCOL_EMIT,
  asking: object,
  ...HELD_TO,
});
