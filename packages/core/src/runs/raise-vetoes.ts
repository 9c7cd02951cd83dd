import { buildVetoEntry } from '../grade/entry/build-entry.js';
import { type VetoReason, vetoReasonOf } from '../grade/veto.js';
import { formatJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { listEntries } from '../island/list-namespace.js';
import { formatEntryName, nextTimestamp, parseTimestamp } from '../island/logic/names.js';
import { FILE_NAMES, namespaceFolder } from '../island/logic/paths.js';
import { hostsInText, judgeKeyDomains } from '../keys/logic/judge-key-domains.js';
import { answerFromFacts } from '../questions/deterministic-answers.js';
import type { KeyDomainVerdict } from '../questions/question.js';
import type { Finding } from '../rules/finding.js';
import type { EntryRules } from '../spec/books/book.js';
import type { GraderIdentity } from '../spec/common.js';
import type { LoadedSchema } from '../target/load-namespace.js';
import type { Subject } from '../target/logic/subjects.js';
import type { DerivedNamespace } from '../target/rebuild/derive-namespace.js';
import type { NamespaceContent } from './namespace-content.js';
import type { RaisedVeto } from './options.js';
import type { NamespaceContext } from './run-context.js';

/** The only question about a schema that code can answer before any request. */
const QUESTION = 'Q-single-test-03';

/** Judges whether the key names of a schema belong to its API; null if the schema needs no keys. */
export function judgeKeys(
  namespace: string,
  { main, text }: Pick<LoadedSchema, 'main' | 'text'>,
): KeyDomainVerdict | null {
  return judgeKeyDomains({
    keys: main.requiredServerParams ?? [],
    root: main.root,
    namespace,
    name: main.name,
    docs: main.docs ?? [],
    hosts: hostsInText(text),
    libraries: main.requiredLibraries ?? [],
  });
}

/** Judges the key names of every readable schema of a namespace. */
export function judgeAllKeys({ namespace, schemas }: NamespaceContent): Verdicts {
  return new Map([...schemas].map(([name, schema]) => [name, judgeKeys(namespace, schema)]));
}

type Verdicts = ReadonlyMap<string, KeyDomainVerdict | null>;
type Vetoed = ReadonlyMap<string, VetoReason>;

/** The schemas that code vetoes. */
export function vetoReasons(
  { schemas }: NamespaceContent,
  verdicts: Verdicts,
  findings: ReadonlyMap<string, readonly Finding[]>,
): Vetoed {
  return new Map(
    [...schemas.keys()].flatMap((schema) => {
      const reason = vetoReasonOf(verdicts.get(schema) ?? null, findings.get(schema) ?? []);
      return reason ? [[schema, reason] as const] : [];
    }),
  );
}

/**
 * Vetoes every tool of a vetoed schema, no matter which part of the namespace the run is about: a veto concerns the
 * schema, not an area. The journal records it immediately, because the tests that follow may take minutes.
 */
export function raiseVetoes(
  { options: { island }, surroundings: { script }, target, now }: NamespaceContext,
  {
    before,
    content,
    verdicts,
    vetoed,
  }: { before: DerivedNamespace; content: NamespaceContent; verdicts: Verdicts; vetoed: Vetoed },
): RaisedVeto[] {
  const built = [...content.schemas.values()].flatMap((schema) => {
    const reason = vetoed.get(schema.schema);
    if (!reason) return [];
    const verdict = verdicts.get(schema.schema) ?? null;
    const tools = before.subjects.filter(({ tool, ...own }) => tool !== null && own.schema === schema.schema);
    return buildVetoes({ island, namespace: target.id, schema, reason, verdict, tools, script, now });
  });
  island.createAll(built);
  recordFacts(island, target.folder, { own: built.map(({ path }) => path), now });
  return built.map(({ raised }) => raised);
}

interface BuiltVeto {
  /** Relative to the island. */
  readonly path: string;
  readonly bytes: string;
  readonly raised: RaisedVeto;
}

/**
 * Builds one REJECTED entry per tool of a vetoed schema, before any request is made (grading-rules §5). Tools that are
 * already rejected for this content are skipped.
 */
function buildVetoes({
  island,
  namespace,
  schema,
  reason,
  verdict,
  tools,
  script,
  now,
}: {
  island: Island;
  namespace: string;
  schema: LoadedSchema;
  reason: VetoReason;
  verdict: KeyDomainVerdict | null;
  tools: readonly Subject[];
  script: GraderIdentity;
  now: Date;
}): BuiltVeto[] {
  return tools
    .filter(({ status, hash }) => !(status.status === 'rejected' && status.boundTo === hash))
    .map((tool) => {
      const folder = `${namespaceFolder(namespace)}/${tool.folder}/${FILE_NAMES.gradings}`;
      const times = listEntries(island, folder).map((entry) => entry.timestamp);
      const timestamp = nextTimestamp(now, times);
      const at = (parseTimestamp(timestamp) ?? now).toISOString();
      const entry = buildVetoEntry({
        asked: {
          schemaId: tool.schemaId,
          area: tool.area,
          version: `flowmcp/${schema.main.version}`,
          schemaHash: tool.hash,
          subject: tool.subject,
        },
        tier: 'autonomous',
        timestamp,
        answer: {
          ...keyAnswer(verdict, at, island.book),
          determinism: 'deterministic',
          graderIdentity: script,
        },
        veto: { ...reason, graderIdentity: script },
        rules: island.book,
      });
      const file = formatEntryName({ area: tool.area, persona: null, timestamp });
      return {
        path: `${folder}/${file}`,
        bytes: formatJson(entry),
        raised: { node: tool.node, ...reason },
      };
    });
}

function keyAnswer(keyDomain: KeyDomainVerdict | null, timestamp: string, { grading }: EntryRules) {
  const untested = { docs: null, outputDeclared: false, outputMatches: null, records: [], keyDomain };
  const answer = answerFromFacts('single-test', untested, timestamp, grading).find(
    ({ questionId }) => questionId === QUESTION,
  );
  if (!answer) throw new Error(`${QUESTION} is not in the catalogue`);
  return answer;
}
