import { recordFacts } from '../island/journal/record-facts.js';
import { schemaFolder } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import { type NamespaceTarget, namespaceTarget } from '../target/logic/target.js';
import { readTestRecord } from '../target/read-test-record.js';
import { deriveNamespace } from '../target/rebuild/derive-namespace.js';
import { findOfNamespace, findSecrets, loadContent } from './namespace-content.js';
import type { EmittedTarget } from './options.js';
import { pretestLoaded, pretestSurroundings, refuseTests } from './pretest-loaded.js';
import { judgeAllKeys, vetoReasons } from './raise-vetoes.js';
import { emptyResult, type GivenContext } from './run-context.js';
import { writeRecords } from './test-tools.js';

/**
 * Runs again the declared test that a record names, alone, and writes the next free record. The facts about the tool stay:
 * they are judged from all of its tests, and no other test is looked at.
 *
 * @throws GradingError RUN-019 if the test cannot be run
 * @see spec 19, Addressing Grammar
 */
export async function repeatTest(
  context: Pick<GivenContext, 'options' | 'surroundings' | 'now'>,
  target: NamespaceTarget,
): Promise<EmittedTarget> {
  const { options, now } = context;
  const { island } = options;
  const { schema: name = '', tool = '' } = target.scope;
  const known = readTestRecord(island, target).record;
  const { outline, lists } = deriveNamespace({ island, namespace: target.id, now });
  const own = { ...outline, schemas: outline.schemas.filter(({ schema }) => schema === name), skills: [] };
  const content = loadContent(island, target.id, own);
  const schema = content.schemas.get(name);
  if (!schema) throw refusal(target, 'its schema cannot be read, or does not pass the gate');
  if (known.schemaHash !== schema.snapshot.hash) throw refusal(target, 'it is a test of earlier content');
  const refusals = findSecrets(content);
  if (refusals.length > 0) return { ...emptyResult({ target, options }), refusals };
  const findings = findOfNamespace(content, new Map(), {
    ...{ spec: island.book.spec, lists, libraries: null },
  });
  if (vetoReasons(content, judgeAllKeys(content), findings).has(name)) {
    throw refusal(target, 'code vetoes its schema, and no request is made for it');
  }
  if (options.offline) throw refusal(target, 'the run is offline');
  const { result, params } = await pretestLoaded(pretestSurroundings(context, lists), {
    ...{ namespace: target.id, schema, tools: [tool], only: known.test, previous: null },
    refused: refuseTests(schema, findings.get(name) ?? []),
  });
  const [made] = result.records;
  if (!made) throw refusal(target, result.tools[tool]?.reason ?? 'it was not run');
  const [path = ''] = writeRecords(island, target.id, name, result).get(tool) ?? [];
  const record = `${schemaFolder(target.id, name)}/${path}`;
  recordFacts(island, target.folder, { own: [record], now });
  const { test, description, status, httpStatus, working, durationMs, error } = made.record;
  return {
    ...emptyResult({ target, options }),
    nothingDue: true,
    repeated: { record, test, description, status, httpStatus, working, durationMs, error },
    warnings: params?.problems ?? [],
  };
}

function refusal({ id, name, scope: { test: _, ...tool } }: NamespaceTarget, reason: string) {
  return fatal('RUN-019', undefined, { target: name, reason, tool: namespaceTarget(id, tool).name });
}
