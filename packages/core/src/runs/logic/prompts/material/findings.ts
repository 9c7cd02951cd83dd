import type { Material } from '../../../../documents/quoted-text.js';
import { json, section } from './render.js';

/** A deterministic finding as graders see it: they weigh it, but it counts in no mean. */
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
