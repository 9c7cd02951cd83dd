import { jsonLines, list, type Members, members, objects, text, texts, wholeJson } from './loose-json.js';
import { parseQuotations, parseQuotedJson, type Quotation } from './quoted-material.js';

/** What the heuristics look at of a selection: its About, its members, its skills. */

export interface SelectionTool {
  readonly tool: string;
  readonly description: string;
  /** As shown, e.g. `port: enum({{ports:code}})`; empty where only names are shown. */
  readonly parameters: readonly string[];
}

export interface SelectionMember {
  /** `<namespace>.<schema>`. */
  readonly member: string;
  readonly description: string;
  readonly tools: readonly SelectionTool[];
}

export interface ListedSkill {
  readonly skill: string;
  /** L1, L2, L3, or `none`. */
  readonly level: string;
  readonly description: string;
}

export interface Identity {
  readonly selectionId: string;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly personaIds: readonly string[];
}

export interface SelectionMaterial extends Identity {
  /** Markdown, perhaps cut. */
  readonly about: string;
  readonly members: readonly SelectionMember[];
  readonly skills: readonly ListedSkill[];
  /** Codes of what code found. */
  readonly findings: readonly string[];
}

export interface SkillText {
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly output: string;
  readonly inputs: readonly { readonly key: string; readonly description: string }[];
  readonly requiredTools: readonly string[];
  /** Tools that are called before the skill is handed out. */
  readonly prefilled: readonly string[];
  /** Base persona and lens, as far as the skill names them. */
  readonly personas: readonly string[];
  /** Markdown. */
  readonly content: string;
}

export interface SelectionSkillMaterial extends SkillText {
  readonly level: string;
  readonly others: readonly ListedSkill[];
  /** The skills that lead to it. */
  readonly predecessors: readonly SkillText[];
  readonly members: readonly SelectionMember[];
  /** Tools it names, each with the keys of its parameters. */
  readonly named: readonly { readonly tool: string; readonly parameters: readonly string[] }[];
  readonly about: string;
}

/** Each view is null where its material is not in the prompt or was cut so that it can not be read. */
export function viewSelection(prompt: string): SelectionMaterial | null {
  const quotations = parseQuotations(prompt);
  const definition = members(wholeJson(quotations, 'Its definition'));
  const about = quotationOf(quotations, /^The About of the selection/);
  const found = quotationOf(quotations, MEMBERS);
  if (!definition || !about || !found) return null;
  const findings = quotationOf(quotations, /^What code found/);
  return {
    selectionId: text(definition.selectionId),
    name: text(definition.name),
    description: text(definition.description),
    whenToUse: text(definition.whenToUse),
    personaIds: texts(definition.personaIds),
    about: about.lines.join('\n'),
    members: membersIn(found),
    skills: skillsIn(quotationOf(quotations, /^The skills of the selection/)),
    findings: findings ? jsonLines(findings).map(({ code }) => text(code)) : [],
  };
}

export function viewSelectionSkill(prompt: string): SelectionSkillMaterial | null {
  const quotations = parseQuotations(prompt);
  const frame = members(wholeJson(quotations, 'The skill '));
  const content = quotationOf(quotations, /^Its content/);
  const about = quotationOf(quotations, /^The About of the selection/);
  const found = quotationOf(quotations, MEMBERS);
  if (!frame || !content || !about || !found) return null;
  const named = quotationOf(quotations, /^How the tools it names/);
  const before = quotationOf(quotations, /^Skills of level \w+ that lead to it/);
  return {
    ...viewText(frame, content.lines.join('\n')),
    level: text(frame.level),
    others: skillsIn(quotationOf(quotations, /^The other skills/)),
    predecessors: before ? predecessorsIn(before) : [],
    members: membersIn(found),
    named: named
      ? toolsIn(named).map(({ tool, parameters }) => ({ tool, parameters: parameters.map(keyOf) }))
      : [],
    about: about.lines.join('\n'),
  };
}

/** `port: enum(…)` → port. */
export function keyOf(parameter: string): string {
  return parameter.split(':')[0] ?? '';
}

/** `<namespace>` of `<namespace>.<schema>`. */
export function namespaceOf(member: string): string {
  return member.split('.')[0] ?? '';
}

const MEMBERS = /^\d+ members? of \d+ namespaces?\b/;

function quotationOf(quotations: readonly Quotation[], title: RegExp): Quotation | undefined {
  return quotations.find((one) => title.test(one.title));
}

/** A member's tools stand in its own line by name, or in lines of their own below it. */
function membersIn(quotation: Quotation): SelectionMember[] {
  const found: { member: string; description: string; tools: SelectionTool[] }[] = [];
  for (const line of jsonLines(quotation)) {
    const { member, description, tools } = line;
    if (typeof member === 'string') {
      const named = texts(tools).map((tool) => ({ tool, description: '', parameters: [] }));
      found.push({ member, description: text(description), tools: named });
    } else if (line.tool !== undefined) found.at(-1)?.tools.push(viewTool(line));
  }
  return found;
}

function toolsIn(quotation: Quotation): SelectionTool[] {
  return jsonLines(quotation).flatMap((line) => (line.tool === undefined ? [] : [viewTool(line)]));
}

function viewTool({ tool, description, parameters }: Members): SelectionTool {
  return { tool: text(tool), description: text(description), parameters: texts(parameters) };
}

function skillsIn(quotation: Quotation | undefined): ListedSkill[] {
  if (!quotation) return [];
  return jsonLines(quotation).map(({ skill, level, description }) => ({
    skill: text(skill),
    level: text(level),
    description: text(description),
  }));
}

/** Each begins with its data on one line; its content follows until the data of the next. */
function predecessorsIn({ lines }: Quotation): SkillText[] {
  const found: { frame: Members; content: string[] }[] = [];
  for (const line of lines) {
    const frame = line.startsWith('{"') ? members(parseQuotedJson(line)) : undefined;
    if (frame?.name !== undefined && frame.level !== undefined) found.push({ frame, content: [] });
    else found.at(-1)?.content.push(line);
  }
  return found.map(({ frame, content }) => viewText(frame, content.join('\n')));
}

function viewText(frame: Members, content: string): SkillText {
  return {
    name: text(frame.name),
    description: text(frame.description),
    whenToUse: text(frame.whenToUse),
    output: text(frame.output),
    inputs: objects(list(frame.input)).map(({ key, description }) => ({
      key: text(key),
      description: text(description),
    })),
    requiredTools: texts(members(frame.requires)?.tools),
    prefilled: objects(list(frame.prefill)).map(({ tool }) => text(tool)),
    personas: personasOf(frame.persona),
    content,
  };
}

function personasOf(persona: unknown): string[] {
  const { basePersonaId, lensId } = members(persona) ?? { basePersonaId: persona };
  return [basePersonaId, lensId].map(text).filter((name) => name !== '');
}
