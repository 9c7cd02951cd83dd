import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { memberOf } from '../../rules/schema/schema-members.js';
import { validateSchema } from '../../rules/schema/validate-schema.js';
import { type ModuleReading, READING_LIMITS } from '../../sources/logic/module-reading.js';
import { describeKind, kindOfModule, SOURCE_EXPORTS } from '../../sources/logic/source-kind.js';
import { buildModuleScope } from '../../sources/module-scope.js';
import { evaluateModule, refuseWrites } from '../../sources/parse-module.js';
import { type ParsedSource, parseSource } from '../../sources/parse-source.js';
import type { SchemasSpec } from '../../spec/books/book.js';
import type { SharedList } from '../../spec/shared-list.js';
import { firstDifference } from '../../values/first-difference.js';
import { countBy } from '../../values/group-by.js';
import { applyEdits, type Edit } from './logic/edits.js';
import { planFix } from './logic/fix/plan-fix.js';
import { type CheckedPlan, type PlanInput, planMigration } from './logic/migrate/plan-migration.js';

/** What each command plans. */
const PLANS = { migrate: planMigration, fix: planFix } satisfies Record<string, Planner>;

type Planner = (input: PlanInput) => CheckedPlan;

export type EditKind = keyof typeof PLANS;

export interface FileToEdit {
  readonly text: string;
  /** File name shown in messages. */
  readonly file: string;
  readonly kind: EditKind;
  /** The available shared lists. */
  readonly lists: readonly SharedList[];
  readonly schemasSpec: SchemasSpec;
  /** Codes of findings or names of transforms; null: all of them. */
  readonly only: ReadonlySet<string> | null;
  /** Tells whether `skills/<name>.mjs` exists beside the file. */
  readonly hasSkill: (name: string) => boolean;
}

export interface PlannedFile {
  /** The version that the file declares; null if it declares none that can be read. */
  readonly from: string | null;
  readonly edits: readonly { readonly code: string; readonly line: number }[];
  /** The text after the edits. */
  readonly after: string;
  /** What is left to the author, and each error that the gate finds after the edits, placed in the text before them. */
  readonly byHand: readonly Problem[];
  /** Whether the gate finds no error after the edits. */
  readonly validAfter: boolean;
  /** Set if the file is no schema, which its only problem says. */
  readonly skipped?: true;
}

/**
 * Plans the edits of one file, and checks what they make of it; nothing is written.
 *
 * @param planner makes the plan, which is not trusted
 */
export function planFile(input: FileToEdit, planner: Planner = PLANS[input.kind]): PlannedFile {
  const { text, file } = input;
  const old = readText(text);
  if ('code' in old) return leave(input, null, [old]);
  const { parsed, reading } = old;
  const { keyForms } = reading;
  if (keyForms.length > 0)
    return leave(
      input,
      null,
      keyForms.map((at) => problem('GATE-025', at)),
    );
  const kind = kindOfModule(reading);
  const isOld = kind.kind === 'old-schema';
  const other = input.kind === 'migrate' && isOld ? null : describeKind(kind, { file, reading });
  if (other) return { ...leave(input, null, [other]), ...(!isOld && { skipped: true }) };
  const from = declaredVersion(reading.value);
  const { only, hasSkill } = input;
  const plan = planner({ module: parsed, reading, only, hasSkill });
  const source = applyEdits(parsed.source, plan.edits);
  const edited = readText(source);
  if ('code' in edited) return refuse(input, from, 'the edited text is not valid JavaScript');
  const errors = listErrors(edited.reading, input);
  const fault = findFault({ old, edited, plan, errors, input });
  if (fault !== null) return refuse(input, from, fault);
  const { edits, byHand } = plan;
  const rest = errors.filter((error) => !byHand.some((known) => isWithin(error, known)));
  return {
    from,
    edits: edits.map(({ start, code }) => ({ code, line: parsed.position(start).line })),
    after: `${text.slice(0, text.length - parsed.source.length)}${source}`,
    byHand: [...inFile(file, byHand), ...rest.map((error) => placeInOld(error, { parsed, source, edits }))],
    validAfter: errors.length === 0,
  };
}

interface ReadText {
  readonly parsed: ParsedSource;
  readonly reading: ModuleReading;
}

function readText(text: string): ReadText | Problem {
  const parsed = parseSource(text, READING_LIMITS);
  if ('code' in parsed) return parsed;
  return { parsed, reading: refuseWrites(evaluateModule(parsed, { exports: SOURCE_EXPORTS })) };
}

function listErrors(reading: ModuleReading, { file, lists, schemasSpec }: FileToEdit): Problem[] {
  return validateSchema({ reading, file, lists, schemasSpec }).filter(({ severity }) => severity === 'error');
}

function declaredVersion(main: unknown): string | null {
  const version = memberOf(main, 'flowMCP') ?? memberOf(main, 'version');
  return typeof version === 'string' ? version : null;
}

/** Finds what the edits have changed that they should not; null if all is as planned. */
function findFault({
  old,
  edited,
  plan,
  errors,
  input,
}: {
  readonly old: ReadText;
  readonly edited: ReadText;
  readonly plan: CheckedPlan;
  readonly errors: readonly Problem[];
  readonly input: FileToEdit;
}): string | null {
  const differing = firstDifference(edited.reading.value, plan.value);
  if (differing) {
    const { path, found, expected } = differing;
    return `the edits would make ${path} ${found}, where ${expected} was planned`;
  }
  if (handlersText(old) !== handlersText(edited)) return 'the edits would change the text of the handlers';
  const before = countBy(listErrors({ ...old.reading, value: plan.before }, input), ({ code }) => code);
  const added = [...countBy(errors, ({ code }) => code)].find(
    ([code, count]) => count > (before.get(code) ?? 0),
  );
  return added ? `the edits would add an error ${added[0]}` : null;
}

/** The text of the `handlers` export; null if there is none in this module. */
function handlersText({ parsed: { program, source } }: ReadText): string | null {
  const { bindings, exports } = buildModuleScope(program);
  const binding = bindings.get(exports.get('handlers')?.local ?? '');
  if (!binding || binding.kind === 'other') return null;
  const { start, end } = binding.kind === 'const' ? binding.init : binding.node;
  return source.slice(start, end);
}

/** A file that stays as it is. */
function leave({ text, file }: FileToEdit, from: string | null, byHand: readonly Problem[]): PlannedFile {
  return { from, edits: [], after: text, byHand: inFile(file, byHand), validAfter: false };
}

function refuse(input: FileToEdit, from: string | null, reason: string): PlannedFile {
  return leave(input, from, [problem('FIX-001', {}, { reason })]);
}

function inFile(file: string, problems: readonly Problem[]): Problem[] {
  return problems.map((found) => ({ ...found, where: { file, ...found.where } }));
}

/** Whether an error concerns a member that has already been left to the author. */
function isWithin({ where: { path = '' } = {} }: Problem, { where: { path: known } = {} }: Problem): boolean {
  return known !== undefined && path.startsWith(known) && /^(?:$|[.[])/.test(path.slice(known.length));
}

/** Places an error of the edited text in the text before the edits. */
function placeInOld(
  found: Problem,
  { parsed, source, edits }: { parsed: ParsedSource; source: string; edits: readonly Edit[] },
): Problem {
  const { line, column = 1 } = found.where ?? {};
  if (line === undefined || edits.length === 0) return found;
  const lines = [...source.matchAll(/\r\n|\n|\r/g)];
  const lineEnd = lines[line - 2];
  let offset = (lineEnd ? lineEnd.index + lineEnd[0].length : 0) + column - 1;
  for (const { start, end, text } of edits) {
    if (offset <= start) break;
    offset = offset < start + text.length ? start : offset + end - start - text.length;
  }
  return { ...found, where: { ...found.where, ...parsed.position(offset) } };
}
