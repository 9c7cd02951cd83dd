import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { formatJson } from '../../src/island/documents.js';
import { parseSnapshotName } from '../../src/island/logic/names.js';
import { factsFile, snapshotFolder } from '../../src/island/logic/paths.js';
import type { EmitOptions } from '../../src/runs/options.js';
import type { SchemaFacts } from '../../src/spec/facts.js';
import { sha256 } from '../../src/spec/hash.js';
import type { SelectionIndex } from '../../src/spec/index-file.js';
import type { AreaPrompt, PromptsFile } from '../../src/spec/prompts.js';
import type { ScoreAnswer, ScoresFile } from '../../src/spec/scores.js';
import { ABOUT_SECTIONS } from '../../src/spec/selection.js';
import type { StateFile } from '../../src/spec/state.js';
import {
  NAMESPACES,
  providerTarget,
  putGroup,
  putProvider,
  putStableGroup,
  rebuild,
  SELECTION,
  type SelectionParts,
  selectionTarget,
} from './selection-island.js';
import { openWorkplace, type Workplace } from './workplace.js';

/** A selection with graded members, and its runs from emit to consume. */

export const TARGET = `selections/${SELECTION}`;
export const LOCK = `${TARGET}/lock-snapshot.json`;
const DAY = 24 * 60 * 60;

const SECTION_TEXT: Readonly<Partial<Record<(typeof ABOUT_SECTIONS)[number], string>>> = {
  'Personas Reference and Lens': '- `stone-cutter`: lens over `decision-maker`.\n',
  'Aging Rule': 'The content holds for 90 days.\n',
};

/** Domain knowledge with all of its sections, or without some of them. */
export function aboutText(without: readonly string[] = []): string {
  const sections = ABOUT_SECTIONS.filter((section) => !without.includes(section)).map(
    (section) => `## ${section}\n\n${SECTION_TEXT[section] ?? `What is said of ${section}.\n`}`,
  );
  return `# Minerals\n\n${sections.join('\n')}`;
}

/** Members are stable, a day has passed; the selection itself was never graded. */
export async function openGroup(
  parts: SelectionParts & { readonly namespaces?: number; readonly isGraded?: boolean } = {},
): Promise<Workplace & AsyncDisposable> {
  const { namespaces = NAMESPACES.length, isGraded = true, ...more } = parts;
  const place = await openWorkplace({ sources: {} });
  const put = isGraded ? putStableGroup : putGroup;
  put(place.island(), NAMESPACES.slice(0, namespaces), { about: aboutText(), ...more });
  place.wait(2 * DAY);
  return place;
}

export const emitGroup = (place: Workplace, more: Partial<EmitOptions> = {}) =>
  place.emit(TARGET, { offline: true, ...more });
export const promptsOf = (place: Workplace): PromptsFile => place.json(`${TARGET}/prompts.json`);
export const stateOf = (place: Workplace): StateFile => place.json(`${TARGET}/state.json`);
export const indexOf = (place: Workplace): SelectionIndex => place.json(`${TARGET}/index.json`);
export const askedOf = (place: Workplace) => promptsOf(place).prompts.map(({ id }) => id);
export const promptOf = (place: Workplace, id: string): AreaPrompt => {
  const found = promptsOf(place).prompts.find((prompt) => prompt.id === id);
  if (!found) throw new Error(`${id} was not asked`);
  return found;
};

interface OutputSchema {
  readonly properties: {
    readonly answers: {
      readonly prefixItems: readonly {
        readonly $ref: string;
        readonly properties: { readonly questionId: { readonly const: string } };
      }[];
    };
  } & Readonly<Record<'area' | 'subject' | 'schemaHash' | 'persona', { readonly const: unknown }>>;
}

/** An answer built from a prompt's output schema alone, and valid by it. */
function answerTo({ outputSchema }: AreaPrompt, score: number): ScoresFile['areas'][number] {
  const { area, subject, schemaHash, persona, answers } = (outputSchema as unknown as OutputSchema)
    .properties;
  const answered = {
    area: area.const,
    subject: subject.const,
    schemaHash: schemaHash.const,
    persona: persona.const,
    answers: answers.prefixItems.map(
      ({ $ref, properties }): ScoreAnswer => ({
        questionId: properties.questionId.const,
        score: $ref.endsWith('boolean') ? 'pass' : score,
        reasoning: 'as the case says',
      }),
    ),
    improvementHints: [],
  };
  const validate = new Ajv2020({ strict: false }).compile(outputSchema);
  expect([validate(answered), validate.errors]).toEqual([true, null]);
  return answered as unknown as ScoresFile['areas'][number];
}

type Area = ScoresFile['areas'][number];

export function scoresFor(
  place: Workplace,
  { score = 5, areas = (given) => given }: { score?: number; areas?: (given: Area[]) => Area[] } = {},
): ScoresFile {
  const { taskId, prompts } = promptsOf(place);
  return {
    scoringProtocol: 'v1',
    taskId,
    creator: { skill: 'test-grader', skillVersion: '1.0.0', kind: 'script' },
    harness: { name: 'case-grader', version: '1.0.0' },
    timestamp: place.now.toISOString(),
    areas: areas(prompts.map((prompt) => answerTo(prompt, score))),
  };
}

/** One run from its prompts to its entries; returns the questions asked. */
export async function gradeGroup(
  place: Workplace,
  options: Partial<EmitOptions> = {},
  filled: Parameters<typeof scoresFor>[1] = {},
): Promise<string[]> {
  const { errors } = await emitGroup(place, options);
  expect(errors).toEqual([]);
  const asked = askedOf(place);
  const consumed = await place.consume(scoresFor(place, filled), { target: TARGET });
  expect(consumed.errors).toEqual([]);
  place.wait();
  return asked;
}

/** Runs until nothing is due; returns the questions of each run. */
export async function gradeToTheEnd(
  place: Workplace,
  filled: Parameters<typeof scoresFor>[1] = {},
): Promise<string[][]> {
  const runs: string[][] = [];
  while (runs.length < 9) {
    const { results } = await emitGroup(place);
    if (results[0]?.nothingDue) return runs;
    runs.push(await gradeGroup(place, {}, filled));
  }
  throw new Error(`there is no end to it: ${JSON.stringify(runs)}`);
}

/** Changes the content of a member and imports it. */
export function changeMember(place: Workplace, namespace: string, description = 'Changed.'): void {
  const at = place.now.toISOString().slice(0, 19).replaceAll(':', '-');
  putProvider(place.island(), { namespace, description, at: `${at}Z` });
  rebuild(place.island(), providerTarget(namespace), place.now);
}

/** Makes the tests of a member's only tool fail. */
export function blockMember(place: Workplace, namespace: string): void {
  const island = place.island();
  const folder = snapshotFolder(namespace, 'data');
  const file = island.listFiles(folder).at(-1) ?? '';
  const facts: SchemaFacts = {
    namespace,
    schema: 'data',
    schemaHash: parseSnapshotName(file)?.hash ?? '',
    fileSha256: sha256(island.readBytes(`${folder}/${file}`) ?? ''),
    checkedAt: place.now.toISOString(),
    bar: 3,
    tools: {
      getItems: {
        working: 0,
        total: 3,
        bar: 3,
        status: 'blocked',
        reason: 'fewer than 3 working tests (0 of 3)',
        docs: null,
        outputMatches: null,
        records: [],
      },
    },
  };
  island.replace(factsFile(namespace, 'data'), formatJson(facts));
  rebuild(island, providerTarget(namespace), place.now);
}

export function rebuildGroup(place: Workplace): void {
  rebuild(place.island(), selectionTarget(), place.now);
}

/** Hash of a member's newest snapshot, from the index of its namespace. */
export function memberHash(place: Workplace, namespace: string): string {
  return place.index(namespace).schemas.data?.snapshot?.hash ?? '';
}
