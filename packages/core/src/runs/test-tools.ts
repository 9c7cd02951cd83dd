import { recordFacts } from '../island/journal/record-facts.js';
import { parseSendKeys } from '../keys/logic/send-keys.js';
import type { Finding } from '../rules/finding.js';
import type { SchemaFacts } from '../spec/facts.js';
import { type Subject, selectSubjects } from '../target/logic/subjects.js';
import type { DerivedNamespace } from '../target/rebuild/derive-namespace.js';
import { refuseTests } from '../target/refuse-tests.js';
import { dueForTests } from './due-tests.js';
import type { NamespaceContent } from './find-findings.js';
import { reusableFacts } from './reusable-facts.js';
import type { NamespaceContext, TestedTools } from './run-context.js';
import { testSchema, untestedFacts, writeFacts } from './run-pretests.js';

type Findings = ReadonlyMap<string, readonly Finding[]>;

/**
 * Tests every tool that a candidate depends on and that has no full grade for its content, is asked about again, or is
 * due for tests alone.
 */
export async function testTools(
  { options, surroundings, target, folder, now }: NamespaceContext,
  {
    before,
    candidates,
    content,
    vetoed,
    findings,
  }: {
    before: DerivedNamespace;
    candidates: readonly Subject[];
    content: NamespaceContent;
    /** Vetoed schemas: no request is made for them. */
    vetoed: ReadonlySet<string>;
    findings: Findings;
  },
): Promise<TestedTools> {
  const asked = new Set(
    [...candidates, ...dueForTests(before, target, options)]
      .filter(({ tool }) => tool !== null)
      .map(({ node }) => node),
  );
  const inPart = selectSubjects(before.subjects, { scope: target.scope, areas: ['single-test'] });
  const inPlay = inPart.filter(
    ({ schema, node, status }) =>
      !vetoed.has(schema ?? '') &&
      (asked.has(node) || status.status === 'pending' || status.status === 'blocked'),
  );
  const surrounding = {
    island: options.island,
    client: surroundings.client,
    keys: options.keys ?? null,
    sendKeys: parseSendKeys(options.sendKeys ?? {}),
    lists: before.lists,
    allowWrites: options.allowWrites ?? false,
    handlers: options.handlers ?? 'sandbox',
    libraries: options.libraries ?? null,
    now,
  };
  // Wait for all of them even if one fails: none may write after the run has released its lock.
  const settled = await Promise.allSettled(
    [...content.schemas.values()].map((schema) => {
      const tools = inPlay
        .filter((subject) => subject.schema === schema.schema)
        .flatMap(({ tool }) => tool ?? []);
      if (tools.length === 0) return null;
      const known = before.facts.get(schema.schema) ?? null;
      const reusable = reusableFacts(before.facts, options).get(schema.schema) ?? null;
      const refused = refuseTests(schema, findings.get(schema.schema) ?? []);
      return testSchema(surrounding, {
        ...{ namespace: target.id, schema, tools, known, reusable, refused },
      });
    }),
  );
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const done = settled.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : []));
  recordFacts(options.island, folder, { own: done.flatMap(({ records }) => records), now });
  return {
    facts: new Map([...before.facts, ...done.map(({ facts }) => [facts.schema, facts] as const)]),
    secrets: [...new Set(done.flatMap(({ secrets }) => secrets))],
    problems: done.flatMap(({ problems }) => problems),
    tools: new Set(inPlay.map(({ subject }) => subject)),
  };
}

/** Writes findings with the facts of the tests, so that every view of a node can show them. */
export function writeAllFacts(
  { options, target, now }: NamespaceContext,
  { schemas }: NamespaceContent,
  { facts, voidFacts }: { facts: ReadonlyMap<string, SchemaFacts>; voidFacts: ReadonlySet<string> },
  findings: Findings,
): void {
  for (const schema of schemas.values()) {
    // The mark of a schema that has to be tested again stays until it was tested.
    if (voidFacts.has(schema.schema) && !facts.has(schema.schema)) continue;
    const known = facts.get(schema.schema) ?? untestedFacts(target.id, schema, now);
    const found = [...(findings.get(schema.schema) ?? [])];
    writeFacts(options.island, target.id, { ...known, findings: found });
  }
}
