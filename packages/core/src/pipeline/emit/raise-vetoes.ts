import { questionById } from '../../catalogue/lookup.js';
import { buildVetoEntry } from '../../engine/consume/build-entry.js';
import { hostsInText, judgeKeyDomains } from '../../engine/key-domain.js';
import { formatEntryName, nextTimestamp, parseEntryName, parseTimestamp } from '../../engine/names.js';
import type { Subject } from '../../engine/subjects.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { FILE_NAMES, namespaceFolder } from '../../island/paths.js';
import type { GraderIdentity } from '../../model/common.js';
import type { KeyDomainVerdict } from '../../model/question.js';
import type { LoadedSchema } from '../load-namespace.js';
import type { RaisedVeto } from './options.js';

const QUESTION = 'Q-single-test-03';
const TRIGGER = 'api-key-domain-mismatch';

/** Do the key names of a schema belong to its API? null: it needs no keys. */
export function judgeKeys(namespace: string, { main, text }: LoadedSchema): KeyDomainVerdict | null {
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

/**
 * Writes one REJECTED entry per tool of a schema whose key belongs to somebody else, before any request is made
 * (grading-rules §5). A tool that is rejected for this content already is left alone.
 */
export function raiseVetoes({
  island,
  namespace,
  schema,
  verdict,
  tools,
  script,
  now,
}: {
  island: Island;
  namespace: string;
  schema: LoadedSchema;
  verdict: KeyDomainVerdict & { outcome: 'foreign' };
  tools: readonly Subject[];
  script: GraderIdentity;
  now: Date;
}): RaisedVeto[] {
  const weight = questionById(QUESTION)?.weight;
  if (weight === undefined) throw new Error(`${QUESTION} is not in the catalogue`);
  return tools
    .filter(({ status, hash }) => !(status.status === 'rejected' && status.boundTo === hash))
    .map((tool) => {
      const folder = `${namespaceFolder(namespace)}/${tool.folder}/${FILE_NAMES.gradings}`;
      const times = island.listFiles(folder).flatMap((file) => parseEntryName(file)?.timestamp ?? []);
      const timestamp = nextTimestamp(now, times);
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
          questionId: QUESTION,
          score: 'fail',
          weight,
          determinism: 'deterministic',
          graderIdentity: script,
          timestamp: (parseTimestamp(timestamp) ?? now).toISOString(),
          reasoning: verdict.evidence,
        },
        veto: { triggeredBy: TRIGGER, graderIdentity: script, evidence: verdict.evidence },
      });
      island.create(
        `${folder}/${formatEntryName({ area: tool.area, persona: null, timestamp })}`,
        formatJson(entry),
      );
      return { node: tool.node, triggeredBy: TRIGGER, evidence: verdict.evidence };
    });
}
