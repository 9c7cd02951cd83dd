import { parseModuleWithCode } from '../../adapters/schema-source/code-facts.js';
import { refuseWrites } from '../../adapters/schema-source/parse-module.js';
import { answerFromFacts } from '../../engine/deterministic-answers.js';
import { findAll } from '../../engine/find.js';
import { validateSchema } from '../../engine/validate-schema.js';
import { vetoReasonOf } from '../../engine/veto-reason.js';
import { isRecord } from '../../model/is-record.js';
import type { KeyDomainVerdict } from '../../model/question.js';
import type { SchemaFacts } from '../../model/schema-score.js';
import type { StoredAnswer } from '../../model/state.js';

/** As places are shown: the source is no file. */
const FILE = 'candidate';

type Main = Readonly<Record<string, unknown>>;

export interface JudgedSource extends SchemaFacts {
  /** Questions that code answers as soon as a request may be made. */
  readonly needRequest: readonly string[];
}

/**
 * Everything code can say of a schema's source by itself. Nothing of it is run, no request is made, no file is read:
 * what shared lists hold, and what lies beside the schema, is not known.
 */
export async function judgeSource(text: string, now: Date): Promise<JudgedSource> {
  const { reading: read, code } = parseModuleWithCode(text, { exports: ['main', 'schema'] });
  const reading = refuseWrites(read);
  const main: Main = isRecord(reading.value) ? reading.value : {};
  const namespace = textOf(main.namespace) ?? '';
  const findings = code ? findAll({ namespace, file: FILE, reading, code }) : [];
  const keyDomain = await judgeKeys(main, namespace, text);
  const twice = reading.duplicateKeys.filter(({ path }) => path.length === 1 && path[0] === 'tools');
  return {
    value: reading.value,
    exportName: reading.exportName,
    unread: reading.problems,
    problems: validateSchema({ reading, file: FILE }),
    findings,
    veto: vetoReasonOf(keyDomain, findings),
    ...answerByCode(main, { keyDomain, duplicateKeys: twice.map(({ key }) => key), now }),
  };
}

function answerByCode(
  main: Main,
  known: { keyDomain: KeyDomainVerdict | null; duplicateKeys: readonly string[]; now: Date },
): { readonly answers: readonly StoredAnswer[]; readonly needRequest: readonly string[] } {
  const { keyDomain, duplicateKeys, now } = known;
  const tools = isRecord(main.tools) ? main.tools : {};
  const outputDeclared = Object.values(tools).some((tool) => isRecord(tool) && tool.output !== undefined);
  const untested = { docs: null, outputMatches: null, records: [] };
  const needRequest = [
    ...(textsOf(main.docs).length > 0 ? ['Q-single-test-01'] : []),
    ...(outputDeclared ? ['Q-single-test-02'] : []),
  ];
  const at = now.toISOString();
  const answers = [
    ...answerFromFacts('single-test', { ...untested, outputDeclared, keyDomain }, at),
    ...answerFromFacts('tools-aggregate-schema', { toolNames: Object.keys(tools), duplicateKeys }, at),
  ];
  return { answers: answers.filter(({ questionId }) => !needRequest.includes(questionId)), needRequest };
}

/** Also of a schema that the gate refuses: a foreign key is none the less one. */
async function judgeKeys(main: Main, namespace: string, text: string): Promise<KeyDomainVerdict | null> {
  const keys = textsOf(main.requiredServerParams);
  if (keys.length === 0) return null;
  // Most schemas need no key, and the known providers are many.
  const { hostsInText, judgeKeyDomains } = await import('../../engine/key-domain.js');
  return judgeKeyDomains({
    keys,
    root: textOf(main.root),
    namespace,
    name: textOf(main.name),
    docs: textsOf(main.docs),
    hosts: hostsInText(text),
    libraries: textsOf(main.requiredLibraries),
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
