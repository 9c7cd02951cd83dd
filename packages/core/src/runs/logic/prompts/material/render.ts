import type { Material } from '../../../../documents/quoted-text.js';
import { capLines, capText, capValue, type ValueLimits } from '../cap.js';

/** Limits on a value and on a section in a prompt: characters and counts. */
export const LIMITS = {
  value: { text: 2_000, items: 40, depth: 16 } satisfies ValueLimits,
  section: 40_000,
  enumValues: 25,
} as const;

/** As many whole lines as fit into a section. */
export function section(lines: readonly string[]): string {
  return capLines(lines, LIMITS.section);
}

/** A value on one line. */
export function json(value: unknown): string {
  return JSON.stringify(capValue(value, LIMITS.value));
}

/** A value on several lines, cut to the size of a section. */
export function pretty(value: unknown): string {
  const text = JSON.stringify(capValue(value, LIMITS.value), null, 2);
  return section(text.split('\n'));
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Text exactly as its author wrote it; if it had to be cut, the title says so. */
export function wholeText({ title, text }: Material, max: number): Material {
  return {
    title: text.length > max ? `${title}, cut after ${max} characters` : title,
    text: text.trim() === '' ? '(empty)' : capText(text, max),
  };
}

/** A deterministic finding as graders see it: they take it into account, but it never counts in a mean. */
export interface ShownFinding {
  readonly code: string;
  readonly message: string;
}

export function findingsMaterial(findings: readonly ShownFinding[]): Material {
  return {
    title: 'What code found, one finding per line',
    text:
      findings.length === 0
        ? '(nothing)'
        : section(findings.map(({ code, message }) => json({ code, message }))),
  };
}
