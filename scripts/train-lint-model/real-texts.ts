import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '../../packages/core/src/features/lint/take-schema.js';
import type { LintedServer } from '../../packages/core/src/rules/mcp/lint-report.js';
import { readServer } from '../../packages/core/src/rules/mcp/reading/read-server.js';

/** A text of a real server, which is never trained on. */
export interface RealText {
  readonly text: string;
  /** The file of the first server that has it. */
  readonly source: string;
}

/** Every different text that a model sees of the snapshots and schemas below the folders. */
export function readRealTexts(folders: readonly string[]): RealText[] {
  const texts = new Map<string, RealText>();
  const files = folders.flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[]).map((file) => `${folder}/${file}`),
  );
  for (const source of files.sort()) {
    const server = readReal(source);
    if (server === null) continue;
    for (const { text } of readServer(server).texts) {
      if (!texts.has(text)) texts.set(text, { text, source });
    }
  }
  return [...texts.values()];
}

function readReal(file: string): LintedServer | null {
  if (file.endsWith('.mjs')) {
    const found = projectFile(file, () => ({ files: [], problems: [], withKey: [] }));
    return 'server' in found ? found.server : null;
  }
  if (!file.endsWith('.json')) return null;
  const snapshot = JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(snapshot.tools)
    ? { target: file, incomplete: [], snapshot: { resources: [], prompts: [], ...snapshot } }
    : null;
}
