// Makes a valid island of thousands of entries, and measures how long `grading verify` takes to check it: tsx
// --conditions=flowmcp-source scripts/measure-verify.ts [entries]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { verifyTargets } from '../packages/core/src/features/verify/run.js';
import { formatJson } from '../packages/core/src/island/documents.js';
import { Island } from '../packages/core/src/island/island.js';
import { recordFacts } from '../packages/core/src/island/journal/record-facts.js';
import { formatTimestamp, parseTimestamp } from '../packages/core/src/island/logic/names.js';
import type { GradingEntry } from '../packages/core/src/spec/entry.js';
import {
  entryOf,
  entryPath,
  providerTarget,
  putProvider,
  rebuild,
  subjectsOf,
} from '../packages/core/test/journeys/selection-island.js';

const wanted = Number(process.argv[2] ?? 10_000);
const NAMESPACES = 10;
const SCHEMAS = Array.from({ length: 5 }, (_, at) => `schema${at}`);
const TOOLS = Array.from({ length: 10 }, (_, at) => `getItems${at}`);
const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
/** About as long as a grader's reasoning. */
const REASON = 'The description says what is returned and for which place, but not in which unit. '.repeat(3);

const root = mkdtempSync(join(tmpdir(), 'flowmcp-verify-'));
try {
  const island = new Island(join(root, 'island'));
  const made = fill(island);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const { errors, results } = await verifyTargets({ island, targets: [], all: true });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  // These entries count as adopted, because no command wrote them; that is not an error.
  const warnings = results.flatMap((found) => found.warnings.filter(({ severity }) => severity !== 'info'));
  if (errors.length + warnings.length > 0)
    throw new Error(JSON.stringify([...errors, ...warnings].slice(0, 5)));
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const cpuSeconds = ((user + system) / 1e6).toFixed(2);
  console.log(
    `${made} entries: ${seconds.toFixed(2)} s (${cpuSeconds} s of CPU), ${memory} MB at most, no finding`,
  );
} finally {
  rmSync(root, { recursive: true });
}

/** Grades every subject of every namespace as often as needed for the requested number of entries. */
function fill(island: Island): number {
  let made = 0;
  for (let number = 0; number < NAMESPACES; number += 1) {
    const namespace = `provider${number}`;
    const target = providerTarget(namespace);
    putProvider(island, { namespace, schemas: SCHEMAS, tools: TOOLS });
    const subjects = subjectsOf(island, target);
    const rounds = Math.ceil(wanted / NAMESPACES / subjects.length);
    for (let round = 0; round < rounds; round += 1) {
      const at = formatTimestamp(new Date(START + round * MINUTE));
      const entries = subjects.map((subject) => ({
        path: entryPath(target, subject, { at }),
        subject: subject.subject,
        entry: withReasons(entryOf(target, subject, { at })),
      }));
      const scores = { path: scoresPath(namespace, at), bytes: handIn(namespace, at, entries) };
      island.createAll([scores, ...entries.map(({ path, entry }) => ({ path, bytes: formatJson(entry) }))]);
      made += entries.length;
    }
    const folder = `providers/${namespace}`;
    recordFacts(island, folder, { own: [], now: new Date(START) });
    rebuild(island, target);
  }
  return made;
}

function withReasons(entry: GradingEntry): GradingEntry {
  return { ...entry, gradings: entry.gradings.map((answer) => ({ ...answer, reasoning: REASON })) };
}

function taskOf(namespace: string, at: string): string {
  return `${namespace}--${at}--0123abcd`;
}

function scoresPath(namespace: string, at: string): string {
  return `providers/${namespace}/scores/${taskOf(namespace, at)}--${at}.json`;
}

function handIn(
  namespace: string,
  at: string,
  entries: readonly { readonly subject: string; readonly entry: GradingEntry }[],
): string {
  return formatJson({
    scoringProtocol: 'v1',
    taskId: taskOf(namespace, at),
    creator: { skill: 'test-grader', skillVersion: '1.0.0', kind: 'script' },
    harness: { name: 'other', version: '1.0.0' },
    timestamp: parseTimestamp(at)?.toISOString(),
    areas: entries.map(({ subject, entry: { area, schemaHash, gradings } }) => ({
      area,
      subject,
      schemaHash,
      answers: gradings.map(({ questionId, score }) => ({ questionId, score, reasoning: REASON })),
    })),
  });
}
